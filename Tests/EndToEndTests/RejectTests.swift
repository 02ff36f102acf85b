import Foundation
import Testing

@Suite("glossport reject")
struct RejectTests {
    /// A delivery in all four formats, and in each text of it something wrong but for a few that must not go back.
    private func project(replaces: Bool = false) throws -> TestProject {
        let project = try TestProject(Self.settings(replaces: replaces))
        let long = String(repeating: "Sehr lange Nacht ", count: 6)
        try project.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
              <file original="a.strings" source-language="en" target-language="de" datatype="plaintext">
                <header><tool tool-id="com.example" tool-name="Vendor" tool-version="7"/></header>
                <body>
                  <group id="good"><trans-unit id="welcome.header"><source>Hello</source><target>Hallo</target></trans-unit></group>
                  <trans-unit id="keep.header" approved="yes">
                    <source>Stay</source>
                    <target state="final">\(long)</target>
                    <note>At most 66 characters</note>
                  </trans-unit>
                  <trans-unit id="keep.body"><source>Stay with us</source><target><x id="1"/>, bleib</target></trans-unit>
                </body>
              </file>
              <file original="b.strings" source-language="en" target-language="de" datatype="plaintext"><body>
                <trans-unit id="welcome.body"><source>Good to see you</source><target>Schön, dich zu sehen</target></trans-unit>
              </body></file>
            </xliff>

            """,
            to: "vendor/de.xliff"
        )
        try project.write(
            """
            <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">
             <file id="f1">
              <unit id="u1" name="keep.header"><segment state="final"><source>Stay</source><target>\(long)</target></segment></unit>
              <unit id="u2" name="keep.body"><segment><source>Stay with us</source><target>Restez</target></segment></unit>
              <unit id="u3" name="welcome.header"><segment><source>Hello</source><target>Bonjour %@</target></segment></unit>
              <unit id="u4" name="welcome.body"><segment><source>Hi</source><target>Content de vous revoir</target></segment></unit>
             </file>
            </xliff>

            """,
            to: "vendor/fr.xlf"
        )
        try project.write(
            "key;notes;it;es-ES\r\nkeep.header;=1;\(long);Quédate\r\nkeep.body;;Resta con noi;\"Quédate; <b>con</b> nosotros\"\r\n"
                + "welcome.header;;Ciao;Hola\r\nwelcome.body;;#NAME?;Nos alegra verte\r\n",
            to: "vendor/retention.csv"
        )
        let strings = """
            /* Northlight, by a vendor */

            /* Header */
            "keep.header" = "\(long)";
            "keep.body" = "いつもそばに";
            "welcome.header" = "ようこそ {name}";
            "welcome.body" = "また会えてうれしいです";

            """
        try project.write("", to: "vendor/ja.lproj/Retention.strings")
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in strings.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        try Data(bytes)
            .write(to: URL(fileURLWithPath: project.file("vendor/ja.lproj/Retention.strings")))
        try project.write(
            """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "keep.body" : {
                  "localizations" : {
                    "en" : { "stringUnit" : { "state" : "translated", "value" : "Stay with us" } },
                    "ko" : { "stringUnit" : { "state" : "translated", "value" : "함께해요" } }
                  }
                },
                "keep.header" : {
                  "comment" : "Header",
                  "localizations" : {
                    "en" : { "stringUnit" : { "state" : "translated", "value" : "Stay" } },
                    "ko" : { "stringUnit" : { "state" : "translated", "value" : "\(long)" } }
                  }
                },
                "welcome.body" : { "localizations" : { "ko" : { "stringUnit" : { "state" : "translated", "value" : "반가워요" } } } },
                "welcome.header" : { "localizations" : { "ko" : { "stringUnit" : { "value" : "안녕 %d" } } } }
              },
              "version" : "1.0"
            }
            """,
            to: "vendor/Retention.xcstrings"
        )
        return project
    }

    private static func settings(replaces: Bool) -> String {
        """
        deliveries:
          - path: vendor/
        \(replaces ? "  - { path: returned/, replaces: true }\n" : "")locales:
          expected: [de-DE, fr-FR, it, es-ES, ja, ko]
        rules:
          unexpected-locale: off
          message-missing-in-locale: off
          missing-field: off
        """
    }

    private static let files = [
        "Retention.xcstrings", "de.xliff", "fr.xlf", "ja.lproj/Retention.strings", "retention.csv",
    ]

    @Test(
        "What goes back, comes back corrected and is delivered beside the original, is clean and imported",
        .enabled(if: ForeignTool.python.isWanted, "python3 is not installed; `make test-all` installs it.")
    )
    func roundTrip() async throws {
        let project = try project()
        #expect(try await Glossport.run("validate", in: project).exitCode == 4)
        let reject = try await Glossport.run("reject", "--out", "to-vendor", "--output", "json", in: project)
        #expect(reject.exitCode == 0, "\(reject.output)")
        let files = try reject.json()["files"]?.elements ?? []
        #expect(files.compactMap { $0["output"]?.string } == Self.files.map { "vendor/\($0)" }, "\(reject.output)")
        #expect(files.compactMap { $0["units"]?.int } == [2, 2, 2, 2, 3], "\(reject.output)")
        #expect(files.allSatisfy { $0["problem"] == nil })
        for text in ["findings.csv", "README.txt"] { #expect(project.exists("to-vendor/\(text)")) }

        let corrected = try await ForeignTool.python.run(
            [Repository.file("Tests/EndToEndTests/Checks/vendor.py"), "to-vendor", "returned"],
            in: project
        )
        #expect(corrected == ["11"])
        try project.write(TestProject.projectFile(Self.settings(replaces: true)), to: "glossport.yaml")
        let validate = try await Glossport.run("validate", in: project)
        #expect(validate.exitCode == 0, "\(validate.output)")
        let again = try await Glossport.run("reject", "--out", "once-more", "--min", "error", in: project)
        #expect(again.exitCode == 0 && again.stdout.contains("Nothing to send back."), "\(again.output)")
        #expect(!project.exists("once-more"))
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(service.messages.contains { $0.header.hasPrefix("Kurz ") })
        #expect(!service.messages.contains { ($0.header + $0.body).contains("Nacht Sehr") })
    }

    @Test("What comes back as it was is found again")
    func uncorrected() async throws {
        let project = try project()
        #expect(try await Glossport.run("reject", "--out", "returned", in: project).exitCode == 0)
        try project.write(TestProject.projectFile(Self.settings(replaces: true)), to: "glossport.yaml")
        let validate = try await Glossport.run("validate", "--output", "json", in: project)
        #expect(validate.exitCode == 4)
        let findings = try validate.json()["findings"]?.elements ?? []
        #expect(!findings.contains { $0["rule"]?.string == "duplicate-text" })
        // In XLIFF and String Catalogs by the state, in the others by the text itself.
        for path in Self.files {
            #expect(
                findings.contains { $0["path"]?.string == "returned/vendor/\(path)" },
                "\(path): \(validate.output)"
            )
        }
    }

    @Test("Every cut-out is the delivered file, line by line, but for what was put in")
    func bytes() async throws {
        let project = try project()
        #expect(try await Glossport.run("reject", "--out", "to-vendor", in: project).exitCode == 0)
        let text = try project.text("to-vendor/vendor/de.xliff")
        #expect(text.contains("tool-name=\"Vendor\""))
        #expect(text.contains("approved=\"no\""))
        #expect(!text.contains("welcome"))
        #expect(
            try project.text("to-vendor/vendor/retention.csv").hasPrefix(
                "key;notes;it;es-ES;glossport: finding;glossport: rule\r\nkeep.header;=1;Sehr lange"
            )
        )
        let strings = try Data(
            contentsOf: URL(fileURLWithPath: project.file("to-vendor/vendor/ja.lproj/Retention.strings"))
        )
        #expect(strings.starts(with: [0xFF, 0xFE]))
        #expect(strings.count.isMultiple(of: 2))
        let table = try Data(contentsOf: URL(fileURLWithPath: project.file("to-vendor/findings.csv")))
        #expect(table.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(String(decoding: table, as: UTF8.self).contains("keep.header,de,keep,header,"))
    }

    @Test(
        "XLIFF that goes back keeps to the schemas",
        .enabled(if: ForeignTool.schemas.isWanted, "The schemas are not there; `make test-all` fetches them.")
    )
    func schemas() async throws {
        let project = try project()
        #expect(try await Glossport.run("reject", "--out", "to-vendor", in: project).exitCode == 0)
        for (schema, file) in [("xliff-core-1.2-strict", "de.xliff"), ("xliff-core-2.0", "fr.xlf")] {
            _ = try await ForeignTool.schemas.run(
                [
                    "--nonet", "--noout", "--schema", "\(ForeignTool.schemaFolder)/\(schema).xsd",
                    "to-vendor/vendor/\(file)",
                ],
                in: project
            )
        }
    }

    @Test(
        "Translate Toolkit opens what goes back",
        .enabled(
            if: ForeignTool.translateToolkit.isWanted,
            "translate-toolkit is not installed; `make test-all` installs it."
        )
    )
    func translateToolkit() async throws {
        let project = try project()
        #expect(try await Glossport.run("reject", "--out", "to-vendor", in: project).exitCode == 0)
        let files = ["de.xliff", "ja.lproj/Retention.strings", "retention.csv"].map { "to-vendor/vendor/\($0)" }
        let lines = try await ForeignTool.python.run(
            [Repository.file("Tests/EndToEndTests/Checks/translation-tools.py")] + files,
            in: project
        )
        #expect(lines.count == files.count && lines.allSatisfy { !$0.hasPrefix("0 ") }, "\(lines)")
    }

    @Test(
        "plutil takes the .strings files that go back",
        .enabled(if: ForeignTool.plutil.isWanted, "There is no plutil; it comes with Swift.")
    )
    func plutil() async throws {
        let project = try project()
        #expect(try await Glossport.run("reject", "--out", "to-vendor", in: project).exitCode == 0)
        let lines = try await ForeignTool.plutil.run(
            ["-convert", "json", "-o", "-", "to-vendor/vendor/ja.lproj/Retention.strings"],
            in: project
        )
        let pairs = try JSONValue(parsing: lines.joined())
        #expect(pairs.members == ["keep.header", "welcome.header"])
    }

    @Test("A folder with other files is left alone, and so are files that somebody has changed")
    func folder() async throws {
        let project = try project()
        try project.write("mine", to: "other/mine.txt")
        let other = try await Glossport.run("reject", "--out", "other", in: project)
        #expect(other.exitCode == 2 && other.stderr.contains("holds other files"), "\(other.output)")
        #expect(try await Glossport.run("reject", "--out", "kit", in: project).exitCode == 0)
        // Its own files may be written anew.
        #expect(try await Glossport.run("reject", "--out", "kit", "--locale", "de-DE", in: project).exitCode == 0)
        #expect(!project.exists("kit/vendor/fr.xlf") && !project.exists("kit/vendor/ja.lproj"))
        try project.write("corrected", to: "kit/vendor/de.xliff")
        let changed = try await Glossport.run("reject", "--out", "kit", in: project)
        #expect(changed.exitCode == 2 && changed.stderr.contains("has changed since"), "\(changed.output)")
        #expect(try project.text("kit/vendor/de.xliff") == "corrected")
        let inside = try await Glossport.run("reject", "--out", "vendor/back", in: project)
        #expect(inside.exitCode == 2 && inside.stderr.contains("is inside the delivery"), "\(inside.output)")
    }

    @Test("Links in the folder are not followed")
    func links() async throws {
        let project = try project()
        try project.write("precious", to: "elsewhere/de.xliff")
        #expect(try await Glossport.run("reject", "--out", "kit", in: project).exitCode == 0)
        try FileManager.default.removeItem(atPath: project.file("kit/vendor"))
        try FileManager.default.createSymbolicLink(
            atPath: project.file("kit/vendor"),
            withDestinationPath: project.file("elsewhere")
        )
        let call = try await Glossport.run("reject", "--out", "kit", in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(try project.text("elsewhere/de.xliff") == "precious")
    }

    @Test("A file of an archive goes back in a folder of the archive's name")
    func archive() async throws {
        let project = try project()
        _ = try await ForeignTool.python.run(["-m", "zipfile", "-c", "vendor.zip", "vendor"], in: project)
        let call = try await Glossport.run("reject", "vendor.zip", "--out", "kit", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(project.exists("kit/vendor.zip/vendor/de.xliff"))
    }

    @Test(
        "Of every broken sample a letter can be written",
        arguments: ((try? FileManager.default.contentsOfDirectory(atPath: Repository.file("samples/broken"))) ?? [])
            .filter { !$0.contains(".") }.sorted()
    )
    func samples(folder: String) async throws {
        let project = try TestProject()
        let call = try await Glossport.run(
            "reject",
            "--project",
            Repository.file("samples/broken/glossport.yaml"),
            Repository.file("samples/broken/\(folder)"),
            "--out",
            "kit",
            in: project
        )
        #expect(call.exitCode == 0, "\(call.output)")
        // Findings that need no action are not worth a letter.
        if !call.stdout.contains("Nothing to send back.") {
            let letter = try project.text("kit/README.txt")
            #expect(letter.hasPrefix("TRANSLATIONS TO CORRECT\n"))
            #expect(!letter.contains("--"), "\(letter)")
        }
    }
}
