import GlossportChecking
package import GlossportProject
package import GlossportReading

/// A finding as reports tell of it: every text can be shown as it is, and it has a place wherever one can be thought of.
package struct ReportedFinding: Sendable {
    package var rule: RuleID
    package var severity: Severity
    /// The finding's text; for a file in an archive or a sheet, with its place there.
    package var text: String
    /// The text that it is about, with the place marked; `nil` if it is about none.
    package var excerpt: String?
    /// The same text as a whole, without marks.
    package var snippet: String?
    /// The place in the ``snippet``.
    package var range: TextRange?
    /// The remedy.
    package var remedy: String
    /// `nil` only if neither a file nor a project file was read.
    package var place: Place?
    /// Whether ``place`` only stands in for one, such as the line of the project file that asks for what is missing.
    var isWithoutPlace: Bool
    package var related: [Place]
    package var locale: String?
    package var message: String?
    package var field: String?
    package var fingerprint: FindingID

    /// A place in a file of the repository.
    package struct Place: Sendable, Hashable {
        /// The file on the disk, from the repository's folder; from the root, with a slash, if it lies elsewhere.
        ///
        /// As it is, so not fit to be shown.
        package var path: String
        /// The file within the archive that ``path`` leads to, or the sheet within the workbook.
        package var innerPath: String?
        /// In the file on the disk: 1 for a place behind ``innerPath``.
        package var line: Int
        package var column: Int
        /// Path, line and column as editors write them, fit to be shown.
        package var description: String
    }
}

extension ReportedFinding {
    /// The most characters of a text.
    private static let longestExcerpt = 200

    init(_ finding: Finding, in review: Review, at places: ReportPlaces) {
        rule = RuleID(rawValue: finding.rule.rawValue.namingUnprintables())
        severity = finding.severity
        place = places.place(of: finding)
        isWithoutPlace = finding.location == nil
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

    /// The subject: a field or a message, otherwise the file or the rule.
    var subject: String {
        if let message { return Report.Subject.name(message, field) }
        return rule.rawValue
    }
}
