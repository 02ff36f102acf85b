import Foundation
import Testing

@Suite("A first project file")
struct InitTests {
    private static func folder() throws -> TestProject {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        return project
    }

    @Test("init finds deliveries, keys, locales, messages and the private key, and validate succeeds")
    func found() async throws {
        let project = try Self.folder()
        let texts = Campaign.small.csv.replacing(".header", with: "_header").replacing(".body", with: "_body")
        try project.write(texts, to: "from vendor/campaign.csv")
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(file.contains("  - path: \"from vendor/\""))
        #expect(file.contains("keys: \"{message}_{field}\""))
        #expect(file.contains("expected: [ar-SA, bn-BD, ca, cs, da]"))
        #expect(file.contains("  campaign-1:") && file.contains("  campaign-2:"))
        #expect(file.contains("#   privateKeyFile: \(TestProject.keyFile)"), "half of the credentials would not do")
        #expect(file.hasPrefix("# yaml-language-server: $schema=glossport.schema.json\n"))
        #expect(project.exists("glossport.schema.json"))
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 0, "\(validated.output)")
        #expect(validated.stdout.contains("10 records"))
    }

    @Test("Other key patterns, encodings and untranslated names are written to the project file")
    func habits() async throws {
        let project = try Self.folder()
        try project.write(
            """
            key,en-US,de-DE,fr-FR,ja,it,nl-NL
            stay.header,Keep Seaglass Plus,Seaglass Plus behalten,Gardez Seaglass Plus,Seaglass Plus を続ける,Tieni Seaglass Plus,Houd Seaglass Plus
            stay.body,Your boards stay.,Alles bleibt.,Tout reste.,そのままです。,Tutto resta.,Alles blijft.
            """,
            to: "core.csv"
        )
        try project.write("key,es-MX\nstay_header,Conserva Seaglass Plus\nstay_body,Todo queda.\n", to: "latam.csv")
        // A vendor's folder may contain a file with other keys, and one whose encoding breaks in the middle.
        try project.write("key,pl\nstay.header,Zachowaj Seaglass Plus\nstay.body,Wszystko zostaje.\n", to: "mix/pl.csv")
        try project.write("key,cs\nstay_header,Nechte si Seaglass Plus\nstay_body,Vše zůstane.\n", to: "mix/cs.csv")
        let latin1 = "key;sv\nstay.header;Seaglass Plus\nstay.body;Allt är kvar.\n".unicodeScalars
            .map { UInt8($0.value) }
        for name in ["nordic.csv", "mix/sv.csv"] {
            try Data(latin1).write(to: URL(fileURLWithPath: project.file(name)))
        }
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(file.contains("  - path: latam.csv\n    keys: \"{message}_{field}\"\n"))
        let option = "    options: { encoding: windows-1252 }\n"
        #expect(file.contains("  - path: nordic.csv\n" + option))
        #expect(file.contains("  - path: mix/sv.csv\n" + option))
        #expect(file.contains("  - path: mix/cs.csv\n    keys: \"{message}_{field}\"\n") && file.contains(" cs, de-DE"))
        #expect(file.contains("  source: en-US "))
        #expect(file.contains("terms:\n  keep: [\"Seaglass Plus\"]"))
    }

    @Test("--update adds new deliveries, locales and messages, and keeps every other line")
    func update() async throws {
        let project = try Self.folder()
        try project.write("key,de-DE\na.header,Hallo\na.body,Welt\n", to: "a.csv")
        #expect(try await Glossport.run("init", "--app", TestProject.app, in: project).exitCode == 0)
        let before = try project.text("glossport.yaml") + "# mine\n"
        try project.write(before, to: "glossport.yaml")
        try project.write("key,it\nb.header,Ciao\nb.body,Mondo\n", to: "b.csv")
        let call = try await Glossport.run("init", "--update", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(call.stdout.hasPrefix("Added the delivery b.csv.\nAdded the locale it.\nAdded the message b.\n"))
        let after = try project.text("glossport.yaml").split(separator: "\n")
        let lost = before.split(separator: "\n").filter { !after.contains($0) }
        #expect(lost.count == 1 && lost[0].contains("expected: [de-DE]"))
        #expect(
            try await Glossport.run("init", "--update", in: project).stdout.contains(
                "already lists everything found here"
            )
        )
    }

    @Test(
        "--update adds the names that a new delivery's keys use for fields",
        arguments: ["", "fields: { line: body }\n"]
    )
    func updateNames(before: String) async throws {
        let project = try Self.folder()
        let own = "app: \(TestProject.app)\ndeliveries:\n  - path: a.csv\nkeys: \"{message}.{field}\"\n"
        try project.write(own + before + "messages:\n  a:\n", to: "glossport.yaml")
        try project.write("key,de-DE\na.header,Hallo\na.body,Welt\n", to: "a.csv")
        try project.write("key,de-DE\nb.title,Guten Tag\nb.text,Erde\n", to: "b.csv")
        let call = try await Glossport.run("init", "--update", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        let lines = [
            "Added the delivery b.csv.", "Added the name “text” of the field body.",
            "Added the name “title” of the field header.", "Added the message b.",
        ]
        #expect(call.stdout.hasPrefix(lines.joined(separator: "\n") + "\n"), "\(call.output)")
        let file = try project.text("glossport.yaml")
        let group = before.isEmpty ? "text: body, title: header" : "line: body, text: body, title: header"
        #expect(file.contains("keys: \"{message}.{field}\"\nfields: { \(group) }\nmessages:\n  a:\n  b:\n"), "\(file)")
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 0 && validated.stdout.contains("2 records"), "\(validated.output)")
        let again = try await Glossport.run("init", "--update", "-o", "json", in: project).json()
        #expect(again["files"]?.elements.isEmpty == true && again["fields"] != nil)
    }

    @Test("--update adds no names that would turn other keys of listed deliveries into messages")
    func namesOfApp() async throws {
        let project = try TestProject()
        let own = "app: \(TestProject.app)\ndeliveries:\n  - path: app.csv\nmessages:\n  a:\n"
        try project.write(own, to: "glossport.yaml")
        try project.write(
            "key,de\na.header,Bleib\na.body,Da\nsettings.title,Konto\nsettings.text,Dein Konto\n",
            to: "app.csv"
        )
        try project.write("key,de\nb.title,Bleib\nb.text,Da\n", to: "offers.csv")
        let call = try await Glossport.run("init", "--update", in: project)
        #expect(call.output.contains("offers.csv"), "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(!file.contains("fields:") && !file.contains("settings"), "\(file)")
    }

    @Test("--update writes the key pattern of a new delivery together with its names of fields")
    func updateNamesAndKeys() async throws {
        let project = try Self.folder()
        try project.write("key,de-DE\na_header,Hallo\na_body,Welt\n", to: "a.csv")
        #expect(try await Glossport.run("init", "--app", TestProject.app, in: project).exitCode == 0)
        try project.write("key,de-DE\nb.title,Guten Tag\nb.text,Erde\n", to: "b.csv")
        let call = try await Glossport.run("init", "--update", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(file.contains("  - path: b.csv\n    keys: \"{message}.{field}\"\n"), "\(file)")
        #expect(file.contains("\nfields: { text: body, title: header }\n"), "\(file)")
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 0 && validated.stdout.contains("2 records"), "\(validated.output)")
    }

    @Test("--update adds no name that means another field in the project file")
    func updateContradicts() async throws {
        let project = try Self.folder()
        let own = "app: \(TestProject.app)\ndeliveries:\n  - path: a.csv\nfields: { text: altText }\n"
        try project.write(own, to: "glossport.yaml")
        try project.write("key,de-DE\na.header,Hallo\na.body,Welt\n", to: "a.csv")
        try project.write("key,de-DE\nb.title,Guten Tag\nb.text,Erde\n", to: "b.csv")
        let call = try await Glossport.run("init", "--update", in: project)
        #expect(!call.output.contains("Added the name"), "\(call.output)")
        #expect(try project.text("glossport.yaml").contains("fields: { text: altText }\n"))
    }

    @Test("Enter skips every question, and the project file is written")
    func later() async throws {
        let project = try Self.folder()
        try project.write("key,de-DE\na.header,Hallo\na.body,Welt\n", to: "a.csv")
        try project.write("\n\n\n\n\n", to: "answers")
        let seen = try await PseudoTerminal.show(
            "'\(Executable.glossport.path)' init",
            in: project,
            input: project.file("answers")
        )
        #expect(seen.contains("The app's bundle ID (Enter: later)"), "\(seen)")
        #expect(try project.text("glossport.yaml").contains("app: com.example.app "), "\(seen)")
    }

    @Test("init writes the options that a file needs, and the project file is valid")
    func options() async throws {
        let project = try Self.folder()
        try project.write("Term,de-DE\na.header,Hallo\na.body,Alles bleibt.\n", to: "term.csv")
        try project.write("key,text\na.header,Bonjour\na.body,Tout reste.\n", to: "apart/fr.csv")
        try project.write("key,text\na.header,Ciao\na.body,Tutto resta.\n", to: "apart/it.csv")
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(file.contains("  - path: apart/\n    options: { locale: from-filename }\n"), "\(file)")
        #expect(file.contains("  - path: term.csv\n    options: { key: Term }\n"), "\(file)")
        #expect(file.contains("expected: [de-DE, fr-FR, it]"), "\(file)")
        #expect(!call.output.contains("was not used"), "\(call.output)")
        #expect(try await Glossport.run("validate", in: project).exitCode == 0)
    }

    @Test("A file with an old encoding and its locale in its name gets two options")
    func encodingByName() async throws {
        let project = try Self.folder()
        let text = "key,text\na.header,Schön\na.body,Größe\n".unicodeScalars.map { UInt8($0.value) }
        try project.write("", to: "vendor/letter.txt")
        try Data(text).write(to: URL(fileURLWithPath: project.file("vendor/de-DE.csv")))
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(file.contains("    options: { encoding: windows-1252, locale: from-filename }\n"), "\(file)")
        #expect(try await Glossport.run("validate", in: project).exitCode == 0)
    }

    @Test("If no file could be read, no units are reported")
    func unread() async throws {
        let project = try Self.folder()
        try project.write("key,text\na.header,Hal\u{0}lo\n", to: "vendor/a.csv")
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.output.contains("vendor/a.csv was not used"), "\(call.output)")
        #expect(!call.output.contains("0 units"), "\(call.output)")
    }

    /// A script that writes OpenDocument spreadsheets from their sheets, rows and cells.
    private static let workbooks = #"""
        import json, sys, zipfile
        names = "urn:oasis:names:tc:opendocument:xmlns:"
        for path, sheets in json.loads(sys.argv[1]).items():
            tables = "".join(
                f'<table:table table:name="{name}">' + "".join(
                    "<table:table-row>" + "".join(
                        f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
                        for cell in row.split("|")
                    ) + "</table:table-row>" for row in rows
                ) + "</table:table>" for name, rows in sheets.items()
            )
            with zipfile.ZipFile(path, "w") as file:
                file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
                file.writestr(
                    "content.xml",
                    f'<office:document-content xmlns:office="{names}office:1.0" xmlns:table="{names}table:1.0" '
                    f'xmlns:text="{names}text:1.0"><office:body><office:spreadsheet>{tables}</office:spreadsheet>'
                    "</office:body></office:document-content>",
                )
        """#

    private static func write(_ books: [String: [String: [String]]], in project: TestProject) throws {
        try project.write("Dear team", to: "vendor/letter.txt")
        let sheets = Dictionary(uniqueKeysWithValues: books.map { (project.file($0.key), $0.value) })
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", workbooks, String(decoding: try JSONEncoder().encode(sheets), as: UTF8.self),
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test("A sheet ignored in one workbook is read in another where it contains texts")
    func sheets() async throws {
        let project = try Self.folder()
        try Self.write(
            [
                "vendor/a.ods": [
                    "Strings": ["Key|de-DE", "keep.header|Bleib", "keep.body|Bleib da"], "Info": ["Please return it"],
                ],
                "vendor/b.ods": ["Info": ["Key|de-DE", "offer.header|Angebot", "offer.body|Ein Angebot"]],
            ],
            in: project
        )
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(
            file.contains("  - path: vendor/\n  - path: vendor/a.ods\n    options: { sheets: { Info: ignore } }\n"),
            "\(file)"
        )
        let checked = try await Glossport.run("validate", in: project)
        #expect(checked.exitCode == 0 && checked.stdout.contains("2 messages"), "\(checked.output)")
    }

    @Test("A column whose keys form no complete message is not used as the key column")
    func columnOfKeys() async throws {
        let project = try Self.folder()
        try project.write("Term,de-DE\nheader.a,Hallo\nbody.b,Welt\n", to: "vendor/terms.csv")
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(try !project.text("glossport.yaml").contains("    options: { key"), "\(call.output)")
    }

    @Test("Unusable files are reported with the step that failed")
    func failures() async throws {
        let project = try Self.folder()
        try project.write("key,de-DE\na.header,Hallo\na.body,Welt\n", to: "vendor/a.csv")
        try project.write("Wort,Bedeutung\nBär,ein Tier\n", to: "vendor/terms.csv")
        try project.write("key,de-DE\nbutton.ok,Gut\nbutton.no,Nein\n", to: "vendor/app.csv")
        try project.write("key,text\na.header,Hallo\n", to: "vendor/new.csv")
        try project.write("Dear team", to: "vendor/letter.txt")
        try project.write("all: test", to: "Makefile")
        try project.write("resources:", to: "app.resx")
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        for words in [
            "vendor/terms.csv was not used because it could not be read. No header row was found",
            "vendor/app.csv was not used because its keys name no messages. None of its keys, such as “button.no” and “button.ok”",
            "vendor/new.csv was not used because it does not say its locale.",
            "Makefile, public.pem, vendor/letter.txt are not translation files.",
            "app.resx was not used because its format was not recognized.",
        ] {
            #expect(call.output.contains(words), "\(call.output)")
        }
        #expect(!call.output.contains("vendor/a.csv was"), "\(call.output)")
    }

    @Test(
        "In each format, a file without a locale is reported as unused, and validate reports one error",
        arguments: [
            ("csv", "ID,Source,Target\nkeep.header,Stay,Bleib\nkeep.body,Yes,Ja\n"),
            ("tsv", "ID\tSource\tTarget\nkeep.header\tStay\tBleib\nkeep.body\tYes\tJa\n"),
            ("strings", "\"keep.header\" = \"Bleib\";\n\"keep.body\" = \"Ja\";\n"),
            ("arb", "{ \"keep.header\": \"Bleib\", \"keep.body\": \"Ja\" }"),
            (
                "po",
                """
                msgid ""
                msgstr "Content-Type: text/plain; charset=UTF-8\\n"

                msgctxt "keep.header"
                msgid "Stay"
                msgstr "Bleib"

                msgctxt "keep.body"
                msgid "Yes"
                msgstr "Ja"

                """
            ),
            (
                "xml",
                "<resources><string name=\"keep.header\">Bleib</string><string name=\"keep.body\">Ja</string></resources>"
            ),
            (
                "xlf",
                """
                <xliff version="1.2"><file original="a" datatype="x" source-language="en"><body>
                <trans-unit id="keep.header"><source>Stay</source><target>Bleib</target></trans-unit>
                <trans-unit id="keep.body"><source>Yes</source><target>Ja</target></trans-unit></body></file></xliff>
                """
            ),
            ("ods", nil),
        ] as [(String, String?)]
    )
    func unknownLocale(format: String, text: String?) async throws {
        let project = try Self.folder()
        let path = "vendor/texts.\(format)"
        if let text {
            try project.write(text, to: path)
        } else {
            try Self.write(
                [path: ["Sheet1": ["ID|Source|Target", "keep.header|Stay|Bleib", "keep.body|Yes|Ja"]]],
                in: project
            )
        }
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        let sentence = "\(path) was not used because it does not say its locale."
        #expect(call.output.contains(sentence), "\(call.output)")
        #expect(!call.output.contains("has a header and a body"), "\(call.output)")
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 4 && validated.stdout.contains(" 1 error."), "\(validated.output)")
    }

    @Test("A table with a sheet for each language gets its locales from the sheets' names")
    func sheetsByLanguage() async throws {
        let project = try Self.folder()
        let header = "String ID|English (source)|Translation"
        try Self.write(
            [
                "vendor/agency.ods": [
                    "German": [header, "keep.header|Stay|Bleib hier", "keep.body|Lists stay.|Die Listen bleiben."],
                    "French": [header, "keep.header|Stay|Restez ici", "keep.body|Lists stay.|Vos listes restent."],
                    "Glossary": ["English|German|Remark", "list|Liste|a remark", "plan|Tarif|another"],
                ]
            ],
            in: project
        )
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0 && !call.output.contains("was not used"), "\(call.output)")
        #expect(try project.text("glossport.yaml").contains("expected: [de-DE, fr-FR]"), "\(call.output)")
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 0 && validated.stdout.contains("2 records"), "\(validated.output)")
    }

    @Test("After init, the samples are a valid project except for an ambiguous locale")
    func samples() async throws {
        let project = try Self.folder()
        try project.addSamples()
        try FileManager.default.copyItem(
            atPath: Repository.file("samples/northlight/images"),
            toPath: project.file("images")
        )
        let call = try await Glossport.run(
            "init",
            "--app",
            TestProject.app,
            "--issuer-id",
            TestProject.issuerID,
            "--product",
            "keep-annual=com.example.northlight.annual",
            in: project
        )
        #expect(call.exitCode == 0, "\(call.output)")
        let file = try project.text("glossport.yaml")
        #expect(file.contains("\n  keyID: \(TestProject.keyID)\n"))
        #expect(file.contains("    image: \"images/{message}/{locale}.png\""))
        #expect(file.contains("  # bullets: [images/bell.png, images/cloud.png]"))
        #expect(file.contains("    defaultFor: [com.example.northlight.annual]"))
        #expect(file.contains("#   es-419: es-MX"))
        let mapped = file.replacing("# map:", with: "  map:").replacing("#   es-419", with: "    es-419")
        try project.write(mapped, to: "glossport.yaml")
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 0, "\(validated.output)")
        #expect(validated.stdout.contains("88 records"), "\(validated.output)")
    }

    @Test("In an empty folder, a folder for deliveries is created")
    func empty() async throws {
        let project = try Self.folder()
        let call = try await Glossport.run("init", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(call.stdout.contains("replace com.example.app with"))
        #expect(project.exists("vendor"))
        #expect(try project.text("glossport.yaml").contains("  - path: vendor/"))
    }

    @Test("A message that no delivery contains is refused, and nothing is written")
    func misspelled() async throws {
        let project = try Self.folder()
        try project.add(.small)
        let call = try await Glossport.run("init", "--product", "campain-1=com.example.annual", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("campaign-1"))
        #expect(!project.exists("glossport.yaml"))
    }

    @Test("Keys and journals are added to .gitignore, and its other lines stay")
    func gitignore() async throws {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        try project.write("build/\n.glossport/", to: ".gitignore")
        let call = try await Glossport.run("init", "--app", "com.example.x", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(try project.text(".gitignore") == "build/\n.glossport/\n*.p8\n")
    }

    @Test("Files that were written before an error are reported, and so is the error", arguments: ["table", "json"])
    func unwritable(form: String) async throws {
        let project = try Self.folder()
        let ignored = project.file(".gitignore")
        try FileManager.default.createDirectory(atPath: ignored, withIntermediateDirectories: true)
        let call = try await Glossport.run("init", "--app", TestProject.app, "-o", form, in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(call.stderr.contains("Can't write .gitignore."), "\(call.stderr)")
        guard form == "json" else {
            #expect(call.stdout.contains("Wrote glossport.yaml.\n"), "\(call.stdout)")
            return
        }
        let document = try call.json()
        #expect(document["schema"]?.string == "glossport.init/1" && document["exitCode"]?.int == 2)
        let files = document["files"]?.elements.compactMap(\.string)
        #expect(files == ["glossport.yaml", "glossport.schema.json"])
        #expect(document["errors"]?.elements.count == 1)
    }
}
