import GlossportProject
import GlossportReading

/// Links consequences to their causes: a text is probably missing because its file could not be read.
enum Consequences {
    private static let possible: Set<RuleID> = [
        MissingField.id, MessageMissingInLocale.id, ExpectedLocaleMissing.id, MessageNotDelivered.id,
    ]

    /// Adds to each finding about a missing text the error that probably caused it.
    ///
    /// The cause is an error in the same text, or one about a whole file.
    ///
    /// - Parameters:
    ///   - findings: The catalog's findings.
    ///   - files: The files read.
    ///   - locales: The locale of each of the vendor's identifiers.
    ///   - causes: The readers' findings.
    ///   - keys: The project's pattern of keys.
    /// - Returns: The same findings in the same order, with remedies that name the probable cause.
    static func explain(
        _ findings: [Finding],
        files: [FileReport],
        locales: [Catalog.LocaleUse],
        causes: [Finding],
        keys: KeyPattern
    ) -> [Finding] {
        let errors = causes.filter { $0.severity == .error && $0.location != nil }.sorted()
        guard !errors.isEmpty else { return findings }
        let patterns = Dictionary(files.map { ($0.path, $0.keys ?? keys) }) { first, _ in first }
        let errorsByFile = Dictionary(grouping: errors) { $0.location?.path ?? "" }
        let cut = errorsByFile.reduce(into: [:]) { $0[$1.key] = Causes($1.value, patterns[$1.key] ?? keys) }
        let unread = files.filter { $0.summary.units == 0 }.compactMap { errorsByFile[$0.path]?.first?.location }
            .map { (place: $0, locale: SourceFile(path: $0.path).pathLocale) }
        let codes = Dictionary(locales.map { ($0.delivered, $0.resolution.locale?.code) }) { first, _ in first }
        return findings.map { finding in
            guard possible.contains(finding.rule) else { return finding }
            var explained = finding
            if let place = finding.location {
                guard let cause = cut[place.path]?.first(of: finding) else { return finding }
                explained.remedy = "Probably caused by the error at \(cause)."
                explained.related.append(cause)
            } else if let cause = Self.firstError(for: finding, files, codes, cut) {
                explained.remedy.append(" Is it after the error at \(cause)?")
                explained.related.append(cause)
            } else {
                // The locale of an unread file is unknown, unless its path contains it.
                let possible = unread.filter { file in
                    guard let named = file.locale, let locale = finding.locale else { return true }
                    return !LanguageTag.contradict(named, locale)
                }.map(\.place)
                guard let first = possible.first else { return finding }
                let others =
                    possible.count > 1
                    ? " and \(possible.count - 1) more that could not be read" : ", which could not be read"
                explained.remedy.append(" Is it in \(first.path)\(others)?")
                explained.related += possible
            }
            return explained
        }
    }

    private struct Causes {
        /// The first error that does not concern a single text.
        private var ofAll: SourceLocation?
        /// The first error about each field, by message.
        private var ofTexts: [String: [String: SourceLocation]] = [:]

        /// - Parameters:
        ///   - errors: The errors, sorted.
        ///   - keys: The pattern of the file's keys.
        init(_ errors: [Finding], _ keys: KeyPattern) {
            for error in errors {
                if let key = error.key {
                    guard case .field(let message, let field) = keys.match(key) else { continue }
                    ofTexts[message, default: [:]][field.name] = ofTexts[message]?[field.name] ?? error.location
                } else {
                    ofAll = ofAll ?? error.location
                }
            }
        }

        func first(of finding: Finding) -> SourceLocation? {
            let texts = finding.message.flatMap { ofTexts[$0] } ?? [:]
            let own = finding.field.map { name in texts[name].map { [$0] } ?? [] } ?? Array(texts.values)
            return ([ofAll].compactMap(\.self) + own).min()
        }
    }

    /// The first error in a file that has texts in the finding's locale.
    private static func firstError(
        for finding: Finding,
        _ files: [FileReport],
        _ codes: [String: String?],
        _ causes: [String: Causes]
    ) -> SourceLocation? {
        guard let locale = finding.locale else { return nil }
        return files.lazy.compactMap { file in
            let cause = causes[file.path]?.first(of: finding)
            return file.locales.contains { codes[$0] == locale } ? cause : nil
        }.first
    }
}
