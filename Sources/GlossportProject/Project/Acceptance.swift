package import GlossportReading

/// A person's decision to accept a finding, from `accept:` in the project file.
package struct Acceptance: Sendable, Hashable, Encodable {
    package var finding: FindingID
    package var by: String
    package var why: String
    /// The last day on which it applies, as `YYYY-MM-DD`; `nil` if it does not expire.
    package var until: String?
    package var place: SourceLocation?

    private enum CodingKeys: CodingKey {
        case finding, by, why, until
    }

    package init(finding: FindingID, by: String, why: String, until: String? = nil, place: SourceLocation? = nil) {
        self.finding = finding
        self.by = by
        self.why = why
        self.until = until
        self.place = place
    }

    /// Whether the decision still applies.
    ///
    /// - Parameter today: The date as `YYYY-MM-DD`.
    /// - Returns: Whether the finding is suppressed.
    package func holds(on today: String) -> Bool { until.map { today <= $0 } ?? true }
}
