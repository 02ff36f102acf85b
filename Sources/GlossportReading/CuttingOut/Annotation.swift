/// What is to be said of a place in a delivered file to those who wrote it.
package struct Annotation: Sendable, Hashable {
    /// The location of a unit exactly as its reader gives it, or any place inside of one.
    package var place: TextCursor.Place
    /// The rule that was broken.
    package var rule: RuleID
    /// What is wrong and what to do, as whole sentences.
    package var text: String
    /// What kind of mistake it is.
    package var kind: Kind
    /// The locale, where one file or one row may hold several.
    package var locale: String?

    /// The kinds of mistakes that translation tools tell apart.
    package enum Kind: Sendable, Hashable {
        case length
        case grammar
        /// All others.
        case inaccurate
    }

    package init(
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
    package var remark: String { "\(Self.line(text)) [\(rule.rawValue)]" }

    /// A text on one line.
    package static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }).namingUnprintables()
    }
}
