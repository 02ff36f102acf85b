/// A problem that a rule or a reader found in a unit, a record or a file.
public struct Finding: Sendable, Hashable, Encodable {
    /// The rule that was broken.
    public var rule: RuleID
    /// How bad it is.
    ///
    /// Readers give the default; the project file may change it.
    public var severity: Severity
    /// The problem, as one sentence with the figures in it.
    public var text: String
    /// The remedy, as one sentence.
    public var remedy: String
    /// The audience that can follow the remedy.
    public var audience: Audience
    /// The thing that the vendor is asked to do where the remedy has words for the team, as one sentence.
    public var request: String?
    /// Where it is; `nil` for what is nowhere, such as a missing locale.
    public var location: SourceLocation?
    /// Other places that belong to it, such as the first of two duplicates.
    public var related: [SourceLocation]
    /// The locale, as the App Store writes it where it could be mapped, else as the vendor does.
    public var locale: String?
    /// The second locale of a finding about two, such as exchanged columns.
    package var otherLocale: String?
    /// The message's name.
    public var message: String?
    /// The field, as keys write it: `header`, `bullets.1.text`.
    public var field: String?
    /// The unit's key, where a reader's finding is about one unit: it is settled once a correction of that unit is delivered.
    public var key: String?
    /// The text that it is about, as it is.
    public var excerpt: String?
    /// The place in the ``excerpt``; empty where something is missing, `nil` where the text as a whole is meant.
    public var range: TextRange?
    /// Today's source text, where the finding is about a change of it: after the next change it is another finding.
    package var source: String?

    /// The audience that can follow a remedy.
    public enum Audience: String, Sendable, Hashable, Encodable {
        /// The author of the file: the vendor is sent the finding and the remedy.
        case vendor
        /// The team, which changes the project or calls this program otherwise: the vendor is sent the finding only with a ``Finding/request``.
        case team
    }

    /// The sentence for the vendor; `nil` if the finding is not for vendors.
    package var vendorRequest: String? { request ?? (audience == .vendor ? remedy : nil) }

    /// Every locale that it is about.
    package var locales: [String] { [locale, otherLocale].compactMap(\.self) }

    /// Makes a finding.
    ///
    /// - Parameters:
    ///   - rule: The rule that was broken.
    ///   - severity: How bad it is.
    ///   - text: The problem, as one sentence with a full stop.
    ///   - remedy: The remedy, as one sentence.
    ///   - audience: The audience that can follow the remedy.
    ///   - request: The thing that the vendor is asked to do where the remedy has words for the team.
    ///   - location: Where it is.
    ///   - related: Other places that belong to it.
    ///   - locale: The locale that it is about.
    ///   - message: The message that it is about.
    ///   - field: The field that it is about.
    public init(
        _ rule: RuleID,
        _ severity: Severity,
        _ text: String,
        remedy: String,
        for audience: Audience = .vendor,
        request: String? = nil,
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
        self.audience = audience
        self.request = request
        self.location = location
        self.related = related
        self.locale = locale
        self.message = message
        self.field = field
    }
}

extension Finding: Comparable {
    /// By place, then by locale, message, field and rule; what has no place comes last.
    public static func < (left: Finding, right: Finding) -> Bool {
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
