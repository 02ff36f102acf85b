import GlossportProject
import GlossportReading
import Testing

@Suite("Accepted findings in a project file")
struct AcceptedListTests {
    @Test(
        "Accepting a finding adds an entry and keeps all other lines",
        arguments: [
            (
                "app: a.b\n",
                "app: a.b\n\n# Accepted findings; each counts again when its text changes.\naccept:\n  E\n"
            ),
            ("accept:\npace: hourly\n", "accept:\n  E\npace: hourly\n"),
            (
                "accept:\n- finding: 0123456789abcdef  # mine\n  by: B\n  why: c\n\n# d\npace: hourly\n",
                "accept:\n- finding: 0123456789abcdef  # mine\n  by: B\n  why: c\nE\n\n# d\npace: hourly\n"
            ),
            ("accept: []\n", nil), ("accept: [{ finding: 0123456789abcdef, by: B, why: c }]\n", nil),
        ] as [(String, String?)]
    )
    func accepted(before: String, after: String?) throws {
        let id = try #require(FindingID("fedcba9876543210"))
        let decision = Acceptance(finding: id, by: "Anna", why: "It: is \"meant\".", until: "2027-01-31")
        let edited = ProjectListEditor.accept([(decision, "a \u{2028}· b")], in: before)
        let lines = [
            "- finding: fedcba9876543210  # a \\u{2028}· b", "  by: Anna", "  why: \"It: is \\\"meant\\\".\"",
            "  until: 2027-01-31",
        ]
        let margin = after?.contains("\n  E") == true ? "  " : ""
        #expect(edited == after?.replacing("\(margin)E", with: lines.map { margin + $0 }.joined(separator: "\n")))
    }
}
