import Foundation
import Testing

/// The brief for a vendor, and the returned translations.
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

    /// Returns the findings in the source and the returned translations, except unknown words.
    private func findings(in project: TestProject) async throws -> [String] {
        let call = try await Glossport.run("validate", "source", "out", "-o", "json", in: project)
        let found = try call.json()["findings"]?.elements ?? []
        // Tests have no dictionaries.
        return found.filter { $0["rule"]?.string != "unknown-word" }.map {
            "\($0["rule"]?.string ?? "") \($0["locale"]?.string ?? "") \($0["text"]?.string ?? "")"
        }
    }

    /// Returns the texts of each locale, as `key reason`.
    private func texts(_ call: Glossport) throws -> [String: [String]] {
        let locales = try call.json()["vendors"]?.elements.flatMap { $0["locales"]?.elements ?? [] } ?? []
        return Dictionary(
            uniqueKeysWithValues: locales.map { locale in
                let texts = locale["texts"]?.elements ?? []
                return (
                    locale["locale"]?.string ?? "",
                    texts.map { "\($0["key"]?.string ?? "") \($0["reason"]?.string ?? "")" }
                )
            }
        )
    }

    @Test(
        "Returned translations have no findings, except one for a text that is a character too long",
        arguments: ["xliff", "csv", "xliff2"]
    )
    func roundTrip(form: String) async throws {
        let project = try project()
        let arguments = ["brief", "--locale", "de-DE,fr-FR", "--out", "out", "--format", form]
        let brief = try await Glossport.run(arguments + ["-o", "json"], in: project)
        #expect(brief.exitCode == 0, "\(brief.output)")
        let all = ["back.header", "back.body", "keep-annual.header", "keep-annual.body", "keep-annual.altText"]
            .map { "\($0) new" }
        #expect(try texts(brief) == ["de-DE": all, "fr-FR": all], "\(brief.output)")
        let file = "out/de-DE.\(form == "csv" ? "csv" : "xliff")"
        #expect(try project.text(file).contains("description of the picture keep-annual.png"))
        let letter = try project.text("out/README.txt")
        #expect(letter.contains("Northlight") && letter.contains("German (Germany)"), "\(letter)")
        #expect(project.exists("out/preview.html"))

        try await translate("out", in: project)
        #expect(try await findings(in: project) == [])

        // Only the changed text needs a new translation.
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
        let changed = ["back.header outdated"]
        #expect(try texts(second) == ["de-DE": changed, "fr-FR": changed], "\(second.output)")
        #expect(try project.text(file).contains("Komm zurück"))

        // After the new translation is returned, nothing is left to do.
        try await translate("out", in: project)
        try FileManager.default.moveItem(atPath: project.file("out"), toPath: project.file("vendor/again"))
        let third = try await Glossport.run(arguments, in: project)
        #expect(third.exitCode == 0 && third.stdout == "Nothing to send.\n", "\(third.output)")
        #expect(!project.exists("out"))

        try write(project)
        try FileManager.default.removeItem(atPath: project.file("vendor"))
        try FileManager.default.createDirectory(atPath: project.file("vendor"), withIntermediateDirectories: false)
        #expect(try await Glossport.run(arguments, in: project).exitCode == 0)
        try await translate("out", "too-long", in: project)
        let long = try await findings(in: project)
        #expect(long.count == 1 && long.first?.hasPrefix("text-too-long de-DE ") == true, "\(long)")
    }

    @Test("A locale that cannot be translated or an invalid day is refused with the reason")
    func refused() async throws {
        let project = try project("vendors: { LatAm: { locales: [es-MX] } }")
        for (arguments, sentence) in [
            (["--locale", "en-US"], "en-US is the locale of the source texts."),
            (["--locale", "fr-CA"], "fr-CA shows the texts of fr-FR"),
            (["--locale", "ja"], "No vendor translates into ja."), (["--locale", "de"], "Did you mean de-DE?"),
            (["--locale", "es-MX", "--due", "tomorrow"], "--due tomorrow is not a day."),
        ] {
            let call = try await Glossport.run(["brief", "--out", "out"] + arguments, in: project)
            #expect(call.exitCode == 2 && call.stderr.contains(sentence), "\(call.output)")
        }
        #expect(!project.exists("out"))
    }

    @Test("Each vendor has a folder with its locales, in its format and with its deadline")
    func vendors() async throws {
        let project = try project(
            """
            vendors:
              Nord: { locales: [de-DE], format: csv, due: 2026-12-04 }
              Sud: { locales: [fr-FR], format: xliff2 }
            """
        )
        let call = try await Glossport.run("brief", "--out", "out", "-o", "json", in: project)
        #expect(
            try call.json()["written"]?.elements.compactMap(\.string) == [
                "Nord/de-DE.csv", "Nord/README.txt", "Nord/preview.html", "Sud/fr-FR.xliff", "Sud/README.txt",
                "Sud/preview.html",
            ],
            "\(call.output)"
        )
        #expect(try project.text("out/Nord/README.txt").contains("4 December 2026"))
        #expect(try project.text("out/Sud/fr-FR.xliff").contains("version=\"2.0\""))
    }

    @Test("For a message missing from the project file, the command that adds it is named")
    func unlisted() async throws {
        let project = try project()
        try project.write("key,locale,text\nwinter.header,en-US,Hello\nwinter.body,en-US,World\n", to: "source/w.csv")
        let call = try await Glossport.run("brief", "--message", "winter", "--out", "out", in: project)
        #expect(call.exitCode == 2 && call.stderr.contains("`glossport init --update`"), "\(call.output)")
    }

    @Test(
        "XLIFF files match the schemas",
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
        "Translate Toolkit opens a brief",
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
