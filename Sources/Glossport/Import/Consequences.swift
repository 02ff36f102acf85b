/// Tells consequences from causes: a text that is missing because its file could not be read is not the vendor's omission.
enum Consequences {
    private static let possible: Set<RuleID> = [
        "missing-field", "message-missing-in-locale", "expected-locale-missing",
    ]

    /// Findings whose remedy points at the error that they most likely follow from.
    ///
    /// - Parameters:
    ///   - findings: The catalog's findings.
    ///   - files: What was read.
    ///   - causes: The readers' findings.
    static func explain(_ findings: [Finding], files: [FileReport], causes: [Finding]) -> [Finding] {
        let errors = causes.filter { $0.severity == .error && $0.location != nil }
        guard !errors.isEmpty else { return findings }
        let cut = Dictionary(grouping: errors, by: { $0.location?.path ?? "" }).compactMapValues { $0.min()?.location }
        let unread = files.first { $0.summary.units == 0 && cut[$0.path] != nil }.flatMap { cut[$0.path] }
        return findings.map { finding in
            guard possible.contains(finding.rule) else { return finding }
            guard let cause = finding.location.flatMap({ cut[$0.path] }) ?? (finding.location == nil ? unread : nil)
            else { return finding }
            var explained = finding
            explained.remedy = "It probably follows from the error at \(cause)."
            explained.related.append(cause)
            return explained
        }
    }
}
