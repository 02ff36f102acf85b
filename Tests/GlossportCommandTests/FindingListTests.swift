import GlossportChecking
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Lists of findings")
struct FindingListTests {
    private func finding(
        _ rule: RuleID,
        _ severity: Severity,
        line: Int? = nil,
        locale: String?,
        message: String? = "keep"
    ) -> Finding {
        let place = line.map { SourceLocation(path: "a.csv", line: $0, column: 1) }
        return Finding(rule, severity, "It is.", remedy: "Mend it.", at: place, locale: locale, message: message)
    }

    /// A missing locale, swapped locales, and more warnings than the list shows.
    private var long: [Finding] {
        var exchange = finding("swapped-locales", .error, line: 1, locale: "da", message: nil)
        exchange.otherLocale = "sv"
        return [exchange, finding("expected-locale-missing", .error, locale: "he", message: nil)]
            + (2...9).map { finding("double-space", .warning, line: $0, locale: "de-DE") }
    }

    @Test("The most severe findings come last, even in a short list")
    func order() {
        let findings = [finding("a", .error, line: 1, locale: nil), finding("b", .warning, line: 2, locale: nil)]
        let lines = FindingList(findings, from: .warning, terminal: .stdout).lines
        #expect(lines.filter { $0.hasPrefix("a.csv") } == ["a.csv:2:1: warning: It is.", "a.csv:1:1: error: It is."])
    }

    @Test("A long list ends with a table by message and locale and with its errors")
    func closing() throws {
        let lines = FindingList(long, from: .warning, all: "--all", terminal: .stdout).lines
        let table = try #require(lines.firstIndex { $0.hasPrefix("Findings by message") })
        #expect(lines[table + 2] == "  MESSAGE        da  de-DE   he   sv")
        #expect(lines[table + 3] == "  (no message)  1/0      ·  1/0  1/0")
        #expect(lines.suffix(2) == ["  It is. [swapped-locales]", "  It is. [expected-locale-missing]"])
    }

    @Test("Groups have headings and report the number of hidden findings")
    func groups() {
        let lines = FindingList(long, from: .warning, all: "--all", by: .locale, terminal: .stdout).lines
        #expect(lines.first == "de-DE: 8 warnings")
        #expect(lines.contains("da: 1 error") && lines.contains("he: 1 error"))
        #expect(lines.contains { $0.contains("… and 3 more; in all 8 findings in de-DE. --all lists them.") })
    }

    @Test(
        "A finding shows its text with the range marked, unless texts are turned off"
    )
    func texts() {
        var marked = finding("a", .error, line: 1, locale: "de-DE")
        (marked.excerpt, marked.range) = ("Spare 40\u{1B} %", TextRange(6..<8, in: "Spare 40\u{1B} %"))
        var arabic = finding("b", .error, line: 2, locale: "ar-SA")
        arabic.excerpt = "ابق معنا"
        let lines = FindingList([marked, arabic], from: .warning, terminal: .stdout).lines
        #expect(lines.count == 6 && lines[1] == "    Spare ⟦40⟧\\u{1B} %")
        #expect(lines[4] == "    " + Terminal.stdout.isolated("ابق معنا") && lines[4] != "    ابق معنا")
        #expect(FindingList([marked], from: .warning, showsTexts: false, terminal: .stdout).lines.count == 2)
    }
}
