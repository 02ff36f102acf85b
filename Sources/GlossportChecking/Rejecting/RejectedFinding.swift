package import GlossportReading

/// A finding that concerns the vendor.
package struct RejectedFinding: Sendable {
    package var finding: Finding
    package var fingerprint: FindingID
    package var place: Place
    /// The unit at the finding's place, if there is one.
    package var unit: TranslationUnit?
    /// The key that a unit has or should have.
    package var key: String?
    /// The text that was to be translated, where it is known.
    package var source: String?
    /// The keys that are missing where a whole message is, each with its source text.
    var missing: [(key: String, source: String?)] = []
    /// The locale as the vendor writes it.
    package var locale: String?

    /// Where the vendor finds what it is about.
    package enum Place: Sendable, Hashable {
        /// At a unit, exactly.
        case unit
        /// Somewhere in a file, as its reader says; perhaps in a unit.
        case inside
        /// A file as a whole.
        case file
        /// Nowhere, for it was not delivered.
        case nowhere
    }

    /// Takes a finding; `nil` for what is the team's own concern: pictures, the project file.
    ///
    /// - Parameters:
    ///   - finding: The finding to send back.
    ///   - review: All that was read.
    ///   - texts: Its texts, by what is asked for each finding.
    ///   - wasDelivered: Whether its place is in a file that was read.
    ///   - isReaders: Whether the reader of that file says it.
    init?(_ finding: Finding, in review: Review, _ texts: RejectedTexts, wasDelivered: Bool, isReaders: Bool) {
        guard finding.audience != .teamAlone else { return nil }
        let record = review.record(of: finding)
        if isReaders {
            place = .inside
        } else if wasDelivered, let field = finding.field {
            let isMissing = record != nil && Field(name: field).map { record?.fields[$0] == nil } ?? false
            place = isMissing ? .nowhere : .unit
        } else if wasDelivered || Collector.rules.contains(where: { $0.id == finding.rule }) {
            place = .file
        } else if finding.message ?? finding.locale != nil {
            place = .nowhere
        } else {
            return nil
        }
        guard !texts.follows(finding) else { return nil }
        self.finding = finding
        fingerprint = review.id(of: finding)
        key =
            finding.key ?? review.text(of: finding)?.key
            ?? finding.message.flatMap { message in
                finding.field.map { texts.keys(for: finding).key(message: message, field: $0) }
            }
        locale =
            record?.deliveredLocale
            ?? finding.locale.map { code in
                let uses = review.catalog.locales.filter { $0.resolution.locale?.code == code }
                return uses.max { $0.units < $1.units }?.delivered ?? code
            }
        source = review.text(of: finding)?.source
        guard let message = finding.message, source == nil else { return }
        let sources = texts.sources[message] ?? [:]
        if let field = finding.field {
            source = Field(name: field).flatMap { sources[$0] }
        } else if place == .nowhere {
            missing = sources.sorted { $0.key < $1.key }.map { field, text in
                (texts.keys(for: finding).key(message: message, field: field), text)
            }
        }
    }

    /// Where its file is written into: at the finding, and for a text that was delivered twice also at the first of the two.
    ///
    /// A vendor who sees only one of them sends it back unchanged, which would decide for the other by accident.
    var places: [SourceLocation] {
        guard let location = finding.location, place == .unit || place == .inside else { return [] }
        let isTwice = [DuplicateText.id, RepeatedText.id].contains(finding.rule)
        let others = isTwice ? finding.related : []
        return [location] + others.filter { $0.path == location.path }
    }

    /// The annotations written into a file.
    var annotations: [Annotation] {
        places.map { location in
            Annotation(
                [finding.text, remedy].compactMap(\.self).joined(separator: " "),
                rule: finding.rule,
                kind: rule?.annotation ?? .inaccurate,
                locale: finding.locale,
                at: TextCursor.Place(line: location.line, column: location.column)
            )
        }
    }

    /// The request to the vendor; `nil` if the team has to act.
    package var remedy: String? { rule?.request ?? (finding.audience == .vendor ? finding.remedy : nil) }

    private var rule: (any Rule.Type)? { RuleSet.byID[finding.rule] }
}
