package import GlossportReading

/// A finding that concerns the vendor.
package struct RejectedFinding: Sendable {
    package var finding: Finding
    package var fingerprint: Fingerprint
    package var place: Place
    /// The unit that stands where the finding points, if one does.
    package var unit: TranslationUnit?
    /// The key that a unit has or should have.
    package var key: String?

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
    ///   - finding: What is wrong.
    ///   - review: All that was read.
    ///   - wasDelivered: Whether its place is in a file that was read.
    ///   - isReaders: Whether the reader of that file says it.
    init?(_ finding: Finding, in review: Review, wasDelivered: Bool, isReaders: Bool) {
        if isReaders {
            place = .inside
        } else if wasDelivered, let field = finding.field {
            let record = review.record(of: finding)
            let isMissing = record != nil && Field(name: field).map { record?.fields[$0] == nil } ?? false
            place = isMissing ? .nowhere : .unit
        } else if wasDelivered || Collector.rules.contains(where: { $0.id == finding.rule }) {
            place = .file
        } else if finding.message ?? finding.locale != nil, !finding.rule.rawValue.hasPrefix("image-") {
            place = .nowhere
        } else {
            return nil
        }
        self.finding = finding
        fingerprint = review.fingerprint(of: finding)
        key =
            finding.key ?? review.text(of: finding)?.key
            ?? finding.message.flatMap { message in
                finding.field.map { review.project.keys.key(message: message, field: $0) }
            }
    }

    /// Where its file is written into: at the finding, and for a text that was delivered twice also at the first of the two.
    ///
    /// Who sees one of them alone sends it back as it is, and its coming would decide what nobody has decided.
    var places: [SourceLocation] {
        guard let location = finding.location, place == .unit || place == .inside else { return [] }
        let isTwice = ["duplicate-text", "repeated-text"].contains(finding.rule.rawValue)
        let others = isTwice ? finding.related : []
        return [location] + others.filter { $0.path == location.path }
    }

    /// What is written into a file.
    var annotations: [Annotation] {
        places.map { location in
            Annotation(
                [finding.text, remedy].compactMap(\.self).joined(separator: " "),
                rule: finding.rule,
                kind: Annotation.Kind(of: finding.rule),
                locale: finding.locale,
                at: TextCursor.Place(line: location.line, column: location.column)
            )
        }
    }

    /// What the vendor is to do; `nil` where it is the team that has to do something: ask the vendor, write into the project file, or call
    /// this program otherwise.
    package var remedy: String? {
        var isForTeam = false
        let words = finding.remedy.worded { means in
            isForTeam = true
            return means.description
        }
        let isTeams = isForTeam || ["vendor", "project file"].contains { words.lowercased().contains($0) }
        return isTeams ? nil : words
    }
}

extension Annotation.Kind {
    /// The kind of mistake that a rule finds.
    init(of rule: RuleID) {
        switch rule.rawValue {
        case "text-too-long", "text-length-unit", "length-suspicious", "xliff-longer-than-allowed": self = .length
        case "misspelt": self = .spelling
        case "doubled-word", "double-space", "end-punctuation", "unbalanced", "register-mixed", "french-spacing",
            "spanish-opening":
            self = .grammar
        default: self = .inaccurate
        }
    }
}
