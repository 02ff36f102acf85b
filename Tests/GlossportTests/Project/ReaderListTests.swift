import GlossportProject
import GlossportReading
import Testing

@Suite("Lists in a project file")
struct ReaderListTests {
    @Test("A plugin's program is relative to the project file")
    func entry() throws {
        let text = "app: a.b\nreaders:\n  texts: tools/reader\n  wiki: /opt/wiki\n"
        let readers = try ProjectFile.readers(in: text, path: "apps/one/glossport.yaml")
        #expect(readers.map(\.id) == ["texts", "wiki"])
        #expect(readers.map(\.program) == ["apps/one/tools/reader", "/opt/wiki"])
        #expect(readers.map(\.place?.line) == [3, 4])
    }

    @Test(
        "An invalid entry is reported with its place",
        arguments: ["texts: [a]", "texts:", "texts: { a: b }", "Texts: a"]
    )
    func mistakes(line: String) {
        let error = #expect(throws: ProjectFileError.self) {
            try ProjectFile.readers(in: "readers:\n  \(line)\n", path: "glossport.yaml")
        }
        #expect(error?.problems.first?.location?.line == 2)
    }

    @Test(
        "Adding a plugin to the list writes one line and keeps all others",
        arguments: [
            ("app: a.b\n", "app: a.b\n\n# Plugins that read other formats.\nreaders:\n  po: tools/p\n"),
            ("readers:\n  po: old\npace: hourly\n", "readers:\n  po: tools/p\npace: hourly\n"),
            ("readers:\n    # mine\n    po: old\n", "readers:\n    # mine\n    po: tools/p\n"),
            ("readers:\n  wiki: w\n", "readers:\n  wiki: w\n  po: tools/p\n"),
            ("readers: {}\n", nil), ("readers: { po: old }\n", nil),
        ] as [(String, String?)]
    )
    func listed(before: String, after: String?) {
        #expect(ProjectListEditor.list("po", program: "tools/p", in: before) == after)
    }

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
