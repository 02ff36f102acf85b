package import GlossportReading

/// A person's decision that a finding is all right.
package struct Acceptance: Sendable, Hashable, Encodable {
    /// The accepted finding.
    package var finding: FindingID
    package var by: String
    package var why: String
    /// The last day on which it holds, `YYYY-MM-DD`; forever, if there is none.
    package var until: String?
    /// Its place in the project file.
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

    /// Whether it still holds.
    ///
    /// - Parameter today: `YYYY-MM-DD`.
    /// - Returns: Whether the finding is left out.
    package func holds(on today: String) -> Bool { until.map { today <= $0 } ?? true }

    /// Whether another one, which may be in another place, is equal.
    func isSame(as other: Acceptance) -> Bool {
        (finding, by, why, until) == (other.finding, other.by, other.why, other.until)
    }

    /// Whether a text is a day, `YYYY-MM-DD`.
    package static func isDay(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
            let month = Int(match.output.2), let day = Int(match.output.3)
        else { return false }
        return (1...12).contains(month) && (1...31).contains(day)
    }
}
