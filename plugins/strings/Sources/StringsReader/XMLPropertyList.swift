import GlossportReading

/// Reads a .strings file in the form of an XML property list: a dictionary of `<key>` and `<string>` elements.
///
/// It is read here, and not by Foundation, because Foundation gives no positions and keeps only one of several equal
/// keys. Nothing is ever loaded from elsewhere, and a file that declares entities is refused.
struct XMLPropertyList {
    private var tags = XMLTokenizer()
    private var output: StringsOutput
    /// The names of the open elements, down to the values; what is deeper is only counted.
    private var open: [String] = []
    private var deeper = 0
    private var key: (text: String?, place: TextCursor.Place)?
    private var text = XMLText()
    private var textPlace = TextCursor.Place()
    private var lastPlace = TextCursor.Place()
    private var isComplete = false
    private var hasFailed = false

    /// Reads a whole file.
    static func read(
        _ source: SourceFile,
        as detection: TextEncoding.Detection,
        into output: StringsOutput
    ) throws -> StringsOutput {
        var list = XMLPropertyList(output: output)
        let failure = try source.forEachTextChunk(
            encoding: detection.encoding,
            markLength: detection.markLength
        ) { chunk in
            guard !list.hasFailed else { return }
            list.scan(chunk, isLast: false)
        }
        if let failure {
            list.lastPlace = list.tags.tokenEnd
            list.fail(
                "The bytes \(failure.hexadecimal) (at offset \(failure.byteOffset)) are not \(detection.encoding) text.",
                StringsRule.badBytes
            )
        } else if !list.hasFailed {
            list.scan(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
            list.lastPlace = list.tags.tokenEnd
            if !list.isComplete { list.fail("The property list ends before its last element is closed.") }
        }
        return list.output
    }

    private init(output: StringsOutput) { self.output = output }

    private mutating func scan(_ chunk: UnsafeRawBufferPointer, isLast: Bool) {
        var tags = XMLTokenizer()
        swap(&tags, &self.tags)
        tags.withWindow(chunk, isLast: isLast) { tags in
            while !hasFailed, let token = tags.next() { take(token, at: tags.tokenStart, end: tags.tokenEnd) }
        }
        swap(&tags, &self.tags)
    }

    private mutating func take(_ token: XMLTokenizer.Token, at start: TextCursor.Place, end: TextCursor.Place) {
        lastPlace = start
        switch token {
        case .text(let piece, let isRaw): take(piece, isRaw: isRaw)
        case .start(let name, let isEmpty):
            begin(name, at: start, end: end)
            if isEmpty, !hasFailed { finish(name, at: start) }
        case .end(let name): finish(name, at: start)
        case .ignored: break
        case .failure(let reason): fail(reason)
        }
    }

    private mutating func take(_ piece: UnsafeRawBufferPointer, isRaw: Bool) {
        guard deeper == 0 else { return }
        if open.last == "key" || open.last == "string" {
            text.append(piece, isRaw: isRaw)
        } else if open.count < 3, let stray = piece.firstIndex(where: { !($0 == 0x20 || 0x09...0x0D ~= $0) }) {
            var cursor = TextCursor(at: lastPlace)
            lastPlace = cursor.advance(to: stray, in: piece)
            fail("There is text outside of the elements key and string.")
        }
    }

    private mutating func begin(_ name: String, at start: TextCursor.Place, end: TextCursor.Place) {
        if deeper > 0 || open.count == 3 {
            deeper += 1
            return
        }
        switch (open.count, name) {
        case (0, "plist") where !isComplete: open = ["plist"]
        case (0, "dict") where !isComplete: open = ["plist", "dict"]
        case (1, "dict") where !isComplete: open.append(name)
        case (2, "key"):
            if let key { fail("The key \((key.text ?? "").quoted) has no value.") }
            open.append(name)
            text = XMLText()
            textPlace = end
        case (2, _):
            if key == nil { fail("A value has no key.") }
            open.append(name)
            text = XMLText()
            textPlace = name == "string" ? end : start
        default: fail("The element \(name.quoted) can't stand here; one dictionary of texts is expected.")
        }
    }

    private mutating func finish(_ name: String, at place: TextCursor.Place) {
        if deeper > 0 {
            deeper -= 1
            return
        }
        let isBareDictionary = open.count == 2 && name == "dict"
        guard open.last == name else {
            return fail("The end of \(name.quoted) has no beginning.")
        }
        open.removeLast()
        switch open.count {
        case 2 where name == "key":
            report(text, of: "The key")
            key = (text.value, textPlace)
        case 2:
            value(of: name)
            key = nil
        case 1 where isBareDictionary:
            if let key { fail("The key \((key.text ?? "").quoted) has no value.") }
            isComplete = true
        default: break
        }
    }

    private mutating func value(of name: String) {
        let shown = (key?.text ?? "").quoted
        guard name == "string" else {
            output.finding(
                StringsRule.notText,
                "The value of \(shown) is an element \(name.quoted), not a text; it is skipped.",
                remedy: "Deliver one text for the key; plural forms can't be used in a retention message.",
                at: textPlace,
                key: key?.text
            )
            if output.defects >= StringsOutput.defectLimit { fail("There are too many defects.") }
            return
        }
        report(text, of: "The text of \(shown)")
        if let key = key?.text, let value = text.value { output.pair(key, value, notes: [], at: textPlace) }
    }

    private mutating func report(_ text: XMLText, of what: String) {
        guard let flaw = text.flaw else { return }
        switch flaw {
        case .tooLong(let length):
            output.finding(
                StringsRule.tooLong,
                "\(what) has \(length) bytes, more than the \(ReaderLimits.textBytes) that are read.",
                remedy: "Check the file that this one was made of.",
                at: textPlace,
                key: key?.text
            )
        case .entity(let name):
            output.finding(
                StringsRule.malformedPropertyList,
                "\(what) has the entity \(name.quoted), which stands for no character; the pair is skipped.",
                remedy: "Write the character itself, or &amp; for an ampersand.",
                at: textPlace,
                key: key?.text
            )
        }
        if output.defects >= StringsOutput.defectLimit { fail("There are too many defects.") }
    }

    private mutating func fail(_ reason: String, _ rule: RuleDescription = StringsRule.malformedPropertyList) {
        guard !hasFailed else { return }
        hasFailed = true
        output.finding(
            rule,
            "\(reason) The rest of the file is not read.",
            remedy: "Export the file again, in text form if possible.",
            at: lastPlace
        )
    }
}
