import GlossportReading

/// Parses a bundle member by member; emits each text when it is known whether its description follows.
struct BundleParser {
    var output: ReadingOutput
    var json: MemberScanner
    private let wanted: KeyFilter?
    private let requested: String?
    private let localeInName: String?
    /// The locale in `@@locale`.
    private var declared: String?
    private var hasTexts = false
    private var hasLocale = false
    /// The last text, held until it is known whether its description follows.
    private var held: Held?
    /// The last description, if its text may still follow.
    private var early: Description?

    /// Stops the reading after a finding has reported the reason.
    struct GivenUp: Error {}

    private struct Held {
        var text: String
        var place: TextCursor.Place
        var about: Description
    }

    /// The relevant properties of `@name`.
    private struct Description {
        var key: String
        var values: [String: String] = [:]
        /// Whether a property could not be read, which has been reported.
        var isSpoiled = false

        static let names: Set<String> = ["description", "context", "source_text"]

        var notes: [String] {
            ["description", "context"].compactMap { values[$0]?.trimmingWhitespace }.filter { !$0.isEmpty }
        }
    }

    init(_ text: UnsafeRawBufferPointer, _ output: ReadingOutput, locale: String?, path: String, wanted: KeyFilter?) {
        self.output = output
        self.wanted = wanted
        json = MemberScanner(text)
        requested = locale
        localeInName = LocaleInName.locale(in: path)
        // `@@locale` may come after texts.
        declared = Self.declaredLocale(of: text)
    }

    /// Returns the locale that a bundle declares before its first defect.
    private static func declaredLocale(of text: UnsafeRawBufferPointer) -> String? {
        var scanner = JSONScanner(validUTF8: text)
        var locale: String?
        try? scanner.members { scanner, name in
            guard scanner.matches("@@locale", name), scanner.peek() == .string else { return try scanner.skip() }
            locale = scanner.content(of: try scanner.token())
            if locale?.isEmpty == false { throw GivenUp() }
        }
        return locale.flatMap { $0.isEmpty ? nil : $0 }
    }

    private var locale: String? { requested ?? declared ?? localeInName }

    // MARK: The whole bundle

    /// Reads the bundle, up to the decoding failure if there is one.
    mutating func read(_ failure: DecodingFailure?) {
        do {
            if failure == nil, json.isAtEnd { return reportEmpty() }
            guard json.takes("{") || json.isAtEnd else {
                return output.finding(
                    ARBRule.notABundle,
                    "The file does not begin with “{”; nothing of it is read.",
                    remedy: "Check whether this is an ARB file.",
                    at: json.place
                )
            }
            output.detect("encoding", "UTF-8")
            try members { parser, name in try parser.member(name) }
            try release()
            try json.end("the bundle is complete, but something follows it")
            if let failure { return report(failure) }
            if !hasTexts, output.errors == 0 { reportEmpty() }
        } catch let problem as JSONScanner.Problem {
            if !problem.isEnd { return report(problem) }
            if let failure { return report(failure) }
            let rest = held.map { ", and \($0.about.key.quoted) is not read" } ?? ""
            output.finding(
                ARBRule.truncated,
                "The file ends before its last brace\(rest).",
                remedy: "Deliver the file again; it is truncated.",
                at: json.place(at: problem.offset)
            )
        } catch {}
    }

    private mutating func report(_ failure: DecodingFailure) {
        output.finding(
            ARBRule.badBytes,
            "The bytes \(failure.hexadecimal) are not UTF-8; \(unread).",
            remedy: "Save the file as UTF-8.",
            at: json.placeOfEnd
        )
    }

    private mutating func report(_ problem: JSONScanner.Problem) {
        output.finding(
            ARBRule.malformed,
            "\(problem.reason.prefix(1).uppercased() + problem.reason.dropFirst()); \(unread).",
            remedy: held == nil
                ? "Correct this place, or export the file again."
                : "Write a quotation mark in a text as \\\", or export the file again.",
            at: json.place(at: problem.offset)
        )
    }

    /// The consequence of a defect: the text before it may also be wrong, because a quotation mark may lack its
    /// backslash.
    private var unread: String {
        let last = held.map { ", and neither is \($0.about.key.quoted), the last text before it" } ?? ""
        return "what follows is not read\(last)"
    }

    private mutating func reportEmpty() {
        output.finding(ARBRule.empty, "The file has no texts.", remedy: "Deliver the file again, with its texts.")
    }

    /// Reports a finding; throws ``GivenUp`` after too many errors.
    private mutating func report(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        at place: TextCursor.Place,
        key: String? = nil
    ) throws {
        output.finding(rule, text, remedy: remedy, at: place, locale: locale, key: key)
        if output.hasGivenUp { throw GivenUp() }
    }

    // MARK: Objects

    /// Reads the members of an object, after its opening brace; the closure receives each name (`nil` if its defect has
    /// been reported) and reads the value.
    ///
    /// The closure returns whether the value is a string that does not end on its line.
    private mutating func members(_ member: (inout BundleParser, String?) throws -> Bool) throws {
        while !json.takes("}") {
            let name = try string("A name")
            if name.isOpen { throw GivenUp() }
            if !json.takes(":") { throw try json.refusal("a colon is missing after a name") }
            let isOpen = try member(&self, name.text)
            let end = json.offset
            if json.takes(",") {
                let comma = json.offset - 1
                if json.isNext("}") { try reportComma(isMissing: false, at: comma) }
            } else if json.isNext("\""), json.hasLineEnd(from: end) {
                if !isOpen { try reportComma(isMissing: true, at: json.offset) }
            } else if !json.isNext("}") {
                throw try json.refusal("a comma or the end of an object is missing")
            }
        }
    }

    private mutating func reportComma(isMissing: Bool, at offset: Int) throws {
        try report(
            ARBRule.malformed,
            isMissing ? "A comma is missing before this name." : "No text follows this comma.",
            remedy: isMissing ? "Write it at the end of the line before." : "Remove the comma.",
            at: json.place(at: offset)
        )
    }

    /// Reads a string and reports its defect; without a subject for the finding, reports only a missing closing
    /// quotation mark.
    private mutating func string(
        _ what: @autoclosure () -> String?
    ) throws -> (text: String?, place: TextCursor.Place, isOpen: Bool) {
        let string = try json.string()
        if let flaw = string.flaw {
            let what = what()
            if what != nil || flaw.isOpen {
                try report(flaw.rule, "\(what ?? "A text") \(flaw.text).", remedy: flaw.remedy, at: flaw.place)
            }
        }
        return (string.text, string.place, string.flaw?.isOpen ?? false)
    }

    /// Skips a value; returns whether it is a string that does not end on its line.
    private mutating func skipValue(depth: Int = 2) throws -> Bool {
        guard depth <= JSONScanner.depthLimit else {
            throw json.problem("braces and brackets are nested more than \(JSONScanner.depthLimit) deep")
        }
        if json.isNext("\"") { return try string(nil).isOpen }
        if json.takes("{") {
            try members { parser, _ in try parser.skipValue(depth: depth + 1) }
        } else if json.takes("[") {
            if json.takes("]") { return false }
            repeat { _ = try skipValue(depth: depth + 1) } while json.takes(",")
            if !json.takes("]") { throw try json.refusal("a comma or the end of an array is missing") }
        } else {
            try json.skip()
        }
        return false
    }

    // MARK: Members

    private mutating func member(_ name: String?) throws -> Bool {
        if name != held.map({ "@\($0.about.key)" }) { try release() }
        let early = early
        self.early = nil
        guard let name else { return try skipValue() }
        if name == "@@locale" { return try takeLocale() }
        if name.hasPrefix("@@") { return try skipValue() }
        if name.hasPrefix("@") { return try takeDescription(of: String(name.dropFirst())) }
        hasTexts = true
        output.countEntry()
        guard json.isNext("\"") else { return try refuseValue(of: name) }
        let value = try string("The text \(name.quoted)")
        guard let text = value.text else { return value.isOpen }
        if name.isEmpty {
            try report(ARBRule.noKey, "A text has an empty name.", remedy: "Give it a name.", at: value.place)
        } else if Self.varies(text) {
            output.skip("plural or select")
            if isWanted(name) {
                try report(
                    ARBRule.plural,
                    "The text \(name.quoted) has plural or select forms; it is not read.",
                    remedy: "Give the key one plain text if it is meant for a retention message.",
                    at: value.place,
                    key: name
                )
            }
        } else {
            let about = early?.key == name ? early : nil
            held = Held(text: text, place: value.place, about: about ?? Description(key: name))
        }
        return false
    }

    private mutating func refuseValue(of name: String) throws -> Bool {
        if json.isAtEnd { throw try json.refusal("a value is missing") }
        try report(
            ARBRule.notText,
            "The value of \(name.quoted) is not a text.",
            remedy: "Put the text in quotation marks.",
            at: json.place
        )
        return try skipValue()
    }

    /// Whether a text contains ICU plural or select forms; Glossport's rules check plain placeholders.
    private static func varies(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "{"))
            && text.contains(/\{\s*[^\s{},]+\s*,\s*(?:plural|selectordinal|select)\s*,/)
    }

    private mutating func takeLocale() throws -> Bool {
        guard json.isNext("\"") else { return try refuseValue(of: "@@locale") }
        let value = try string("“@@locale”")
        guard let name = value.text, !name.isEmpty else { return value.isOpen }
        let isFirst = !hasLocale
        hasLocale = true
        output.declare(name, at: value.place)
        if requested == nil, name != declared ?? (hasTexts ? localeInName : name) {
            let problem = isFirst ? "comes after texts" : "occurs here a second time"
            try report(
                ARBRule.lateLocale,
                "“@@locale” \(problem); what follows is not read.",
                remedy: "Write “@@locale” once, at the beginning of the file.",
                at: value.place
            )
            throw GivenUp()
        }
        declared = name
        if isFirst { try compare(name, at: value.place) }
        return false
    }

    /// Compares `@@locale` with the locale in the file's name; Glossport itself compares it with the user's locale.
    private mutating func compare(_ name: String, at place: TextCursor.Place) throws {
        guard requested == nil, let localeInName, LanguageTag.contradict(name, localeInName) else { return }
        try report(
            ARBRule.languageMismatch,
            "The file is named after \(localeInName), but its “@@locale” is \(name); \(name) counts.",
            remedy: "Correct “@@locale” or the file's name.",
            at: place
        )
    }

    /// Reads `@name`, which usually follows its text but may precede it.
    private mutating func takeDescription(of key: String) throws -> Bool {
        guard json.takes("{") else { return try skipValue() }
        let isHeld = held?.about.key == key
        var about = isHeld ? held?.about ?? Description(key: key) : Description(key: key)
        try members { parser, name in
            guard let name, Description.names.contains(name), parser.json.isNext("\"") else {
                return try parser.skipValue(depth: 3)
            }
            let value = try parser.string("The \(name) of \(key.quoted)")
            if let text = value.text { about.values[name] = text } else { about.isSpoiled = true }
            return value.isOpen
        }
        if isHeld { held?.about = about } else { early = about }
        return false
    }

    // MARK: Units

    private func isWanted(_ key: String) -> Bool { wanted?.accepts(key) ?? true }

    /// Emits the held text once the next member or the end of the bundle shows that it is complete.
    private mutating func release() throws {
        guard let held else { return }
        self.held = nil
        if declared == nil, let localeInName { output.declare(localeInName) }
        let key = held.about.key
        if held.about.isSpoiled { return }
        guard isWanted(key) else { return output.other(key, locale, at: held.place) }
        // By bytes: as characters, an apostrophe and a combining mark after it are one.
        let bytes = held.text.utf8
        if zip(bytes, bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: "'") && $1 == $0 }) {
            try report(
                ARBRule.doubledApostrophe,
                "The text \(key.quoted) contains two apostrophes in a row, which ICU's escaping reads as one.",
                remedy: "Write one apostrophe; a retention message is shown as it is.",
                at: held.place,
                key: key
            )
        }
        let source = held.about.values["source_text"].flatMap { $0.isEmpty ? nil : $0 }
        output.unit(key, locale, source: source, target: held.text, notes: held.about.notes, at: held.place)
    }
}
