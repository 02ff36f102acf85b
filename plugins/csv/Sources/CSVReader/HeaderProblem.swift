import GlossportReading

/// What is wrong with a file as a whole, before any of its rows is read.
struct HeaderProblem: Error, Equatable {
    var rule: RuleID
    var severity = Severity.error
    var text: String
    var remedy: String
    var place: TextPosition?
    var related: [TextPosition] = []

    /// The problem as a finding.
    func finding(in path: String) -> Finding {
        Finding(
            rule,
            severity,
            text,
            remedy: remedy,
            at: (place ?? TextPosition()).location(in: path),
            related: related.map { $0.location(in: path) }
        )
    }
}

extension [String] {
    /// At most `limit` names in quotes, and how many more there are.
    func listed(limit: Int = 6) -> String {
        let shown = prefix(limit).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        return count > limit ? shown + " and \(count - limit) more" : shown
    }
}
