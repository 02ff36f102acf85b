/// What a rule or a reader says about a unit, a record or a file.
package struct Finding: Sendable, Hashable, Codable {
    /// The rule that was broken.
    package var rule: RuleID
    /// How bad it is.
    ///
    /// Readers give the default; the project file may change it.
    package var severity: Severity
    /// What is wrong, as one sentence with the figures in it.
    package var text: String
    /// What to do about it, as one sentence.
    package var remedy: String
    /// Where it is; `nil` for what is nowhere, such as a missing locale.
    package var location: SourceLocation?
    /// Other places that belong to it, such as the first of two duplicates.
    package var related: [SourceLocation]
    /// The locale, as the App Store writes it where it could be mapped, else as the vendor does.
    package var locale: String?
    /// The message's name.
    package var message: String?
    /// The field, as keys write it: `header`, `bullets.1.text`.
    package var field: String?

    package init(
        _ rule: RuleID,
        _ severity: Severity,
        _ text: String,
        remedy: String,
        at location: SourceLocation?,
        related: [SourceLocation] = [],
        locale: String? = nil,
        message: String? = nil,
        field: String? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.text = text
        self.remedy = remedy
        self.location = location
        self.related = related
        self.locale = locale
        self.message = message
        self.field = field
    }
}

extension Finding: Comparable {
    /// By place, then by locale, message, field and rule; what has no place comes last.
    package static func < (left: Finding, right: Finding) -> Bool {
        switch (left.location, right.location) {
        case (let l?, let r?) where l != r: l < r
        case (_?, nil): true
        case (nil, _?): false
        default: left.rest < right.rest
        }
    }

    private var rest: [String] { [locale ?? "", message ?? "", field ?? "", rule.rawValue, text] }
}

extension [String] {
    fileprivate static func < (left: [String], right: [String]) -> Bool { left.lexicographicallyPrecedes(right) }
}
