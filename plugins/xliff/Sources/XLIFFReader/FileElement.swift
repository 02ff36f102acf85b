import GlossportReading

/// One `file` element: the units in it share languages and origin.
struct FileElement {
    var original: String? {
        didSet { isStringsDictionary = original?.hasSuffix(".stringsdict") ?? false }
    }
    var choice = LocaleChoice(option: nil, attribute: nil, folder: nil)
    /// Whether the option `fileFilter` lets it through.
    var isIncluded = true
    /// Whether a unit of it has been emitted.
    var hasUnits = false
    /// The number of its unwanted units.
    var others = 0
    /// Whether its units are the pieces of plural rules.
    private(set) var isStringsDictionary = false
}

/// The totals and properties of a file.
struct Tally {
    private static let kept = 20

    /// Unit elements that have begun.
    var entries = 0
    var units = 0
    /// The number of unwanted units.
    var others = 0
    var files = 0
    var skipped: [String: Int] = [:]
    /// Units whose key says nothing, as long as there was no other.
    var opaqueKeys = 0
    var hasReadableKey = false
    var exampleKey = ""
    /// The first context in a unit that may be a key instead.
    private(set) var keyContext: (type: String, text: String)?
    private(set) var sourceLanguages: [String] = []
    private(set) var targetLanguages: [String] = []
    private(set) var locales: [LocaleChoice] = []
    /// The locales declared by the file elements, their folder or their targets.
    private(set) var declared: [DeclaredLocale] = []

    mutating func skip(_ reason: String) { skipped[reason, default: 0] += 1 }

    mutating func see(source: String?, target: String?) {
        Self.add(source, to: &sourceLanguages)
        Self.add(target, to: &targetLanguages)
    }

    mutating func see(_ choice: LocaleChoice) {
        if locales.count < Self.kept, !locales.contains(choice) { locales.append(choice) }
    }

    mutating func declare(_ locale: String, at place: SourceLocation) {
        guard declared.count < Self.kept, !declared.contains(where: { $0.locale == locale }) else { return }
        declared.append(DeclaredLocale(locale: locale, place: place))
    }

    /// Records a key that was not chosen with the option `key`.
    mutating func see(key: String) {
        if hasReadableKey { return }
        if Self.isOpaque(key) {
            opaqueKeys += 1
            if exampleKey.isEmpty { exampleKey = key.shortened }
        } else {
            hasReadableKey = true
        }
    }

    /// Records a context, which may be the key in a file whose own keys say nothing.
    mutating func see(context type: String, _ text: String) {
        if keyContext != nil || type.isEmpty || Self.isOpaque(text) { return }
        if text.utf8.allSatisfy({ $0 > 0x20 }) { keyContext = (type, text) }
    }

    private static func add(_ language: String?, to languages: inout [String]) {
        guard let language, languages.count < kept, !languages.contains(language) else { return }
        languages.append(language)
    }

    /// Whether a key is a tool's own number: `17`, a GUID, or a Phrase job's `AKvB…:12`.
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

/// The facts about one file that were reported already.
struct ReportedOnce {
    private static let limit = 32
    private var said: Set<String> = []

    /// Whether this has not been said yet; after many different things, nothing more is new.
    mutating func isNew(_ what: String) -> Bool { said.count < Self.limit && said.insert(what).inserted }
}
