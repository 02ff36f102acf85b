import GlossportReading
import XMLParsing

/// Converts the tags and texts of one file into units and findings.
struct ResourceMachine: XMLHandler {
    private static let maximumDepth = 256
    private static let placeholders = "urn:oasis:names:tc:xliff:document:"

    var output: ReadingOutput
    var lines = LineCounter()
    /// Whether the file has contained only white space so far.
    private(set) var isBlank = true
    var isFinishing = false
    var hasStopped = false
    /// The incomplete tag that the parser has buffered: its start, the end of the inspected part, and its attribute
    /// count so far.
    var longTag = (start: -1, end: 0, attributes: 0)
    var isStopped: Bool { hasStopped || output.hasGivenUp }
    private(set) var draft: StringDraft?
    private(set) var hasEnded = false
    private(set) var depth = 0

    private let folder: ResourceFolder?
    private let options: ReaderOptions
    private var locale: String?
    /// The comments since the last resource.
    private var notes: [String] = []
    private var hasLongNote = false
    /// Whether text outside of strings was reported since the last start tag.
    private var wasStray = false

    init(options: ReaderOptions, folder: ResourceFolder?, output: ReadingOutput) {
        (self.options, self.folder, self.output) = (options, folder, output)
        locale = options.locale
    }

    mutating func willParse(_ chunk: UnsafeRawBufferPointer) {
        lines.append(chunk)
        isBlank = isBlank && chunk.allSatisfy(StringResolver.isSpace)
    }

    /// Reports damage at the end of the file, or that the file is empty.
    mutating func finish(_ failure: DecodingFailure?, in encoding: TextEncoding) {
        if isStopped { return }
        if let failure {
            report(failure, in: encoding)
        } else if isBlank {
            output.finding(AndroidRule.empty, "The file is empty.", remedy: "Deliver it again.")
        } else if output.summary.units == 0, !output.hasFindings, output.summary.skipped.isEmpty {
            output.finding(AndroidRule.empty, "The file contains no strings.", remedy: "Deliver it again.")
        }
    }

    // MARK: Events

    mutating func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        _: XMLNamespaces,
        at cursor: XMLCursor
    ) {
        // The parser reports a damaged tag before it reports the damage.
        let next = lines.byte(at: cursor.offset)
        if isStopped || next != UInt8(ascii: ">") && next != UInt8(ascii: "/") { return }
        depth += 1
        wasStray = false
        let start = cursor.tagStart
        if depth > Self.maximumDepth {
            return stop(
                AndroidRule.tooDeep,
                "More than \(Self.maximumDepth) elements are nested.",
                remedy: "Have the file exported again.",
                at: start
            )
        }
        switch depth {
        case 1: root(name, attributes, at: start)
        case 2:
            if let namespace = name.namespace {
                foreign(name.qualified, namespace, at: start)
            } else {
                resource(name.qualified, attributes, at: start)
            }
        default: inline(name)
        }
    }

    mutating func end(at _: XMLCursor) {
        if isStopped { return }
        depth -= 1
        hasEnded = depth == 0
        guard depth == 1 else {
            draft?.end()
            return
        }
        draft?.finish()
        if let draft { finish(draft) }
        draft = nil
        notes = []
        hasLongNote = false
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, at cursor: XMLCursor) {
        if isStopped || draft == nil && (depth != 1 || wasStray) { return }
        if draft?.hasText != true, let first = text.firstIndex(where: { !StringResolver.isSpace($0) }) {
            let place = lines.place(at: offset(of: first, in: text, at: cursor))
            if draft == nil {
                wasStray = true
                output.finding(
                    AndroidRule.strayText,
                    "A text outside of strings is skipped.",
                    remedy: "Put it between <string> and </string>.",
                    at: place,
                    locale: locale
                )
            }
            draft?.startText(at: place)
        }
        draft?.append(text)
    }

    mutating func comment(_ text: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {
        if isStopped || depth != 1 && draft == nil || notes.count == ReaderLimits.notesPerUnit { return }
        if text.count > ReaderLimits.textBytes {
            hasLongNote = true
        } else {
            let note = String(decoding: text, as: UTF8.self).trimmingWhitespace
            if !note.isEmpty { notes.append(note) }
        }
    }

    // MARK: Resources

    private mutating func root(_ name: XMLName, _ attributes: XMLAttributes, at start: Int) {
        guard name.qualified == "resources", name.uri == nil else {
            return stop(
                AndroidRule.notResources,
                "The outermost element is <\(name.qualified.shortened)>, not <resources>.",
                remedy: "Remove the file if it contains no strings.",
                at: start
            )
        }
        if let folder {
            judge(folder)
            if let named = folder.locale {
                output.declare(named)
                locale = locale ?? named
            } else if folder.isKnown {
                locale = locale ?? options.values["baseLocale"]
            }
        }
        if let own = attributes["locale", in: "http://schemas.android.com/tools"], ResourceFolder.isLocale(own) {
            output.declare(own, at: lines.place(at: start))
            if let named = folder?.locale, options.locale == nil, LanguageTag.contradict(named, own) {
                output.finding(
                    AndroidRule.languageMismatch,
                    "The file is in a folder for \(named), but its tools:locale is \(own); \(named) counts.",
                    remedy: "Move the file to the right folder, or correct tools:locale.",
                    at: lines.place(at: start),
                    locale: named
                )
            }
            locale = locale ?? own
        }
        if let folder, folder.isKnown, locale == nil {
            output.finding(
                AndroidRule.baseLocale,
                "The file is in the folder \(folder.name.quoted), which does not declare a language.",
                remedy: "Set the option baseLocale, for example to en.",
                request: "Name the folder after its language, such as values-de."
            )
        }
    }

    private mutating func judge(_ folder: ResourceFolder) {
        if !folder.isKnown, options.locale == nil {
            output.finding(
                AndroidRule.unknownFolder,
                "Android does not support the folder name \(folder.name.quoted), so its texts have no locale.",
                remedy: "Name it as Android does, as in values-de-rAT, or set locale for this delivery.",
                request: "Name the folder as Android does, as in values-de-rAT."
            )
        }
        if !folder.qualifiers.isEmpty {
            output.finding(
                AndroidRule.qualifiers,
                "The folder \(folder.name.quoted) is for certain devices only"
                    + " (\(folder.qualifiers.joined(separator: ", ").shortened)).",
                remedy: "Deliver the folder without these qualifiers, too, or remove it.",
                locale: locale ?? folder.locale
            )
        }
    }

    private mutating func resource(_ element: String, _ attributes: XMLAttributes, at start: Int) {
        var kind = ResourceKind(element)
        // A separator detaches the comments before it.
        if kind == .separator { return }
        if element == "item", attributes["type"] == "string" { kind = .string }
        output.countEntry()
        let key = (attributes["name"] ?? "").trimmed
        if kind.hasText, attributes["translatable"]?.lowercased() == "false" {
            return output.skip("translatable=\"false\"")
        }
        switch kind {
        case .string: string(key, product: attributes["product"] ?? "", at: start)
        case .plurals: several("plural forms", AndroidRule.plurals, of: key, at: start)
        case .array: several("a list", AndroidRule.array, of: key, at: start)
        case .textless, .separator: output.skip("not a text")
        case .unknown:
            output.finding(
                AndroidRule.unknownElement,
                "Android has no resources of the kind <\(element.shortened)>; it is skipped.",
                remedy: "Write <string>, if it is a text.",
                at: lines.place(at: start),
                locale: locale
            )
        }
    }

    private mutating func foreign(_ element: String, _ namespace: String, at start: Int) {
        output.countEntry()
        output.finding(
            AndroidRule.unknownElement,
            "The element <\(element.shortened)> is in the namespace \(namespace.quoted) and is skipped.",
            remedy: "Write <string> without a prefix and without xmlns=, if it is a text.",
            at: lines.place(at: start),
            locale: locale
        )
    }

    private mutating func several(_ what: String, _ rule: RuleDescription, of key: String, at start: Int) {
        output.skip(what)
        guard isWanted(key) else { return }
        output.finding(
            rule,
            "The texts of \(key.quoted) are \(what) and are skipped.",
            remedy: "Deliver the texts of messages as <string> with one text each.",
            at: lines.place(at: start),
            locale: locale,
            key: key
        )
    }

    private mutating func string(_ key: String, product: String, at start: Int) {
        let place = lines.place(at: start)
        if key.isEmpty {
            output.finding(
                AndroidRule.missingName,
                "A string has no name and is skipped.",
                remedy: "Write its key as name=\"…\".",
                at: place,
                locale: locale
            )
        } else if key.utf8.count > ReaderLimits.textBytes {
            output.finding(
                AndroidRule.tooLong,
                "A name is longer than 1 MiB; its string is skipped.",
                remedy: "Check the export.",
                at: place,
                locale: locale
            )
        } else if !isWanted(key) {
            output.other(key, locale, at: place)
        } else if product != "", product != "default" {
            output.skip("one product only")
            output.finding(
                AndroidRule.product,
                "The text of \(key.quoted) for the product \(product.quoted) is skipped.",
                remedy: "Deliver the text for all devices without product=.",
                at: place,
                locale: locale,
                key: key
            )
        } else {
            draft = StringDraft(key: key, at: place)
        }
    }

    private func isWanted(_ key: String) -> Bool { options.wanted?.accepts(key) ?? true }

    private mutating func inline(_ name: XMLName) {
        guard draft != nil else { return }
        let isPlaceholder = name.namespace?.hasPrefix(Self.placeholders) == true && String(cString: name.local) == "g"
        draft?.start(
            String(cString: name.local),
            isFormatting: name.uri == nil && ResourceKind.isFormatting(name.qualified),
            isPlaceholder: isPlaceholder
        )
    }

    // MARK: Strings

    private mutating func finish(_ draft: StringDraft) {
        let key = draft.key.quoted
        func report(_ rule: RuleDescription, _ text: String, _ remedy: String) {
            output.finding(rule, text, remedy: remedy, at: draft.place, locale: locale, key: draft.key)
        }
        if draft.length > ReaderLimits.textBytes {
            return report(AndroidRule.tooLong, "The text of \(key) is longer than 1 MiB.", "Shorten it.")
        }
        if hasLongNote {
            return report(
                AndroidRule.tooLong,
                "A comment of \(key) is longer than 1 MiB; the text is skipped.",
                "Shorten the comment."
            )
        }
        if let element = draft.foreign {
            return report(
                AndroidRule.droppedElement,
                "The text of \(key) contains the element <\(element.shortened)> and is skipped.",
                "Write the text without it; a line break is \\n."
            )
        }
        let first = draft.segments.lazy.flatMap(\.bytes).first { !StringResolver.isSpace($0) }
        if first == UInt8(ascii: "@") || first == UInt8(ascii: "?"), draft.formatting.isEmpty,
            ResourceKind.isReference(draft.raw)
        {
            return report(
                AndroidRule.reference,
                "The text of \(key) refers to another resource, \(draft.raw.quoted), and is skipped.",
                "Write the text itself; if it is one, it begins with \\\(draft.raw.prefix(1))."
            )
        }
        let resolved = StringResolver(draft)
        if let escape = resolved.broken {
            return report(
                AndroidRule.brokenEscape,
                "The text of \(key) has the escape \(escape), which is not a character, and is skipped.",
                "Write the character itself, or \\u and its four hexadecimal digits."
            )
        }
        if let escape = resolved.doubtful {
            report(
                AndroidRule.doubtfulEscape,
                "The text of \(key) has the escape \(escape.quoted); the backslash is dropped.",
                "Write \\\\ for a backslash, and \\n for a line break."
            )
        }
        if resolved.hasApostrophe {
            report(
                AndroidRule.apostrophe,
                "The text of \(key) has an apostrophe without a backslash, which Android's tools refuse.",
                "Write \\' for an apostrophe."
            )
        }
        if resolved.losesQuotes {
            report(
                AndroidRule.droppedQuotes,
                "The text of \(key) loses its quotation marks, because they have no backslash.",
                "Write \\\" for a quotation mark."
            )
        }
        if !draft.formatting.isEmpty {
            let tags = draft.formatting.map { "<\($0)>" }.joined(separator: ", ")
            report(
                AndroidRule.droppedFormatting,
                "The text of \(key) loses its formatting, \(tags).",
                "Check that the text reads well without it."
            )
        }
        output.unit(draft.key, locale, target: resolved.text, notes: notes, at: draft.place)
    }
}

extension String {
    /// The text without leading and trailing XML white space.
    fileprivate var trimmed: String {
        String(decoding: StringResolver.trimmed(Array(utf8)[...]), as: UTF8.self)
    }
}
