/// A defect of a whole table, found before any row below its header is read.
struct HeaderProblem: Error, Sendable {
    var rule: TableRule
    var severity = Severity.error
    var text: String
    var remedy: String
    /// Most remedies are options, which vendors do not have.
    var audience = Finding.Audience.team
    /// The request to the vendor if the remedy consists of options.
    private var request: String? {
        guard audience == .team, severity == .error, !isInvalidReference else { return nil }
        return rule == .noLocale
            ? "Tell us the language of this table."
            : "Send the table with one row of headings: key, source, and a column for each language, such as de-DE."
    }
    var place: TextPosition?
    var related: [TextPosition] = []
    var understood = 0
    /// Whether the options name a missing or ambiguous column.
    var isInvalidReference = false

    func finding(in path: String, _ format: TableFormat) -> Finding {
        Finding(
            format.id(rule),
            severity,
            text,
            remedy: remedy,
            for: audience,
            request: request,
            at: (place ?? TextPosition()).location(in: path),
            related: related.map { $0.location(in: path) }
        )
    }
}

extension [String] {
    /// Lists at most `limit` names in quotation marks, and the number of further names.
    public func listed(limit: Int = 6) -> String {
        let shown = prefix(limit).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        return count > limit ? shown + " and \(count - limit) more" : shown
    }
}
