import GlossportReading

/// Parses a String Catalog value by value; emits the texts of a key when its entry ends.
struct CatalogParser {
    var output: ReadingOutput
    var entry = CatalogEntry()
    var localization = CatalogEntry.Localization()
    private var keys = KeyMemory()
    private(set) var sourceLanguage: String?
    /// The only locale to read, if the user sets one.
    let onlyLocale: String?
    /// The locale in the file's name; `nil` after that locale was found in the catalog.
    private(set) var namedLocale: String?
    private var otherLocales: [String] = []
    /// The filter for wanted keys; `nil` if all are wanted.
    private let wanted: KeyFilter?
    private let text: UnsafeRawBufferPointer
    private var cursor = TextCursor()
    private var hasStrings = false

    private enum Owner { case root, strings, entry, localizations, localization, unit, variations }

    /// The properties that are read; all others are skipped.
    private enum Property {
        case sourceLanguage, strings, version, comment, extractionState, shouldTranslate, localizations, stringUnit
        case variations, substitutions, state, value
    }

    private static let properties: [(owner: Owner, name: StaticString, property: Property)] = [
        (.unit, "state", .state), (.unit, "value", .value), (.localization, "stringUnit", .stringUnit),
        (.localization, "variations", .variations), (.localization, "substitutions", .substitutions),
        (.entry, "localizations", .localizations), (.entry, "comment", .comment),
        (.entry, "extractionState", .extractionState), (.entry, "shouldTranslate", .shouldTranslate),
        (.root, "sourceLanguage", .sourceLanguage), (.root, "strings", .strings), (.root, "version", .version),
    ]

    /// Stops the reading after the reason has been reported.
    private struct GivenUp: Error {}

    // MARK: The whole catalog

    init(
        _ text: UnsafeRawBufferPointer,
        output: ReadingOutput,
        wanted: KeyFilter?,
        onlyLocale: String?,
        namedLocale: String?
    ) {
        self.text = text
        self.namedLocale = namedLocale
        self.output = output
        self.wanted = wanted
        self.onlyLocale = onlyLocale
        // `sourceLanguage` may come after the texts.
        sourceLanguage = Self.sourceLanguage(of: text)
        if let sourceLanguage { self.output.detect("source language", sourceLanguage) }
    }

    static func sourceLanguage(of text: UnsafeRawBufferPointer) -> String? {
        var scanner = JSONScanner(validUTF8: text)
        var language: String?
        try? scanner.members { scanner, name in
            guard scanner.matches("sourceLanguage", name), scanner.peek() == .string else { return try scanner.skip() }
            language = scanner.content(of: try scanner.token())
            throw GivenUp()
        }
        return language
    }

    /// Reads the catalog, up to the decoding failure if there is one.
    mutating func read(_ failure: DecodingFailure?, in encoding: TextEncoding) {
        var scanner = JSONScanner(validUTF8: text)
        do {
            if failure == nil, scanner.isAtEnd { return reportEmpty("it is empty") }
            if scanner.peek() == .object {
                try object(.root, &scanner)
            } else {
                try refuse(in: nil, &scanner)
            }
            try scanner.end("the catalog is complete, but something follows it")
        } catch let problem as JSONScanner.Problem {
            try? takeSlips(&scanner)
            if output.hasGivenUp { return }
            guard problem.isEnd || failure != nil && scanner.offset == text.count else { return report(problem) }
            if failure == nil { return reportEnd() }
        } catch {
            return
        }
        if let failure { report(failure, encoding) } else { checkWhole() }
    }

    private mutating func report(_ problem: JSONScanner.Problem) {
        output.finding(
            XCStringsRule.malformed,
            "\(problem.sentence). The rest of the file is not read.",
            remedy: "Correct this place, or export the catalog again.",
            at: place(at: problem.offset)
        )
    }

    private mutating func report(_ failure: DecodingFailure, _ encoding: TextEncoding) {
        output.finding(
            XCStringsRule.badBytes,
            failure.sentence(in: encoding),
            remedy: failure.truncated ? "Ask for the file again." : "Export the catalog again; it is UTF-8.",
            at: place(at: text.count)
        )
    }

    private mutating func reportEnd() {
        output.finding(
            XCStringsRule.malformed,
            "The file ends before the catalog does\(entry.key == nil ? "" : ", inside the key \(entry.name)").",
            remedy: "Ask for the file again; it is truncated.",
            at: place(at: text.count)
        )
    }

    private mutating func checkWhole() {
        if !hasStrings || sourceLanguage == nil {
            output.finding(
                XCStringsRule.notACatalog,
                hasStrings ? "The file has no “sourceLanguage”." : "The file has no object “strings”.",
                remedy: "Check whether this is a String Catalog, and export it again."
            )
        } else if output.summary.units == 0, output.summary.skipped.isEmpty, !output.hasFindings {
            reportEmpty("the catalog has no keys")
        } else {
            checkFileName()
        }
    }

    // MARK: The file's name

    mutating func recordLocale(_ locale: String) {
        guard let named = namedLocale else { return }
        if !LanguageTag.contradict(named, locale) {
            namedLocale = nil
        } else if otherLocales.count < 6, !otherLocales.contains(locale) {
            otherLocales.append(locale)
        }
    }

    private mutating func checkFileName() {
        if let sourceLanguage { recordLocale(sourceLanguage) }
        guard let named = namedLocale else { return }
        output.finding(
            XCStringsRule.languageMismatch,
            "The file is named after \(named.shortened), but has texts only in"
                + " \(otherLocales.map(CatalogEntry.plain).joined(separator: ", ")).",
            remedy: "Check whether this is the right file, and rename it."
        )
    }

    private mutating func reportEmpty(_ reason: String) {
        output.finding(
            XCStringsRule.empty,
            "The file contains no texts: \(reason).",
            remedy: "Deliver the translated catalog, or leave this one out."
        )
    }

    // MARK: Objects

    private mutating func object(_ owner: Owner, _ scanner: inout JSONScanner) throws {
        var seen = 0
        try scanner.members { scanner, name in
            try takeSlips(&scanner)
            let index = Self.properties.firstIndex { $0.owner == owner && scanner.matches($0.name, name) }
            switch owner {
            case .strings: beginEntry(name, scanner)
            case .localizations: beginLocalization(name, scanner)
            case .variations: recordVariation(scanner.content(of: name))
            default:
                if let index, seen & 1 << index != 0 { reportDuplicate(name, scanner) }
            }
            if let index { seen |= 1 << index }
            if output.hasGivenUp { throw GivenUp() }
            try value(of: index.map { Self.properties[$0].property }, in: owner, &scanner)
            if output.hasGivenUp { throw GivenUp() }
        }
        try takeSlips(&scanner)
        switch owner {
        case .entry: endEntry()
        case .localization: endLocalization()
        default: break
        }
        if output.hasGivenUp { throw GivenUp() }
    }

    private mutating func value(of property: Property?, in owner: Owner, _ scanner: inout JSONScanner) throws {
        if owner == .localizations, passTranslatedText(&scanner) { return }
        switch (owner, property, scanner.peek()) {
        case (.root, .strings, .object):
            hasStrings = true
            try object(.strings, &scanner)
        case (.strings, _, .object): try object(.entry, &scanner)
        case (.entry, .localizations, .object): try object(.localizations, &scanner)
        case (.localizations, _, .object): try object(.localization, &scanner)
        case (.localization, .stringUnit, .object): try object(.unit, &scanner)
        case (.localization, .variations, .object): try object(.variations, &scanner)
        case (.localization, .substitutions, .object):
            recordVariation("substitutions")
            try scanner.skip()
        case (.unit, .value, .string): value(try scanner.token(), scanner)
        case (.unit, .state, .string): state(try scanner.token(), scanner)
        case (.entry, .comment, .string): comment(try scanner.token(), scanner)
        case (.entry, .extractionState, .string): entry.isStale = scanner.matches("stale", try scanner.token())
        case (.entry, .shouldTranslate, .yes), (.entry, .shouldTranslate, .no):
            entry.shouldTranslate = try scanner.literal() ?? true
        case (.root, .sourceLanguage, .string): sourceLanguage = scanner.content(of: try scanner.token())
        case (.root, .version, .string): version(try scanner.token(), scanner)
        case (.root, .version, .number), (.variations, _, _), (.root, nil, _), (.entry, nil, _),
            (.localization, nil, _), (.unit, nil, _), (_, _, .nothing):
            try scanner.skip()
        default: try refuse(in: owner, &scanner)
        }
    }

    /// Reads a locale that contains only a translated text, under an unwanted key.
    ///
    /// A fast path: most localizations in an app's catalog have this form. Other forms, and defects, are left to the
    /// caller.
    private mutating func passTranslatedText(_ scanner: inout JSONScanner) -> Bool {
        // The unwanted keys that are named need the location of their text.
        guard entry.isUnwanted, !output.namesOthers else { return false }
        var ahead = scanner
        guard ahead.takes(Self.beforeText), ahead.peek() == .string, let text = try? ahead.token(), !text.hasFlaw,
            ahead.takes(Self.afterText)
        else { return false }
        scanner = ahead
        entry.textBytes += text.length
        endLocalization()
        return true
    }

    private static let beforeText: [StaticString] = [
        "{", "\"stringUnit\"", ":", "{", "\"state\"", ":", "\"translated\"", ",", "\"value\"", ":",
    ]
    private static let afterText: [StaticString] = ["}", "}"]

    private mutating func refuse(in owner: Owner?, _ scanner: inout JSONScanner) throws {
        let kind = scanner.peek()
        let start = scanner.offset
        if kind != .object, kind != .array { try scanner.skip() }
        let name =
            switch kind {
            case .object: "an object"
            case .array: "an array"
            case .string: "a text"
            default: "a number, a truth value or null"
            }
        let whose = [nil, .root, .strings].contains(owner) ? "" : " under the key \(entry.name)"
        output.finding(
            XCStringsRule.unexpectedValue,
            "There is \(name)\(whose) where a String Catalog has something else; it is skipped.",
            remedy: "Correct this place, or export the catalog again.",
            at: place(at: start)
        )
        switch owner {
        case .unit, .localization: localization.isSpoiled = true
        case .entry: entry.isSpoiled = true
        default: break
        }
        if output.hasGivenUp { throw GivenUp() }
        if kind == .object || kind == .array { try scanner.skip() }
    }

    private mutating func reportDuplicate(_ name: JSONScanner.Token, _ scanner: JSONScanner) {
        output.finding(
            XCStringsRule.duplicateName,
            "\((scanner.content(of: name) ?? "").quoted) occurs here a second time in one object; the last one is used.",
            remedy: "Delete one of the two.",
            at: place(of: name)
        )
    }

    private mutating func version(_ token: JSONScanner.Token, _ scanner: JSONScanner) {
        let version = scanner.content(of: token) ?? ""
        output.detect("version", version)
        guard version != "1.0", version != "1.1" else { return }
        output.finding(
            XCStringsRule.unknownVersion,
            "The catalog has version \(version.quoted); only 1.0 and 1.1 are supported.",
            remedy: "Check the texts, and look for a newer Glossport.",
            at: place(of: token)
        )
    }

    private mutating func takeSlips(_ scanner: inout JSONScanner) throws {
        for slip in scanner.takeSlips() where !output.hasGivenUp {
            output.finding(
                XCStringsRule.malformed,
                "\(slip.sentence).",
                remedy: "Correct the comma.",
                at: place(at: slip.offset)
            )
        }
        if output.hasGivenUp { throw GivenUp() }
    }

    // MARK: Keys and places

    func isUnwanted(_ key: JSONScanner.Token, _ scanner: JSONScanner) -> Bool {
        wanted.map { wanted in scanner.withContent(of: key) { !wanted.accepts($0) } } ?? false
    }

    /// Whether a key occurred before; `false` after too many repetitions to report.
    mutating func isRepeated(_ key: String) -> Bool { keys.isRepeated(key) }

    mutating func place(of token: JSONScanner.Token) -> TextCursor.Place { place(at: token.range.lowerBound) }

    /// Returns the location of an offset; offsets must not decrease between calls.
    private mutating func place(at offset: Int) -> TextCursor.Place { cursor.advance(to: offset, in: text) }
}

/// Detects repeated keys without keeping the keys.
///
/// It stores 64-bit hashes up to a limit, so memory use is bounded. Missing a repetition, or the unlikely hash
/// collision, only affects a finding; the texts are emitted in any case.
private struct KeyMemory {
    private static let limit = 1 << 16
    private static let reportLimit = 100

    private var fingerprints: Set<Int> = []
    private var reported = 0

    mutating func isRepeated(_ key: String) -> Bool {
        let fingerprint = key.hashValue
        let isKnown =
            fingerprints.count < Self.limit
            ? !fingerprints.insert(fingerprint).inserted : fingerprints.contains(fingerprint)
        if isKnown { reported += 1 }
        return isKnown && reported <= Self.reportLimit
    }
}

extension JSONScanner.Problem {
    fileprivate var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() }
}
