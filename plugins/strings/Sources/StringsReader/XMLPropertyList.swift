import GlossportReading
import XMLParsing

/// Reads a .strings file that is an XML property list: a dictionary of `<key>` and `<string>` elements.
///
/// Foundation is not used, because it reports no positions and keeps only one of several equal keys.
struct XMLPropertyList: XMLHandler {
    private var output: ReadingOutput
    private let text: UnsafeRawBufferPointer
    /// The number of white space bytes before the text passed to the parser.
    private let skipped: Int
    private var cursor = TextCursor()
    /// The names of the open elements down to the values; deeper elements are only counted.
    private var open: [String] = []
    private var deeper = 0
    private var key: (text: String?, place: TextCursor.Place)?
    private var content = Content()
    private var contentPlace = TextCursor.Place()
    private var isComplete = false
    private var hasFailed = false

    private struct Content {
        var bytes: [UInt8] = []
        var length = 0
        var badEntity: String?
        /// The first nested element, which a property list does not allow.
        var element: String?

        /// The text; `nil` if it cannot be used.
        var text: String? {
            guard badEntity == nil, element == nil, length <= ReaderLimits.textBytes else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    var isStopped: Bool { hasFailed || output.hasGivenUp }

    static func read(
        _ text: UnsafeRawBufferPointer,
        _ damage: Damage?,
        into output: inout ReadingOutput
    ) {
        let start = text.firstIndex { !isSpace($0) } ?? text.count
        var list = XMLPropertyList(output: output, text: text, skipped: start)
        XMLPushParser.parse(
            UnsafeRawBufferPointer(rebasing: text[start...]),
            isComplete: damage == nil,
            driving: &list
        )
        if let damage {
            list.stop(damage.sentence, StringsRule.badBytes, remedy: damage.remedy, at: text.count)
        } else if !list.isComplete {
            list.fail("The property list ends before its last element is closed.", at: text.count)
        }
        output = list.output
    }

    private init(output: ReadingOutput, text: UnsafeRawBufferPointer, skipped: Int) {
        (self.output, self.text, self.skipped) = (output, text, skipped)
    }

    // MARK: Events

    mutating func start(_ name: XMLName, _: XMLAttributes, _: XMLNamespaces, at cursor: XMLCursor) {
        if isStopped { return }
        let start = cursor.tagStart
        let name = name.qualified
        if deeper > 0 || open.count == 3 {
            deeper += 1
            if open.last == "key" || open.last == "string" { content.element = content.element ?? name }
            return
        }
        switch (open.count, name) {
        case (0, "plist") where !isComplete: open = ["plist"]
        case (0, "dict") where !isComplete: open = ["plist", "dict"]
        case (1, "dict") where !isComplete: open.append(name)
        case (2, _):
            if name == "key", let key { return fail("The key \((key.text ?? "").quoted) has no value.", at: start) }
            if name != "key", key == nil { return fail("A value has no key.", at: start) }
            open.append(name)
            content = Content()
            contentPlace = place(at: name == "key" || name == "string" ? cursor.startTagEnd.offset : start)
        default:
            fail("The element \(name.quoted) is not allowed here; expected one dictionary of texts.", at: start)
        }
    }

    mutating func end(at cursor: XMLCursor) {
        if isStopped { return }
        if deeper > 0 {
            deeper -= 1
            return
        }
        let isBareDictionary = open.count == 2
        guard let name = open.popLast() else { return }
        switch open.count {
        case 2 where name == "key":
            output.countEntry()
            report(content, of: "The key")
            key = (content.text, contentPlace)
        case 2:
            value(of: name)
            key = nil
        case 1 where isBareDictionary:
            if let key { return fail("The key \((key.text ?? "").quoted) has no value.", at: cursor.offset) }
            isComplete = true
        default: break
        }
    }

    mutating func characters(_ piece: UnsafeBufferPointer<UInt8>, at cursor: XMLCursor) {
        if isStopped || deeper > 0 { return }
        if open.last == "key" || open.last == "string" {
            content.length += piece.count
            if content.length <= ReaderLimits.textBytes { content.bytes.append(contentsOf: piece) }
        } else if open.count < 3, let stray = piece.firstIndex(where: { !Self.isSpace($0) }) {
            fail("There is text outside of the elements key and string.", at: cursor.offset(of: piece) + stray)
        }
    }

    mutating func entityDeclared(_: String, at offset: Int) {
        fail("The file declares entities or elements of its own.", at: offset)
    }

    mutating func defect(_ defect: XMLDefect) {
        if isStopped { return }
        if case .undefinedEntity(let name) = defect.kind, !defect.isFatal || open.count == 3 {
            content.badEntity = content.badEntity ?? "&\(name);"
            if !defect.isFatal { return }
        }
        guard defect.isFatal else { return }
        let offset = defect.start { [text, skipped] in text.indices.contains($0 + skipped) ? text[$0 + skipped] : nil }
        if offset + skipped >= text.count { return }
        if let entity = content.badEntity {
            fail("The entity \(entity.quoted) stands for no character.", at: offset)
        } else {
            fail(defect.explanation(byteBefore: nil, firstLine: 1).text, at: offset)
        }
    }

    // MARK: Pairs

    private mutating func value(of name: String) {
        let shown = (key?.text ?? "").quoted
        guard name == "string" else {
            return output.finding(
                StringsRule.notText,
                "The value of \(shown) is an element \(name.quoted), not a text; it is skipped.",
                remedy: "Deliver one text for the key; plural forms can't be used in a retention message.",
                at: contentPlace,
                key: key?.text
            )
        }
        report(content, of: "The text of \(shown)")
        if let key = key?.text, let text = content.text { output.unit(key, target: text, at: contentPlace) }
    }

    private mutating func report(_ content: Content, of what: String) {
        if let element = content.element {
            output.finding(
                StringsRule.malformedPropertyList,
                "\(what) contains the element \(element.quoted), which is not allowed there; the pair is skipped.",
                remedy: "Write &lt; where a less-than sign is meant, or remove the element.",
                at: contentPlace,
                key: key?.text
            )
        } else if let entity = content.badEntity {
            output.finding(
                StringsRule.malformedPropertyList,
                "\(what) has the entity \(entity.quoted), which is not a character; the pair is skipped.",
                remedy: "Write the character itself, or &amp; for an ampersand.",
                at: contentPlace,
                key: key?.text
            )
        } else if content.length > ReaderLimits.textBytes {
            output.finding(
                StringsRule.tooLong,
                "\(what) has \(content.length) bytes, more than the \(ReaderLimits.textBytes) that are read.",
                remedy: "Check the file that this one was created from.",
                at: contentPlace,
                key: key?.text
            )
        }
    }

    private mutating func fail(_ reason: String, at offset: Int) {
        stop(
            "\(reason) The rest of the file is not read.",
            StringsRule.malformedPropertyList,
            remedy: "Export the file again, in text form if possible.",
            at: offset
        )
    }

    private mutating func stop(_ text: String, _ rule: RuleDescription, remedy: String, at offset: Int) {
        guard !isStopped else { return }
        hasFailed = true
        output.finding(rule, text, remedy: remedy, at: place(at: offset))
    }

    private mutating func place(at offset: Int) -> TextCursor.Place {
        cursor.advance(to: min(offset + skipped, text.count), in: text)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
