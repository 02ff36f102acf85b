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
        "An invalid entry is reported with its location",
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
        "Adding names of fields extends the group or writes one below keys, and keeps all other lines",
        arguments: [
            ("app: a.b\n", "app: a.b\nfields: { line: bullets.1.text, text: body }\n"),
            ("keys: x  # y\npace: z\n", "keys: x  # y\nfields: { line: bullets.1.text, text: body }\npace: z\n"),
            (
                "fields: { title: header }  # {mine}\npace: z\n",
                "fields: { title: header, line: bullets.1.text, text: body }  # {mine}\npace: z\n"
            ),
            ("fields: {}\n", "fields: { line: bullets.1.text, text: body }\n"),
            (
                "fields:  # such as { a: b }\n    title: header\n\npace: z\n",
                "fields:  # such as { a: b }\n    title: header\n    line: bullets.1.text\n    text: body\n\npace: z\n"
            ),
            ("fields:\npace: z\n", "fields:\n  line: bullets.1.text\n  text: body\npace: z\n"),
        ]
    )
    func named(before: String, after: String) {
        var draft = ProjectDraft(app: "a.b")
        draft.newNames = ["text": "body", "line": "bullets.1.text"]
        #expect(ProjectListEditor.add(draft, to: before) == after)
    }
}
