import Foundation
import GlossportChecking
import GlossportReading
import Testing

@testable import GlossportCommand

/// A folder with a project file and deliveries, as `validate` sees it.
private final class ProjectOnDisk {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "validate-\(UUID().uuidString)").path

    /// - Parameters:
    ///   - project: The project file without its app and environment.
    ///   - files: The texts of the files, by path.
    /// - Throws: What the file system throws.
    init(_ project: String, _ files: [String: String]) throws {
        let all = files.merging(["glossport.yaml": "app: com.example.x\nenvironment: sandbox\n" + project]) {
            first,
            _ in first
        }
        for (name, text) in all {
            let url = URL(filePath: path(name))
            let parent = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    /// The report and the lines of a call, whose arguments name no project.
    func validate(_ arguments: String...) throws -> (report: CheckReport, lines: String) {
        let command = try ValidateCommand.parse(["--project", folder] + arguments)
        let review = try Workspace(command.project, deliveries: command.deliveries, needsApp: false).check()
        let report = CheckReport(review)
        return (report, report.lines(verbose: false, on: .stdout).joined(separator: "\n"))
    }
}

@Suite("What validate says")
struct ValidationTests {
    private static let delivered = "deliveries: [{ path: vendor/ }]"
    private static let small = "key,locale,text\nkeep.header,ja,✦\nkeep.body,ja,✧\n"

    @Test("The pattern of the vendor's keys is told")
    func keys() throws {
        let project = try ProjectOnDisk(
            Self.delivered,
            ["vendor/a.csv": "key,locale,text\nkeep_header,ja,✦\nkeep_body,ja,✧\nback_header,ja,✦\nback_body,ja,✧\n"]
        )
        let lines = try project.validate().lines
        #expect(lines.contains("Write `keys: \"{message}_{field}\"` in the project file."), "\(lines)")
    }

    @Test("A word for a field is told by the field")
    func field() throws {
        let text = "key,locale,text\nkeep.title,ja,✦\nkeep.body,ja,✧\nkeep.text,ja,✦✧\n"
        let lines = try ProjectOnDisk(Self.delivered, ["vendor/a.csv": text]).validate().lines
        #expect(lines.contains("Did the vendor mean header?"), "\(lines)")
        #expect(lines.contains("Did the vendor mean altText?"), "\(lines)")
    }

    @Test("Accents that fit when they are composed are told so")
    func composed() throws {
        let header = String(repeating: "e\u{301}", count: 40)
        let text = "key,locale,text\nkeep.header,fr-FR,\(header)\nkeep.body,fr-FR,✧\n"
        let lines = try ProjectOnDisk(Self.delivered, ["vendor/a.csv": text]).validate().lines
        #expect(lines.contains("then it fits, 40 however they are counted"), "\(lines)")
    }

    @Test(
        "Mistakes of YAML are told by what to write",
        arguments: [
            ("deliveries:\n  - vendor/", "Write `- path: vendor/`."),
            ("locales:\n\texpected: [ja]", "indented with a tab"),
            ("deliveries:\n  - path: vendor/*.csv", "There are no patterns with *"),
        ]
    )
    func yaml(text: String, hint: String) throws {
        let project = try ProjectOnDisk(text, ["vendor/a.csv": Self.small])
        let failure = CommandFailure(try #require(throws: (any Error).self) { try project.validate() })
        #expect(failure.status == .usage)
        let told = failure.errors.map { "\($0.message) \($0.remedy?.description ?? "")" }.joined(separator: "\n")
        #expect(told.contains(hint), "\(told)")
    }

    @Test("Every unknown key and value of the project file is refused with its line and what was meant")
    func unknownKey() throws {
        let project = try ProjectOnDisk("delivereis: []\npace: hurly\nlocales:\n  expectd: [de-DE]\n", [:])
        let error = try #require(throws: ProjectFileError.self) { try project.validate() }
        let places = error.problems.compactMap { $0.location.map { "\($0.line):\($0.column)" } }
        #expect(Set(places).isSuperset(of: ["3:1", "6:3"]), "\(places)")
        let told = error.problems.map { "\($0.message) \($0.remedy?.description ?? "")" }.joined(separator: "\n")
        for word in ["delivereis", "deliveries", "hurly"] { #expect(told.contains(word), "\(told)") }
    }

    @Test("What can be no bundle ID is refused on the command line, too")
    func bundleID() throws {
        let error = try #require(throws: (any Error).self) { try CoverageCommand.parseAsRoot(["--app", "northlight"]) }
        #expect(CoverageCommand.message(for: error).contains("'northlight'"))
    }

    @Test(
        "What there is not can't be selected",
        arguments: [
            (["--locale", "de"], "Did you mean de-DE?"), (["--locale", "it"], "Nothing was delivered in it."),
            (["--message", "kepe"], "Did you mean keep?"),
        ]
    )
    func unknown(flags: [String], sentence: String) throws {
        let text = "key,de,fr\nkeep.header,Bleib,Reste\nkeep.body,Rumpf,Corps\n"
        let project = try ProjectOnDisk(Self.delivered, ["vendor/wide.csv": text])
        let error = try #require(throws: GlossportError.self) { try project.validate(flags[0], flags[1]) }
        #expect("\(error.message) \(error.remedy?.description ?? "")".contains(sentence))
    }

    @Test(
        "A file that says that it is in another language is an error in every format",
        arguments: [
            ("fr.lproj/a.strings", "\"keep.header\" = \"Reste\";\n\"keep.body\" = \"Corps\";\n"),
            ("a.csv", "key,locale,text\nkeep.header,fr,Reste\nkeep.body,fr,Corps\n"),
            ("wide.csv", "key,fr-CA\nkeep.header,Reste\nkeep.body,Corps\n"),
            (
                "a.xliff",
                """
                <xliff version="1.2"><file original="x" source-language="en" target-language="fr" datatype="plaintext"><body>
                <trans-unit id="keep.header"><source>A</source><target>Reste</target></trans-unit>
                <trans-unit id="keep.body"><source>A</source><target>Corps</target></trans-unit></body></file></xliff>
                """
            ),
            (
                "a.xcstrings",
                """
                {"sourceLanguage": "en", "version": "1.0", "strings": {"keep.header": {"localizations":
                {"fr": {"stringUnit": {"state": "translated", "value": "Reste"}}}}}}
                """
            ),
        ]
    )
    func contradiction(name: String, text: String) throws {
        let project = try ProjectOnDisk("", [name: text])
        let wrong = try project.validate(project.path(name), "--as-locale", "de-DE")
        #expect(wrong.report.exitCode == 4)
        #expect(wrong.lines.contains("[locale-contradiction ·"), "\(wrong.lines)")
        let region = try project.validate(project.path(name), "--as-locale", "fr-FR")
        #expect(!region.lines.contains("locale-contradiction"), "\(region.lines)")
    }

    @Test("The project file may lower a contradiction to a warning; then the delivery's locale counts")
    func lowered() throws {
        let report = try ProjectOnDisk(
            "deliveries: [{ path: fr.lproj, locale: de-DE }]\nrules: { locale-contradiction: warning }",
            ["fr.lproj/a.strings": "\"keep.header\" = \"Bleib\";\n\"keep.body\" = \"Rumpf\";\n"]
        )
        .validate().report
        #expect(report.exitCode == 0)
        #expect(report.locales.map(\.locale) == ["de-DE"])
        #expect(report.counts.warnings == 1)
    }
}
