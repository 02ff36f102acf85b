import ArgumentParser
import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Output of validate")
struct ValidationTests {
    private static let delivered = "deliveries: [{ path: vendor/ }]"
    private static let small = "key,locale,text\nkeep.header,ja,✦\nkeep.body,ja,✧\n"

    @Test("A pattern for the vendor's keys is suggested")
    func keys() async throws {
        let project = try ProjectOnDisk(
            Self.delivered,
            ["vendor/a.csv": "key,locale,text\nkeep_header,ja,✦\nkeep_body,ja,✧\nback_header,ja,✦\nback_body,ja,✧\n"]
        )
        let lines = try await project.validate().lines
        #expect(lines.contains("Write `keys: \"{message}_{field}\"` in the project file."), "\(lines)")
    }

    @Test("A synonym of a field's name suggests the field")
    func field() async throws {
        let text = "key,locale,text\nkeep.title,ja,✦\nkeep.body,ja,✧\nkeep.text,ja,✦✧\n"
        let lines = try await ProjectOnDisk(Self.delivered, ["vendor/a.csv": text]).validate().lines
        #expect(lines.contains("Did the vendor mean header?"), "\(lines)")
        #expect(lines.contains("Did the vendor mean altText?"), "\(lines)")
    }

    @Test("The finding for a text that would fit if its accents were composed states this")
    func composed() async throws {
        let header = String(repeating: "e\u{301}", count: 40)
        let text = "key,locale,text\nkeep.header,fr-FR,\(header)\nkeep.body,fr-FR,✧\n"
        let lines = try await ProjectOnDisk(Self.delivered, ["vendor/a.csv": text]).validate().lines
        #expect(lines.contains("then it fits, 40 however they are counted"), "\(lines)")
    }

    @Test(
        "YAML mistakes are reported with the correct notation",
        arguments: [
            ("deliveries:\n  - vendor/", "Write `- path: vendor/`."),
            ("locales:\n\texpected: [ja]", "indented with a tab"),
            ("deliveries:\n  - path: vendor/*.csv", "Patterns with * are not supported"),
        ]
    )
    func yaml(text: String, hint: String) async throws {
        let project = try ProjectOnDisk(text, ["vendor/a.csv": Self.small])
        let failure = CommandFailure(try await #require(throws: (any Error).self) { try await project.validate() })
        #expect(failure.status == .usage)
        let message = failure.errors.map { "\($0.message) \($0.remedy?.description ?? "")" }.joined(separator: "\n")
        #expect(message.contains(hint), "\(message)")
    }

    @Test("Unknown keys and values in the project file are refused with line and suggestion")
    func unknownKey() async throws {
        let project = try ProjectOnDisk("delivereis: []\npace: hurly\nlocales:\n  expectd: [de-DE]\n", [:])
        let error = try await #require(throws: ProjectFileError.self) { try await project.validate() }
        let places = error.problems.compactMap { $0.location.map { "\($0.line):\($0.column)" } }
        #expect(Set(places).isSuperset(of: ["3:1", "6:3"]), "\(places)")
        let message = error.problems.map { "\($0.message) \($0.remedy?.description ?? "")" }.joined(separator: "\n")
        for word in ["delivereis", "deliveries", "hurly"] { #expect(message.contains(word), "\(message)") }
    }

    @Test(
        "Unknown locales and messages cannot be selected",
        arguments: [
            (["--locale", "de"], "Did you mean de-DE?"), (["--locale", "it"], "Nothing was delivered in it."),
            (["--message", "kepe"], "Did you mean keep?"),
        ]
    )
    func unknown(flags: [String], sentence: String) async throws {
        let text = "key,de,fr\nkeep.header,Bleib,Reste\nkeep.body,Rumpf,Corps\n"
        let project = try ProjectOnDisk(Self.delivered, ["vendor/wide.csv": text])
        let error = try await #require(throws: GlossportError.self) { try await project.validate(flags[0], flags[1]) }
        let message = "\(error.message) \(error.remedy?.description ?? "")"
        #expect(message.contains(sentence))
    }

    @Test(
        "A file that declares another language is an error in every format",
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
    func contradiction(name: String, text: String) async throws {
        let project = try ProjectOnDisk("", [name: text])
        let wrong = try await project.validate(project.path(name), "--as-locale", "de-DE")
        #expect(wrong.report.exitCode == 4)
        #expect(wrong.lines.contains("[locale-contradiction ·"), "\(wrong.lines)")
        let region = try await project.validate(project.path(name), "--as-locale", "fr-FR")
        #expect(!region.lines.contains("locale-contradiction"), "\(region.lines)")
    }

    @Test("The project file can lower a contradiction to a warning; the delivery's locale then counts")
    func lowered() async throws {
        let report = try await ProjectOnDisk(
            "deliveries: [{ path: fr.lproj, locale: de-DE }]\nrules: { locale-contradiction: warning }",
            ["fr.lproj/a.strings": "\"keep.header\" = \"Bleib\";\n\"keep.body\" = \"Rumpf\";\n"]
        )
        .validate().report
        #expect(report.exitCode == 0)
        #expect(report.locales.map(\.resolution.locale?.code) == ["de-DE"])
        #expect(report.counts.warnings == 1)
    }

    @Test("Of many findings of one kind, the first few are shown, and --all shows all")
    func grouped() async throws {
        let rows = (1...40).map { number in
            "m\(number).header,de-DE,Bleib  \(number)\nm\(number).body,de-DE,Da.\nm\(number).header,fr-FR,Un \(number)\nm\(number).body,fr-FR,Deux %@.\n"
        }
        let project = try ProjectOnDisk(Self.delivered, ["vendor/a.csv": "key,locale,text\n" + rows.joined()])
        let (report, text) = try await project.validate()
        let lines = text.split(separator: "\n")
        #expect(lines.count { $0.contains(": error: ") } == 5)
        #expect(lines.count { $0.contains(": warning: ") } == 5)
        #expect(text.contains("… and 35 more of placeholder-left; in all 40 findings in fr-FR. --all lists them."))
        #expect(text.contains("MESSAGE  de-DE  fr-FR"))
        #expect(
            try await project.validate("--all").lines.split(separator: "\n").count { $0.contains(": error: ") } == 40
        )
        // Includes the note that no source is known, and the counts.
        #expect(report.rows.count == 82)
    }

    @Test("--quiet shows only errors, and --fail-on determines which findings give exit code 4")
    func quiet() async throws {
        let text = "key,de-DE\nkeep.header,Bleib  hier\nkeep.body,Da.\n"
        let project = try ProjectOnDisk(Self.delivered, ["vendor/a.csv": text])
        #expect(try await project.validate().report.exitCode == 0)
        #expect(try await project.validate("--fail-on", "warning").report.exitCode == 4)
        #expect(try await project.validate().lines.contains("double-space"))
        #expect(try await !project.validate("--quiet").lines.contains("double-space"))
    }
}

@Suite("Reviews of a delivery")
struct ReviewTests {
    private static let texts = """
        key,locale,source,text
        a.header,de-DE,Save 50%,Spare 40 %
        a.body,de-DE,Stay with Northlight.,Bleib bei Nordlicht.

        """

    @Test("The clean samples have no findings except one warning from a reader")
    func clean() async throws {
        let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "samples/northlight/glossport.yaml").path
        let command = try ValidateCommand.parse(["--project", samples])
        let findings = try await command.check(command.workspace).report.findings.map(\.first)
        #expect(findings.filter { $0.severity != .note }.map(\.rule) == ["xliff-dropped-formatting"])
    }

    @Test("Names to keep and numbers are compared with the source")
    func compared() async throws {
        let settings = "deliveries: [{ path: a.csv }]\nterms: { keep: [Northlight] }"
        let (report, lines) = try await ProjectOnDisk(settings, ["a.csv": Self.texts]).validate()
        #expect(report.exitCode == 4)
        #expect(lines.contains("lacks the name “Northlight”"))
        #expect(lines.contains("has 40 % where the source has 50 %"))
    }

    @Test("A finding that is accepted by its ID no longer stops the import")
    func accepted() async throws {
        let base = "app: com.example.x\ndeliveries: [{ path: a.csv }]\nterms: { keep: [Northlight] }\n"
        let project = try ProjectOnDisk("", ["glossport.yaml": base, "a.csv": Self.texts])
        let finding = try #require(
            try await project.validate().report.findings.first { $0.first.rule == "brand-changed" }
        )
        let decision = "accept: [{ finding: \(finding.second.finding), by: Anna, why: The German name }]"
        try project.write(base + decision, to: "glossport.yaml")
        let (report, lines) = try await project.validate()
        #expect(report.exitCode == 0, "\(lines)")
        #expect(lines.contains("1 warning, 1 accepted."))
    }

    @Test("A glossary's forbidden term is found, and an invalid glossary is reported")
    func glossary() async throws {
        let project = try ProjectOnDisk(
            "deliveries: [{ path: a.csv }]\nterms: { files: [glossary.csv] }",
            [
                "a.csv": Self.texts,
                "glossary.csv": "id,locale,term,status\nstay,de,bleib*,forbidden\nstay,de,verweil*,\n",
            ]
        )
        #expect(try await project.validate().lines.contains("uses “bleib*”, which the glossary forbids."))
        try project.write("id,locale,term,status\nstay,de,bleib,never\n", to: "glossary.csv")
        let broken = try await project.validate().lines
        #expect(broken.contains("glossary.csv:2:"), "\(broken)")
        #expect(broken.contains("“never” is not a valid status of a term."))
    }
}
