import GlossportReading
import Testing

@testable import GlossportChecking

@Suite("Implied findings")
struct ImpliedTests {
    private static func finding(_ rule: RuleID, _ path: String, line: Int, _ severity: Severity = .error) -> Finding {
        Finding(rule, severity, "x", remedy: "y", at: SourceLocation(path: path, line: line, column: 1))
    }

    @Test("An unknown locale that a table's reader reports is reported once")
    func unknownLocale() {
        let findings = [
            Self.finding("xlsx-no-locale", "a.xlsx/Texts", line: 1), Self.finding("no-locale", "a.xlsx/Texts", line: 2),
        ]
        #expect(Implied.left(of: findings) == [findings[0]])
    }

    @Test("Units without locale in a file about which the reader reports no error are reported")
    func otherFiles() {
        let findings = [
            Self.finding("csv-no-locale", "a.csv", line: 1), Self.finding("no-locale", "b.po", line: 2),
            Self.finding("csv-no-locale", "c.csv", line: 1, .warning), Self.finding("no-locale", "c.csv", line: 2),
        ]
        #expect(Implied.left(of: findings) == findings)
    }
}
