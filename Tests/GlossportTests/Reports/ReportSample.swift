import GlossportProject
import GlossportReading
import GlossportReporting

@testable import GlossportChecking

/// A review with made-up findings, and its report.
enum ReportSample {
    static let archive = "vendor/2026 11.zip"

    /// The report of the given findings, for a German header and body and a file in an archive.
    static func report(
        _ findings: [Finding],
        project: ProjectVocabulary? = nil,
        app: String = "com.example.app"
    ) -> Report {
        let catalog = RuleExample("", "keep.header [de-DE] = Bleib 😀\nkeep.body [de-DE] = Hier").catalog
        let collected = Collected(
            catalog: catalog,
            findings: [],
            files: [
                FileReport(path: "vendor/de.csv", format: "csv"),
                FileReport(path: archive + "/xliff/fr ü.xliff", format: "xliff"),
            ],
            skipped: [:],
            sources: [SourceFile(path: "vendor/de.csv", bytes: []), SourceFile(path: archive, bytes: [])]
        )
        let review = Review(Project(app: app), collected, findings, rules: RuleSet.all.map { $0.description })
        let context = Report.Context(
            version: "1.2.3",
            folder: RepositoryFolder(root: "/r", current: "/r/app"),
            project: project
        )
        return Report(review, context)
    }

    static func finding(
        _ severity: Severity = .error,
        _ text: String = "It is too long.",
        rule: RuleID = "text-too-long",
        at location: SourceLocation? = SourceLocation(path: "vendor/de.csv", line: 2, column: 7),
        locale: String? = "de-DE",
        message: String? = "keep",
        field: String? = "header"
    ) -> Finding {
        Finding(
            rule,
            severity,
            text,
            remedy: "Shorten it.",
            at: location,
            locale: locale,
            message: message,
            field: field
        )
    }

    /// Texts that attack the program displaying them.
    static let hostile = [
        "a\u{1B}[2J\u{0}\u{7}b", "]]>", "<script>alert(1)</script>", "\" onload='x", "&amp;&#0;", "x\n::error::pwned",
        "x\r##vso[task.complete]", "%0A::set-output name=a::b", "a | b", "`c` [d](https://example.com) **e** @everyone",
        "\u{202E}evil\u{2028}", "\u{FFFE}\u{FFFF}", "--><!--", "https://example.com www.example.com #12",
        "a, b: c=d",
    ]

    /// One finding for each hostile text, which is its text, rule, path, locale, message and field.
    static let hostileFindings = hostile.map { text in
        finding(
            .warning,
            text,
            rule: RuleID(rawValue: text),
            at: SourceLocation(path: "vendor/\(text)", line: 1, column: 1),
            locale: text,
            message: text,
            field: text
        )
    }
}
