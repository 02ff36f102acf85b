/// A remark on a place in a delivered file, for those who wrote it.
public struct Annotation: Sendable, Hashable {
    /// The location of a unit exactly as its reader gives it, or any place inside of one.
    public var place: TextCursor.Place
    /// The rule that was broken.
    public var rule: RuleID
    /// What is wrong and what to do, as whole sentences.
    public var text: String
    /// What kind of mistake it is.
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
    ///   - text: What is wrong and what to do, as whole sentences.
    ///   - rule: The rule that was broken.
    ///   - kind: What kind of mistake it is.
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

    /// The sentences on one line, without characters that a file can't hold or nobody sees, and the rule's id.
    public var remark: String { "\(Self.line(text)) [\(rule.rawValue)]" }

    /// A text on one line.
    ///
    /// - Parameter text: Any text.
    /// - Returns: It without line ends, tabs and characters that nobody sees.
    public static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }).namingUnprintables()
    }
}
