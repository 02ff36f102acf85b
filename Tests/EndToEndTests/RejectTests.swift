import Foundation
import Testing

@Suite("glossport reject")
struct RejectTests {
    /// Returns a project with deliveries of several vendors in five formats, with errors in about half of the texts.
    private func project() throws -> TestProject {
        let project = try TestProject(Self.settings)
        // Text in no language, so that it has no other findings.
        let long = String(repeating: "Zxqv Wqzx Kvxz ", count: 7)
        let japanese = String(repeating: "また会えてうれしいです、", count: 8)
        let korean = String(repeating: "다시 만나서 반가워요, ", count: 7)
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
            "keep.header" = "\(japanese)";
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
                    "ko" : { "stringUnit" : { "state" : "translated", "value" : "\(korean)" } }
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

    private static let settings = """
        vendors:
          Nord: { locales: [de-DE, fr-FR], format: xliff }
          Ost: { locales: [ja, ko], format: xliff2 }
          Sud: { locales: [it], contact: "Ana, ana@sud.example", due: 2026-12-04 }
          LatAm: { locales: [es-ES], format: xlsx }
        deliveries:
          - { path: vendor/de.xliff, vendor: Nord }
          - { path: vendor/fr.xlf, vendor: Nord }
          - { path: vendor/ja.lproj, vendor: Ost }
          - { path: vendor/Retention.xcstrings, vendor: Ost }
          - { path: vendor/retention.csv, vendor: Sud }
        locales:
          expected: [de-DE, fr-FR, it, es-ES, ja, ko, pl]
          source: en-US
        rules:
          unexpected-locale: off
          message-missing-in-locale: off
        """

    /// Returns the texts of a vendor in the JSON document, as `locale key`.
    private func texts(_ vendor: JSONValue) -> [String] {
        (vendor["locales"]?.elements ?? []).flatMap { locale in
            (locale["texts"]?.elements ?? []).map {
                "\(locale["locale"]?.string ?? "") \($0["key"]?.string ?? "")"
            }
        }
    }

    @Test("Each vendor receives only its own faulty texts, and JSON, letter and files agree")
    func agreement() async throws {
        let project = try project()
        let reject = try await Glossport.run("reject", "--out", "kit", "--output", "json", in: project)
        // No vendor translates into Polish.
        #expect(reject.exitCode == 3, "\(reject.output)")
        let document = try reject.json()
        #expect(document["withoutVendor"]?.elements.compactMap(\.string) == ["pl"])
        let vendors = document["vendors"]?.elements ?? []
        let wanted: [String: Set<String>] = [
            "Nord": ["de-DE keep.header", "de-DE keep.body", "fr-FR keep.header", "fr-FR welcome.header"],
            "Ost": ["ja keep.header", "ja welcome.header", "ko keep.header", "ko welcome.header"],
            "Sud": ["it keep.header", "it welcome.body"],
            // Sud has delivered it, but the project names LatAm for the locale.
            "LatAm": ["es-ES keep.body"],
        ]
        #expect(vendors.compactMap { $0["vendor"]?.string } == ["LatAm", "Nord", "Ost", "Sud"], "\(reject.output)")
        for vendor in vendors {
            let name = vendor["vendor"]?.string ?? ""
            let all = texts(vendor)
            #expect(Set(all) == wanted[name] && all.count == wanted[name]?.count, "\(name): \(all)")
            // Other tests check workbooks.
            guard name != "LatAm" else {
                #expect(project.exists("kit/LatAm/translations.xlsx"))
                continue
            }
            let letter = try project.text("kit/\(name)/README.txt")
            let fileExtension = name == "Sud" ? "csv" : "xliff"
            for locale in vendor["locales"]?.elements ?? [] {
                let file = try project.text("kit/\(name)/\(locale["locale"]?.string ?? "").\(fileExtension)")
                for text in locale["texts"]?.elements ?? [] {
                    let key = try #require(text["key"]?.string)
                    // A request may also name the key.
                    let unit = fileExtension == "csv" ? "\(key),\(locale["locale"]?.string ?? "")," : "=\"\(key)\""
                    #expect(file.ranges(of: unit).count == 1 && letter.contains(key), "\(name) \(key): \(file)")
                    for request in text["requests"]?.elements ?? [] {
                        let sentence = try #require(request["request"]?.string)
                        // The letter breaks lines.
                        let words = letter.split { $0.isWhitespace }.joined(separator: " ")
                        #expect(words.contains(sentence), "\(name): \(sentence)\n\(letter)")
                    }
                }
                let others: [String] = ["keep.header", "keep.body", "welcome.header", "welcome.body"].filter { key in
                    !(locale["texts"]?.elements ?? []).contains { $0["key"]?.string == key }
                }
                for key in others { #expect(!file.contains(key), "\(name) \(key): \(file)") }
            }
        }
        let letter = try project.text("kit/Sud/README.txt")
        #expect(letter.contains("Ana, ana@sud.example") && letter.contains("4 December 2026"), "\(letter)")
    }

    @Test("Only texts with the selected locale, message and severity are sent")
    func selection() async throws {
        let project = try project()
        let call = try await Glossport.run(
            ["reject", "--out", "kit", "--locale", "it", "--message", "welcome", "--min", "error", "-o", "json"],
            in: project
        )
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(try call.json()["vendors"]?.elements.map(texts) == [["it welcome.body"]], "\(call.output)")
    }

    @Test(
        "A returned package is rejected again if it is unchanged, but not if it is corrected",
        .enabled(if: ForeignTool.python.isWanted, "python3 is not installed; `make test-all` installs it."),
        arguments: [false, true]
    )
    func back(isCorrected: Bool) async throws {
        let project = try project()
        #expect(try await Glossport.run("reject", "--format", "csv", "--out", "kit", in: project).exitCode == 3)
        if isCorrected {
            let script = Repository.file("Tests/EndToEndTests/Checks/vendor.py")
            _ = try await ForeignTool.python.run([script, "kit/LatAm", "kit/Nord", "kit/Ost", "kit/Sud"], in: project)
        }
        // The returned package becomes the first delivery, and names no vendor.
        try FileManager.default.moveItem(atPath: project.file("kit"), toPath: project.file("back"))
        try project.write(
            try project.text("glossport.yaml").replacing("deliveries:\n", with: "deliveries:\n  - { path: back }\n")
                .replacing(", pl]", with: "]"),
            to: "glossport.yaml"
        )
        let validate = try await Glossport.run("validate", "--output", "json", in: project)
        let findings = try validate.json()["findings"]?.elements ?? []
        #expect(!findings.contains { $0["rule"]?.string == "duplicate-text" }, "\(validate.output)")
        #expect(validate.exitCode == (isCorrected ? 0 : 4), "\(validate.output)")
        let again = try await Glossport.run("reject", "--out", "again", "-o", "json", in: project)
        #expect(again.exitCode == 0, "\(again.output)")
        let vendors = try again.json()["vendors"]?.elements ?? []
        #expect(
            vendors.compactMap { $0["vendor"]?.string } == (isCorrected ? [] : ["LatAm", "Nord", "Ost", "Sud"]),
            "\(again.output)"
        )
    }

    @Test("A folder with other files is not overwritten, and neither are changed files")
    func folder() async throws {
        let project = try project()
        try project.write("mine", to: "other/mine.txt")
        let other = try await Glossport.run("reject", "--out", "other", in: project)
        #expect(other.exitCode == 2 && other.stderr.contains("holds other files"), "\(other.output)")
        #expect(try await Glossport.run("reject", "--out", "kit", in: project).exitCode == 3)
        // Files that it wrote itself may be replaced.
        #expect(try await Glossport.run("reject", "--out", "kit", "--locale", "de-DE", in: project).exitCode == 0)
        #expect(!project.exists("kit/Nord/fr-FR.xliff") && !project.exists("kit/Ost"))
        try project.write("corrected", to: "kit/Nord/de-DE.xliff")
        let changed = try await Glossport.run("reject", "--out", "kit", in: project)
        #expect(changed.exitCode == 2 && changed.stderr.contains("has changed since"), "\(changed.output)")
        #expect(try project.text("kit/Nord/de-DE.xliff") == "corrected")
        let inside = try await Glossport.run("reject", "--out", "vendor/ja.lproj/back", in: project)
        #expect(inside.exitCode == 2 && inside.stderr.contains("is inside the delivery"), "\(inside.output)")
    }

    @Test(
        "A delivery is recognized under another name, as on a case-insensitive volume",
        .enabled(if: ForeignTool.mayMount)
    )
    func otherName() async throws {
        let project = try project()
        try project.write("x", to: "Vendor/x")
        let lines = try await ForeignTool.bash.run(
            [
                "-c",
                """
                unshare --mount sh -c 'mount --bind vendor Vendor; exec "$0" reject --out Vendor/ja.lproj/back' \
                    '\(Executable.glossport.path)' 2>&1; echo $?
                """,
            ],
            in: project
        )
        #expect(lines.last == "2" && lines.contains { $0.contains("is inside the delivery") }, "\(lines)")
    }

    @Test("reject follows no links in its output folder")
    func links() async throws {
        let project = try project()
        try project.write("precious", to: "elsewhere/de-DE.xliff")
        #expect(try await Glossport.run("reject", "--out", "kit", in: project).exitCode == 3)
        try FileManager.default.removeItem(atPath: project.file("kit/Nord"))
        try FileManager.default.createSymbolicLink(
            atPath: project.file("kit/Nord"),
            withDestinationPath: project.file("elsewhere")
        )
        let call = try await Glossport.run("reject", "--out", "kit", in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(try project.text("elsewhere/de-DE.xliff") == "precious")
    }

    @Test(
        "reject writes a letter for every broken sample unless no finding needs action",
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
        if !call.stdout.contains("Nothing to send.") {
            let letter = try project.text("kit/README.txt")
            #expect(letter.hasPrefix("TEXTS TO TRANSLATE OR CORRECT"))
            #expect(!letter.contains("--"), "\(letter)")
        }
    }
}
