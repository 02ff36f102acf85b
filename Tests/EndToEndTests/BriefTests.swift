import Foundation
import Testing

/// The brief for a vendor, and the translations that come back.
@Suite("glossport brief")
struct BriefTests {
    private func project(_ extra: String = "") throws -> TestProject {
        let project = try TestProject(
            """
            deliveries: [{ path: source/ }]
            locales: { expected: [de-DE, en-US, fr-FR], source: en-US, also: { fr-FR: [fr-CA] } }
            messages: { keep-annual: { image: images/keep-annual.png }, back: }
            terms: { keep: [Northlight] }
            \(extra)
            """
        )
        try FileManager.default.createDirectory(atPath: project.file("images"), withIntermediateDirectories: false)
        let picture = "images/keep-annual.png"
        try FileManager.default.copyItem(
            atPath: Repository.file("samples/northlight/" + picture),
            toPath: project.file(picture)
        )
        try write(project)
        return project
    }

    private func write(_ project: TestProject, back: String = "Come back") throws {
        try project.write(
            """
            key,locale,notes,text
            keep-annual.header,en-US,For subscribers,"Stay with Northlight and watch the wide, clear sky at night"
            keep-annual.body,en-US,,Your lists and songs stay with you.
            keep-annual.altText,en-US,,A mountain under the stars
            back.header,en-US,,\(back)
            back.body,en-US,,Your place under the stars is still free.

            """,
            to: "source/en.csv"
        )
    }

    private func translate(_ arguments: String..., in project: TestProject) async throws {
        _ = try await ForeignTool.python.run(
            [Repository.file("Tests/EndToEndTests/Checks/translator.py")] + arguments,
            in: project
        )
    }

    /// The findings of what has come back, read without options.
    private func findings(in project: TestProject) async throws -> [String] {
        let call = try await Glossport.run("validate", "source", "out", "-o", "json", in: project)
        return try call.json()["findings"]?.elements.map {
            "\($0["rule"]?.string ?? "") \($0["locale"]?.string ?? "") \($0["text"]?.string ?? "")"
        } ?? []
    }

    @Test(
        "What comes back has no finding, and one for a text that is one character too long",
        arguments: ["xliff", "csv", "xliff2"]
    )
    func roundTrip(form: String) async throws {
        let project = try project()
        let arguments = ["brief", "--locale", "de-DE,fr-FR", "--out", "out", "--format", form]
        let brief = try await Glossport.run(arguments + ["-o", "json"], in: project)
        #expect(brief.exitCode == 0, "\(brief.output)")
        let files = try brief.json()["files"]?.elements ?? []
        #expect(files.map { $0["units"]?.int } == [5, 5] && files.map { $0["translated"]?.int } == [0, 0])
        let german = try project.text("out/de-DE.\(form == "csv" ? "csv" : "xliff")")
        #expect(german.contains("Picture: images/keep-annual.png"), "\(german)")
        let letter = try project.text("out/README.txt")
        #expect(letter.contains("header: 66") && letter.contains("- Northlight"), "\(letter)")

        try await translate("out", in: project)
        #expect(try await findings(in: project) == [])

        // Only the text that has changed is to be translated again.
        try FileManager.default.moveItem(atPath: project.file("out"), toPath: project.file("vendor"))
        try write(project, back: "Come back to us")
        try project.write(
            try project.text("glossport.yaml").replacing(
                "{ path: source/ }",
                with: "{ path: source/ }, { path: vendor/ }"
            ),
            to: "glossport.yaml"
        )
        let second = try await Glossport.run(arguments + ["-o", "json"], in: project)
        let again = try second.json()["files"]?.elements ?? []
        #expect(again.map { $0["translated"]?.int } == [4, 4], "\(second.output)")
        #expect(try project.text("out/de-DE.\(form == "csv" ? "csv" : "xliff")").contains("earlier text: Komm zurück"))

        try write(project)
        try FileManager.default.removeItem(atPath: project.file("vendor"))
        try FileManager.default.removeItem(atPath: project.file("out"))
        try FileManager.default.createDirectory(atPath: project.file("vendor"), withIntermediateDirectories: false)
        #expect(try await Glossport.run(arguments, in: project).exitCode == 0)
        try await translate("out", "too-long", in: project)
        let long = try await findings(in: project)
        #expect(long.count == 1 && long.first?.hasPrefix("text-too-long de-DE ") == true, "\(long)")
    }

    @Test("A locale that nobody is to translate into gets a sentence that says why")
    func refused() async throws {
        let project = try project()
        try project.write("key,locale,text\n", to: "latam/a.csv")
        try project.write(
            try project.text("glossport.yaml").replacing(
                "{ path: source/ }",
                with: "{ path: source/ }, { path: latam/, vendor: LatAm, locales: [es-MX] }"
            ),
            to: "glossport.yaml"
        )
        for (locale, sentence) in [
            ("en-US", "en-US is the locale of the source texts."), ("fr-CA", "fr-CA shows the texts of fr-FR"),
            ("ja", "No vendor translates into ja."), ("de", "Did you mean de-DE?"),
        ] {
            let call = try await Glossport.run("brief", "--locale", locale, "--out", "out", in: project)
            #expect(call.exitCode == 2 && call.stderr.contains(sentence), "\(call.output)")
        }
        #expect(!project.exists("out"))
    }

    @Test(
        "XLIFF keeps to the schemas",
        .enabled(if: ForeignTool.schemas.isWanted, "The schemas are not there; `make test-all` fetches them."),
        arguments: [("xliff", "xliff-core-1.2-strict"), ("xliff2", "xliff-core-2.0")]
    )
    func schemas(form: String, schema: String) async throws {
        let project = try project()
        #expect(try await Glossport.run("brief", "--out", "out", "--format", form, in: project).exitCode == 0)
        let path = "\(ForeignTool.schemaFolder)/\(schema).xsd"
        func check() async throws {
            let arguments = ["--nonet", "--noout", "--schema", path, "out/de-DE.xliff"]
            _ = try await ForeignTool.schemas.run(arguments, in: project)
        }
        try await check()
        try await translate("out", in: project)
        try await check()
    }

    @Test(
        "Translate Toolkit opens it",
        .enabled(
            if: ForeignTool.translateToolkit.isWanted,
            "translate-toolkit is not installed; `make test-all` installs it."
        )
    )
    func translateToolkit() async throws {
        let project = try project()
        #expect(try await Glossport.run("brief", "--out", "out", in: project).exitCode == 0)
        let lines = try await ForeignTool.python.run(
            [Repository.file("Tests/EndToEndTests/Checks/translation-tools.py"), "out/de-DE.xliff"],
            in: project
        )
        #expect(lines.count == 1 && lines[0].hasPrefix("5 "), "\(lines)")
    }
}
