/// The meaning of one header, derived from its words: `Status DE`, `text[de-DE]`, `Source (en-US)`, `Header (66)`.
///
/// Every word must be known, with four exceptions: remarks after a complete code (`ja-JP - Tanaka`), remarks in
/// brackets after a role (`Key (do not edit)`), words on the other side of a slash (`FRENCH / …`), and words beside one
/// that is reserved for notes (`Client comment`).
struct HeaderMeaning: Sendable {
    enum Subject: Sendable, Hashable {
        case role(ColumnRole)
        /// A field of a record, such as `bullets.1.text`.
        case field(String)
        case needless
        /// A state that the cells confirm or deny; `isText` if the column may contain texts instead.
        case flag(TranslationState, isText: Bool)
        /// Texts in ``locales``; if that is empty, newer or older versions of another column's texts.
        case locale
        case unknown
    }

    /// Whether the texts replace others or are replaced.
    enum Age: Int, Sendable, Comparable {
        case older = -1
        case plain = 0
        case newer = 1

        static func < (left: Age, right: Age) -> Bool { left.rawValue < right.rawValue }
    }

    private(set) var subject = Subject.unknown
    /// The named locales; several if one text serves several regions.
    private(set) var locales: [String] = []
    private(set) var age = Age.plain
    private(set) var isSource = false
    /// Whether the header marks the texts as not final: `draft`, `do not use`.
    private(set) var isDoubtful = false
    /// The words beside the locale in an unknown header: `label` in `label[fr]`.
    private(set) var stem: String?

    /// Whether the cell is most likely a header rather than a text, because it names a table column or a language.
    var isTypicalHeader: Bool {
        switch subject {
        case .role, .field, .needless: true
        case .locale: !locales.isEmpty
        case .flag, .unknown: false
        }
    }

    var isUnderstood: Bool { subject != .unknown }

    /// Whether the column may contain translations in ``locales``.
    var mayHoldTexts: Bool {
        switch subject {
        case .locale, .flag(_, isText: true): true
        default: false
        }
    }

    /// Whether a header is that of the package id column in a vendor package.
    static func isPackage(_ header: String) -> Bool { HeaderWord.plain(header) == "glossportpackage" }

    /// Whether a header is that of a read-only column in a vendor's workbook.
    static func isForTranslators(_ header: String) -> Bool {
        ["task", "whereitappears", "earliertext"].contains(HeaderWord.plain(header))
    }

    init(_ header: String) {
        let header = header.trimmingWhitespace
        guard !header.isEmpty else { return }
        // In a returned vendor package, only the id among the Glossport columns matters.
        if header.utf8.count > 9, HeaderWord.plain(header.prefix(9)) == "glossport" {
            subject = Self.isPackage(header) ? .role(.notes) : .needless
        } else if let word = HeaderWord(header), word != .filler, !(word == .older && LanguageCodes.isCode(header)) {
            subject = Self.subject([word], hasTexts: false, hasNumber: false) ?? .unknown
            age = Self.age([word])
            isSource = word == .role(.source)
        } else if let field = RecordField.name(of: header) {
            subject = .field(field)
        } else if ["localization", "localisation", "localizations"].contains(HeaderWord.plain(header)) {
            // App Store Connect's term for a locale; ambiguous in combination with other words.
            subject = .role(.locale)
        } else if LanguageCodes.isCode(header) {
            (subject, locales) = (.locale, [header])
        } else {
            let scan = HeaderScan(header)
            compose(scan)
            isDoubtful = scan.isDoubtful
            if isDoubtful { age = .older }
        }
    }

    private mutating func compose(_ scan: HeaderScan) {
        locales = scan.locales
        guard scan.isUnderstood, !scan.isContradictory else {
            // `Client comment` and `Internal notes (legal)` never name texts.
            if scan.words.contains(.role(.notes)), scan.isRemark {
                subject = .role(.notes)
            } else {
                stem = scan.isContradictory || locales.isEmpty ? nil : scan.stem
            }
            return
        }
        age = Self.age(scan.words)
        isSource = scan.words.contains(.role(.source))
        let hasTexts = !locales.isEmpty || scan.field != nil
        if let subject = Self.subject(scan.words, hasTexts: hasTexts, hasNumber: scan.hasNumber) {
            // A field may be combined with notes, states or numbers, but not with another text role.
            if let field = scan.field, [.role(.text), .locale].contains(subject) {
                self.subject = .field(field)
            } else if subject == .needless, !locales.isEmpty, !scan.words.contains(.limit) {
                // `Section DE` may contain texts; its cells decide.
                self.subject = .unknown
            } else {
                self.subject = subject
            }
        } else if let field = scan.field {
            subject = .field(field)
        } else if !locales.isEmpty {
            subject = .locale
        }
    }

    /// Returns the meaning of the combined words, in order of precedence; `nil` if there is none.
    private static func subject(_ words: Set<HeaderWord>, hasTexts: Bool, hasNumber: Bool) -> Subject? {
        let roles = words.compactMap { if case .role(let role) = $0 { role } else { nil } }
        func has(_ role: ColumnRole) -> Bool { roles.contains(role) }
        if has(.notes) { return .role(.notes) }
        // `French reference` is information for translators; `Reference ID` is a key.
        var words = words
        if words.remove(.reference) != nil, hasTexts || has(.text) { return .role(.notes) }
        if has(.state) { return .role(.state) }
        // With a number, the limit is only a remark, as in `Italian (max 66)`.
        if words.contains(.limit), !hasNumber || (!hasTexts && roles.isEmpty) { return .needless }
        if words.contains(.needless) { return .needless }
        // `content_field` and `Message text` are ambiguous.
        if words.count > 1, !has(.key), has(.message) || has(.field) { return .unknown }
        for role in [ColumnRole.key, .message, .field, .region, .locale] where has(role) {
            // `Source language` is the same in every row.
            return has(.source) && role != .key ? .needless : .role(role)
        }
        for case .finished(let state) in words { return .flag(state, isText: true) }
        for case .flag(let state) in words { return .flag(state, isText: false) }
        if hasTexts, has(.text) || has(.source) || words.contains(.newer) || words.contains(.older) { return .locale }
        if has(.source) { return .role(.source) }
        if has(.text) { return .role(.text) }
        return words.contains(.newer) || words.contains(.older) ? .locale : nil
    }

    private static func age(_ words: Set<HeaderWord>) -> Age {
        if words.contains(.older) { return .older }
        let isNewer = words.contains { if case .finished(let state) = $0 { state > .translated } else { $0 == .newer } }
        return isNewer ? .newer : .plain
    }
}
