import GlossportProject
import GlossportReading
import GlossportReporting
import Testing

@Suite("Reports: GitHub")
struct GitHubReportTests {
    @Test("An annotation names file, line, column and rule, and states the remedy")
    func annotation() {
        let lines = GitHubReport.annotations(of: ReportSample.report([ReportSample.finding(.note)]))
        #expect(
            lines == [
                "::notice file=app/vendor/de.csv,line=2,col=7,title=text-too-long · de-DE · keep · header::It is too long.%0AShorten it."
            ]
        )
    }

    @Test("Ten annotations per severity are shown, one per rule and locale, each with its count")
    func limits() {
        let locales = StoreLocale.all.prefix(12)
        let findings = Severity.allCases.flatMap { severity in
            locales.flatMap { locale in
                (1...3).map {
                    ReportSample.finding(severity, "\($0)", rule: RuleID(rawValue: severity.rawValue), locale: locale)
                }
            }
        }
        let lines = GitHubReport.annotations(of: ReportSample.report(findings))
        for command in ["error", "warning", "notice"] {
            #expect(lines.count { $0.hasPrefix("::\(command) ") } == 10)
        }
        #expect(lines.allSatisfy { $0.contains("%0A… and 2 more of this rule in ") })
    }

    @Test("A vendor's text cannot become a command or a property of one")
    func hostile() {
        for finding in ReportSample.hostileFindings {
            let lines = GitHubReport.annotations(of: ReportSample.report([finding]))
            #expect(lines.count == 1)
            let parts = lines[0].split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
            #expect(parts.count == 3 && parts[0].isEmpty)
            // Exactly the four properties, whatever their values.
            let properties = parts[1].drop { $0 != " " }.dropFirst().split(separator: ",")
            #expect(properties.map { $0.prefix { $0 != "=" } } == ["file", "line", "col", "title"], "\(lines[0])")
            #expect(!lines[0].unicodeScalars.contains { $0.value < 0x20 })
            #expect(!lines[0].contains("##"))
        }
    }

    @Test("The summary stays within 1 MiB, existing content included, and keeps severe findings")
    func summary() {
        let long = String(repeating: "ä", count: 1_000)
        let notes = Array(repeating: ReportSample.finding(.note, long), count: 2_000)
        let report = ReportSample.report(notes + [ReportSample.finding(.error, "The worst.")])
        let whole = GitHubReport.summary(of: report, after: 0)
        #expect(whole.utf8.count <= GitHubReport.maximumSummary)
        #expect(whole.utf8.count > GitHubReport.maximumSummary - 5_000)
        #expect(whole.contains("The worst.") && whole.contains(" more findings are not listed here"))
        let half = GitHubReport.summary(of: report, after: 1 << 19)
        #expect(half.utf8.count <= 1 << 19)
        #expect(GitHubReport.summary(of: report, after: GitHubReport.maximumSummary) == "")
    }

    @Test("Of many findings, one per rule is annotated first")
    func oneOfEachRule() {
        let many = (1...12).map { number in
            Finding("many", .error, "It is.", remedy: "Mend it.", at: nil, locale: "l\(number)")
        }
        let rare = Finding("rare", .error, "It is.", remedy: "Mend it.", at: nil, locale: "he")
        let lines = GitHubReport.annotations(of: ReportSample.report(many + [rare]))
        #expect(lines.count == GitHubReport.maximumAnnotations)
        #expect(lines[0].contains("title=many") && lines[1].contains("title=rare"))
    }
}
