/// A remark on a place in a delivered file, for those who wrote it.
public struct Annotation: Sendable, Hashable {
    /// The location of a unit exactly as its reader gives it, or any place inside of one.
    public var place: TextCursor.Place
    /// The rule that was broken.
    public var rule: RuleID
    /// The problem and the remedy, as whole sentences.
    public var text: String
    /// The kind of mistake.
    public var kind: Kind
    /// The locale, where one file or one row may hold several.
    public var locale: String?

    /// The kinds of mistakes that translation tools tell apart.
    public enum Kind: Sendable, Hashable {
        /// The text is too long.
        case length
        /// A sentence is wrong.
        case grammar
        /// All others.
        case inaccurate
    }

    /// Makes an annotation.
    ///
    /// - Parameters:
    ///   - text: The problem and the remedy, as whole sentences.
    ///   - rule: The rule that was broken.
    ///   - kind: The kind of mistake.
    ///   - locale: The locale, where one file or one row may hold several.
    ///   - place: The location of a unit exactly as its reader gives it, or any place inside of one.
    public init(
        _ text: String,
        rule: RuleID,
        kind: Kind = .inaccurate,
        locale: String? = nil,
        at place: TextCursor.Place
    ) {
        self.place = place
        self.rule = rule
        self.text = text
        self.kind = kind
        self.locale = locale
    }

    /// The sentences on one line, without characters that are invisible or not allowed in files, and the rule's id.
    public var remark: String { "\(Self.line(text)) [\(rule.rawValue)]" }

    /// A text on one line.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text without line ends, tabs and invisible characters.
    public static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }).namingUnprintables()
    }
}
