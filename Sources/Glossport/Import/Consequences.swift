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
    /// - Returns: The same findings, in the same order.
    static func explain(_ findings: [Finding], files: [FileReport], causes: [Finding]) -> [Finding] {
        let errors = causes.filter { $0.severity == .error && $0.location != nil }
        guard !errors.isEmpty else { return findings }
        let cut = Dictionary(grouping: errors, by: { $0.location?.path ?? "" }).compactMapValues { $0.min()?.location }
        let unread = files.filter { $0.summary.units == 0 && cut[$0.path] != nil }.compactMap { cut[$0.path] }
        return findings.map { finding in
            guard possible.contains(finding.rule) else { return finding }
            var explained = finding
            if let place = finding.location {
                guard let cause = cut[place.path] else { return finding }
                explained.remedy = "It probably follows from the error at \(cause)."
                explained.related.append(cause)
            } else if let first = unread.first {
                // Which locale an unread file is in can't be known, so it is only a possibility.
                let others =
                    unread.count > 1
                    ? " and \(unread.count - 1) more that could not be read" : ", which could not be read"
                explained.remedy += " Or does it stand in \(first.path)\(others)?"
                explained.related += unread
            }
            return explained
        }
    }
}
