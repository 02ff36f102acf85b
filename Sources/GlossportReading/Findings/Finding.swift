/// A problem that a rule or a reader found in a unit, a record or a file.
public struct Finding: Sendable, Hashable, Encodable {
    /// The rule that was broken.
    public var rule: RuleID
    /// The severity.
    ///
    /// Readers set the default; the project file may change it.
    public var severity: Severity
    /// The problem, in one or two sentences that include the relevant numbers.
    public var text: String
    /// The remedy, usually one sentence.
    public var remedy: String
    /// The audience that can apply the remedy.
    public var audience: Audience
    /// The request to the vendor, usually one sentence; `nil` if it is the remedy, or if there is none.
    public var request: String?
    /// The location; `nil` if the problem has none, such as a missing locale.
    public var location: SourceLocation?
    /// Related locations, such as the first of two duplicates.
    public var related: [SourceLocation]
    /// The locale, in the App Store's spelling if it could be mapped, otherwise in the vendor's.
    public var locale: String?
    /// The second locale of a finding about two locales, such as swapped columns.
    package var otherLocale: String?
    /// The message's name.
    public var message: String?
    /// The field, in the notation of keys: `header`, `bullets.1.text`.
    public var field: String?
    /// The unit's key if a reader's finding is about one unit; a corrected delivery of that unit resolves the finding.
    public var key: String?
    /// The affected text, unchanged.
    public var excerpt: String?
    /// The affected part of ``excerpt``; empty if something is missing there, `nil` if the finding is about the whole
    /// text.
    public var range: TextRange?
    /// The current source text if the finding is about a change to it, so that each further change yields a new
    /// finding.
    package var source: String?

    /// The audience that can apply a remedy.
    public enum Audience: String, Sendable, Hashable, Encodable {
        /// The author of the file: the vendor receives the finding with its ``Finding/request``, otherwise the remedy.
        case vendor
        /// The team, which changes the project or runs another command: the vendor receives the finding only if it has
        /// a ``Finding/request``.
        case team
    }

    /// The sentence for the vendor; `nil` if the finding is not sent to vendors.
    package var vendorRequest: String? { request ?? (audience == .vendor ? remedy : nil) }

    package var locales: [String] { [locale, otherLocale].compactMap(\.self) }

    /// Creates a finding.
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
    /// Orders by location, locale, message, field, rule and text; findings without a location come last.
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
