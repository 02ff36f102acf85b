import Foundation
import GlossportChecking
import GlossportReading
import GlossportReporting
import Testing

@Suite("Reports: JUnit and Markdown")
struct MarkupReportTests {
    private func text(_ kind: ReportKind, _ findings: [Finding]) throws -> String {
        try #require(kind.text(of: ReportSample.report(findings)))
    }

    @Test("JUnit has a passing case for each file and text that was checked")
    func passing() throws {
        let text = try text(.junit, [])
        #expect(text.contains("<testsuites name=\"glossport\" tests=\"4\" failures=\"0\" errors=\"0\" time=\"0\">"))
        #expect(text.contains("<testcase classname=\"glossport.deliveries\" name=\"app/vendor/de.csv\" time=\"0\"/>"))
        #expect(text.contains("name=\"app/vendor/2026 11.zip/xliff/fr ü.xliff\""))
        #expect(text.contains("<testcase classname=\"glossport.de-DE\" name=\"keep.body\" time=\"0\"/>"))
    }

    @Test("An error fails its case once; warnings and notes are its output")
    func failing() throws {
        let findings = [
            ReportSample.finding(), ReportSample.finding(.error, "It is wrong."), ReportSample.finding(.warning, "Hm."),
            ReportSample.finding(.note, "Oh.", field: "body"),
        ]
        let text = try text(.junit, findings)
        #expect(text.contains("tests=\"4\" failures=\"1\""))
        #expect(text.contains("<failure message=\"It is too long. (and 1 more)\" type=\"text-too-long\">"))
        #expect(text.components(separatedBy: "<failure").count == 2)
        #expect(
            text.contains("<system-out>app/vendor/de.csv:2:7: warning: Hm. Shorten it. [text-too-long]</system-out>")
        )
        #expect(text.contains("<system-out>app/vendor/de.csv:2:7: note: Oh. Shorten it. [text-too-long]</system-out>"))
    }

    @Test("A file with an error fails, and a finding without a file is a case of its locale")
    func files() throws {
        let damaged = ReportSample.finding(rule: "csv-damaged", message: nil, field: nil)
        let missing = ReportSample.finding(
            rule: "expected-locale-missing",
            at: nil,
            locale: "ja",
            message: nil,
            field: nil
        )
        let text = try text(.junit, [damaged, missing])
        #expect(
            text.contains(
                "<testcase classname=\"glossport.deliveries\" name=\"app/vendor/de.csv\" time=\"0\">\n<failure"
            )
        )
        #expect(
            text.contains("<testcase classname=\"glossport.ja\" name=\"expected-locale-missing\" time=\"0\">\n<failure")
        )
    }

    @Test("A vendor's text cannot become markup")
    func hostile() throws {
        let text = try text(.junit, ReportSample.hostileFindings)
        for markup in ["<script", "]]>", "onload='", "onload=\"", "<!--", "\u{1B}", "\u{FFFE}", "\u{202E}", "&#0;"] {
            #expect(!text.contains(markup), "\(markup)")
        }
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test("Markdown has a table for each locale")
    func markdown() throws {
        let text = try text(.markdown, [ReportSample.finding(locale: "ja"), ReportSample.finding(locale: nil)])
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(headings == ["# Review of com.example.app", "## All locales", "## ja"])
        #expect(
            text.contains(
                "| error | keep.header | It is too long. (text-too-long) | Shorten it. | app/vendor/de.csv:2:7 |"
            )
        )
    }

    @Test("In Markdown, a vendor's text cannot become markup, a link, a mention or another cell")
    func hostileMarkdown() throws {
        let text = try text(.markdown, ReportSample.hostileFindings)
        // Without escaped characters.
        let active = text.replacing(/\\./, with: "")
        for row in active.split(separator: "\n") where row.hasPrefix("| warning") {
            #expect(row.count { $0 == "|" } == 6, "\(row)")
        }
        for markup in ["<script", "](", "**", "`", "@everyone", "https://", "www.", "<!--\"", "[", "#1"] {
            #expect(!active.contains(markup), "\(markup)")
        }
    }

    @Test("A report is recognized by its beginning and not taken for another kind")
    func recognized() throws {
        let kinds = ReportKind.allCases.filter { $0 != .github }
        for kind in kinds {
            for findings in [[], [ReportSample.finding()]] {
                let head = Array(try text(kind, findings).utf8.prefix(4_096))
                #expect(kinds.filter { $0.hasWritten(head) } == [kind])
            }
            #expect(!kind.hasWritten(Array("# Review\nkey,locale,text\n".utf8)))
        }
    }
}
