import GlossportChecking
import GlossportReading
import Testing

@Suite("Lists in a project file")
struct ReaderListTests {
    private static let hash = String(repeating: "ab", count: 32)

    @Test("All that an entry can say is read")
    func entry() throws {
        let text = """
            app: a.b
            readers:
              po:
                command: [tools/po, --fast]
                sha256: \(Self.hash.uppercased())
                sandbox: limits
                limits: { memory: 2GiB, time: 5m }
                grant: [processes, "runtime:/opt/java"]
            """
        let reader = try #require(try ProjectFile.readers(in: text, path: "apps/one/glossport.yaml").first)
        #expect(reader.id == "po" && reader.command == ["tools/po", "--fast"] && reader.folder == "apps/one")
        #expect(reader.sha256 == Self.hash && reader.sandbox == .limits)
        #expect(reader.memory == 2 << 30 && reader.time == .seconds(300))
        #expect(reader.grants == ["processes", "runtime:/opt/java"])
    }

    @Test("A project file decides nothing about how a trusted plugin runs")
    func vouched() throws {
        let text = """
            app: a.b
            readers:
              po:
                command: [tools/other]
                sha256: \(Self.hash)
                sandbox: limits
                limits: { memory: 64GiB, time: 60m }
                grant: [processes, "runtime:/"]
            """
        let listed = try #require(try ProjectFile.readers(in: text, path: "apps/one/glossport.yaml").first)
        var own = ListedReader(id: "po", command: ["tools/po"], sha256: Self.hash, folder: "/home")
        own.key = "po@2"
        own.memory = 1 << 30
        own.grants = ["processes"]
        let shipped = ListedReader(id: "po", command: ["/usr/lib/po"], sha256: Self.hash)
        for trusted in [own, shipped] {
            var expected = trusted
            (expected.key, expected.place) = ("po", listed.place)
            #expect(listed.vouched(own: trusted == own ? [own] : [], shipped: shipped) == expected)
        }
        own.sha256 = String(repeating: "cd", count: 32)
        #expect(listed.vouched(own: [own], shipped: own) == nil)
        #expect(listed.vouched(own: [], shipped: nil) == nil)
    }

    @Test(
        "What makes no sense in it is told with its place",
        arguments: ["sha256: 12", "sandbox: none", "grant: [all]", "limits: { time: 2h }", "comand: [x]"]
    )
    func mistakes(line: String) {
        let error = #expect(throws: ProjectFileError.self) {
            try ProjectFile.readers(in: "readers:\n  po:\n    command: [x]\n    \(line)\n", path: "glossport.yaml")
        }
        #expect(error?.problems.first?.location?.line == 4)
    }

    @Test("Nothing is run from deliveries and the journal's folder")
    func foldersOfOthers() {
        let text = "deliveries:\n  - path: vendor/\n  - { path: /mnt/in, format: csv }\njournal: state/j.sqlite\n"
        #expect(ProjectFile.foldersOfOthers(in: text, path: "a/p.yaml") == ["a/vendor/", "/mnt/in", "a/state"])
    }

    @Test(
        "To trust one writes its line and leaves all others as they are",
        arguments: [
            (
                "app: a.b\n",
                "app: a.b\n\n# Programs that read other formats; each runs only while its hash matches the trusted one.\nreaders:\n  po:\n    command: [p]\n    sha256: H\n"
            ),
            (
                "readers:\n  po:\n    command: [p]\npace: hourly\n",
                "readers:\n  po:\n    command: [p]\n    sha256: H\npace: hourly\n"
            ),
            (
                "readers:\n    po:\n        # mine\n        sha256: 00\n        command: [p]\n",
                "readers:\n    po:\n        # mine\n        sha256: H\n        command: [p]\n"
            ),
            (
                "readers:\n  xlsx:\n    command: [x]\n",
                "readers:\n  xlsx:\n    command: [x]\n  po:\n    command: [p]\n    sha256: H\n"
            ),
            (
                "readers:\n  po:\n    command: [old]\n    sha256: 00\n",
                "readers:\n  po:\n    command: [p]\n    sha256: H\n"
            ),
            ("readers: {}\n", nil), ("readers: { po: { command: [p] } }\n", nil),
        ] as [(String, String?)]
    )
    func pinned(before: String, after: String?) {
        let edited = ProjectListEditor.pin("po", command: ["p"], sha256: Self.hash, in: before)
        #expect(edited == after?.replacing("H", with: Self.hash))
    }

    @Test(
        "To accept a finding adds an entry and leaves all other lines as they are",
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
