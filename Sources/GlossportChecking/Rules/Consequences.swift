import GlossportReading

/// Tells consequences from causes: a text that is missing because its file could not be read is not the vendor's omission.
enum Consequences {
    private static let possible: Set<RuleID> = [
        MissingField.id, MessageMissingInLocale.id, ExpectedLocaleMissing.id, MessageNotDelivered.id,
    ]

    /// Findings whose remedy points at the error that they most likely follow from.
    ///
    /// - Parameters:
    ///   - findings: The catalog's findings.
    ///   - files: The files read.
    ///   - locales: Which locale each of the vendor's identifiers means.
    ///   - causes: The readers' findings.
    /// - Returns: The same findings, in the same order.
    static func explain(
        _ findings: [Finding],
        files: [FileReport],
        locales: [Catalog.LocaleUse],
        causes: [Finding]
    ) -> [Finding] {
        let errors = causes.filter { $0.severity == .error && $0.location != nil }
        guard !errors.isEmpty else { return findings }
        let cut = Dictionary(grouping: errors, by: { $0.location?.path ?? "" }).compactMapValues { $0.min()?.location }
        let unread = files.filter { $0.summary.units == 0 && cut[$0.path] != nil }.compactMap { cut[$0.path] }
        let codes = Dictionary(locales.map { ($0.delivered, $0.resolution.locale?.code) }) { first, _ in first }
        return findings.map { finding in
            guard possible.contains(finding.rule) else { return finding }
            var explained = finding
            if let place = finding.location {
                guard let cause = cut[place.path] else { return finding }
                explained.remedy = "Probably caused by the error at \(cause)."
                explained.related.append(cause)
            } else if let cause = Self.firstError(in: finding.locale, files, codes, cut) {
                explained.remedy.append(" Is it after the error at \(cause)?")
                explained.related.append(cause)
            } else if let first = unread.first {
                // Which locale an unread file is in can't be known, so it is only a possibility.
                let others =
                    unread.count > 1
                    ? " and \(unread.count - 1) more that could not be read" : ", which could not be read"
                explained.remedy.append(" Is it in \(first.path)\(others)?")
                explained.related += unread
            }
            return explained
        }
    }

    /// The first error in a file that has texts in this locale.
    private static func firstError(
        in locale: String?,
        _ files: [FileReport],
        _ codes: [String: String?],
        _ cut: [String: SourceLocation]
    ) -> SourceLocation? {
        guard let locale else { return nil }
        return files.first { file in cut[file.path] != nil && file.locales.contains { codes[$0] == locale } }
            .flatMap { cut[$0.path] }
    }
}
