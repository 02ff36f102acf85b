import GlossportReading

/// One `file` element, whose units share languages and origin.
struct FileElement {
    var original: String? {
        didSet { isStringsDictionary = original?.hasSuffix(".stringsdict") ?? false }
    }
    var choice = LocaleChoice(option: nil, attribute: nil, folder: nil)
    var isIncluded = true
    /// Whether it contains units that were emitted or counted.
    var hasUnits = false
    var others = 0
    var tradosContexts = TradosContexts()
    /// Whether its units are parts of plural rules.
    private(set) var isStringsDictionary = false
}

struct Tally {
    private static let kept = 20

    var summary = ReadSummary()
    var files = 0
    /// The number of opaque keys, counted until the first readable key.
    var opaqueKeys = 0
    var hasReadableKey = false
    var exampleKey = ""
    /// The context that is most likely a key: a string's key of Trados, otherwise the first one in or around a unit.
    private(set) var keyContext: (type: String, text: String)?
    private(set) var sourceLanguages: [String] = []
    private(set) var targetLanguages: [String] = []
    private(set) var locales: [LocaleChoice] = []

    mutating func skip(_ reason: String) { summary.skipped[reason, default: 0] += 1 }

    mutating func record(source: String?, target: String?) {
        Self.add(source, to: &sourceLanguages)
        Self.add(target, to: &targetLanguages)
    }

    mutating func record(_ choice: LocaleChoice) {
        if locales.count < Self.kept, !locales.contains(choice) { locales.append(choice) }
    }

    /// Records a locale declared by a file element, its target, the folder or the file's name.
    mutating func declare(_ locale: String, at place: SourceLocation) {
        if summary.declared.count < Self.kept { summary.declare(locale, at: place) }
    }

    /// Records a key if the `key` option is not set.
    mutating func record(key: String) {
        if hasReadableKey { return }
        if Self.isOpaque(key) {
            opaqueKeys += 1
            if exampleKey.isEmpty { exampleKey = key.shortened }
        } else {
            hasReadableKey = true
        }
    }

    /// Records a context, which may be the key in a file with opaque keys.
    mutating func record(context type: String, _ text: String) {
        // Trados may write other contexts, such as a field's name, before a string's key.
        let isBetter = type == TradosContexts.stringKey && keyContext?.type != type
        if keyContext != nil && !isBetter || type.isEmpty || Self.isOpaque(text) { return }
        if text.utf8.allSatisfy({ $0 > 0x20 }) { keyContext = (type, text) }
    }

    private static func add(_ language: String?, to languages: inout [String]) {
        guard let language, languages.count < kept, !languages.contains(language) else { return }
        languages.append(language)
    }

    /// Whether a key is a tool's internal number: `17`, a GUID, or a Phrase job's `AKvB…:12`.
    private static func isOpaque(_ key: String) -> Bool {
        let bytes = key.utf8
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        if bytes.allSatisfy(isDigit) { return true }
        if bytes.count >= 32, bytes.allSatisfy({ $0 == 0x2D || Character(Unicode.Scalar($0)).isHexDigit }) {
            return true
        }
        let pieces = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return pieces.count == 2 && pieces[0].count >= 16 && !pieces[1].isEmpty && pieces[1].allSatisfy(isDigit)
    }
}

/// Limits repeated findings about one file.
struct ReportedOnce {
    private static let limit = 32
    private var reported: Set<String> = []

    /// Records a fact; returns whether it has not been reported yet, or `false` after too many different facts.
    mutating func isNew(_ what: String) -> Bool { reported.count < Self.limit && reported.insert(what).inserted }
}
