/// A defect of a table as a whole, found before any of its rows is read.
struct HeaderProblem: Error, Sendable {
    var rule: TableRule
    var severity = Severity.error
    var text: String
    var remedy: String
    /// Most remedies are options, which the vendor does not have.
    var audience = Finding.Audience.team
    var place: TextPosition?
    var related: [TextPosition] = []
    /// How many columns of the row are understood.
    var understood = 0
    /// Whether the options name a column that is not there, or there twice.
    var isReference = false

    /// The problem as a finding.
    func finding(in path: String, _ format: TableFormat) -> Finding {
        Finding(
            format.id(rule),
            severity,
            text,
            remedy: remedy,
            for: audience,
            at: (place ?? TextPosition()).location(in: path),
            related: related.map { $0.location(in: path) }
        )
    }
}

extension [String] {
    /// At most `limit` names in quotes, and how many more there are.
    public func listed(limit: Int = 6) -> String {
        let shown = prefix(limit).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        return count > limit ? shown + " and \(count - limit) more" : shown
    }
}
