import GlossportChecking
package import GlossportProject
package import GlossportReading

/// A finding prepared for reports: every text can be displayed safely, and it has a place if at all possible.
package struct ReportedFinding: Sendable {
    package var rule: RuleID
    package var severity: Severity
    /// The finding's message; for a file in an archive or a sheet, with the place inside it.
    package var text: String
    /// The text that it concerns, shortened and with the place marked.
    package var excerpt: String?
    /// The same text in full, without marks.
    package var snippet: String?
    package var range: TextRange?
    package var remedy: String
    /// `nil` only if neither a file nor a project file was read.
    package var place: Place?
    /// Whether the finding has no location; ``place`` is then a substitute, such as the line of the project file that
    /// requires a missing item.
    var lacksLocation: Bool
    package var related: [Place]
    package var locale: String?
    package var message: String?
    package var field: String?
    package var fingerprint: FindingID

    package struct Place: Sendable, Hashable {
        /// The file on the disk, relative to the repository's folder, or as an absolute path if it is outside.
        ///
        /// The path is not escaped for display.
        package var path: String
        /// The file within the archive at ``path``, or the sheet within the workbook.
        package var innerPath: String?
        /// The line in the file on the disk; 1 if there is an ``innerPath``.
        package var line: Int
        package var column: Int
        /// Path, line and column as editors write them, escaped for display.
        package var description: String
    }
}

extension ReportedFinding {
    /// The maximum number of characters of an excerpt.
    private static let longestExcerpt = 200

    init(_ finding: Finding, in review: Review, at places: ReportPlaces) {
        rule = RuleID(rawValue: finding.rule.rawValue.namingUnprintables())
        severity = finding.severity
        place = places.place(of: finding)
        lacksLocation = finding.location == nil
        text = finding.text.namingUnprintables()
        if let inner = place?.innerPath, let location = finding.location {
            text += " (In the file: \("\(inner):\(location.line):\(location.column)".namingUnprintables()))"
        }
        let marked = MarkedText(finding)
        excerpt = marked?.line(within: Self.longestExcerpt)
        (snippet, range) = (marked?.text, marked?.range)
        remedy = finding.remedy.namingUnprintables()
        related = finding.related.map(places.place)
        locale = finding.locale?.namingUnprintables()
        message = finding.message?.namingUnprintables()
        field = finding.field?.namingUnprintables()
        fingerprint = review.id(of: finding)
    }

    /// The subject: a field or a message, otherwise the rule.
    var subject: String {
        if let message { return Report.Subject.name(message, field) }
        return rule.rawValue
    }
}
