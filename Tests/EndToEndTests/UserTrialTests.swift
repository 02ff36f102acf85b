import Foundation
import Testing

/// Problems from user trials that reviewers and translators miss.
@Suite("Problems from user trials")
struct UserTrialTests {
    private static func project(_ settings: String, _ files: [String: String]) throws -> TestProject {
        let project = try TestProject()
        try project.write("app: \(TestProject.app)\n" + settings, to: "glossport.yaml")
        for (name, text) in files { try project.write(text, to: name) }
        return project
    }

    private static func xliff(_ locale: String, _ units: [(key: String, source: String, target: String)]) -> String {
        let texts = units.map { unit in
            "<trans-unit id=\"\(unit.key)\"><source>\(unit.source)</source><target state=\"translated\">\(unit.target)</target></trans-unit>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" datatype="plaintext" \
            source-language="en-US" target-language="\(locale)"><body>\(texts.joined())</body></file></xliff>
            """
    }

    @Test(
        "validate warns about a translation of an earlier source, and reject requests a new one"
    )
    func staleSource() async throws {
        let project = try Self.project(
            "deliveries: [{ path: en.csv }, { path: sv.xlf }]\nlocales: { source: en-US }\n",
            [
                "en.csv": "key,en-US\nkeep.header,Stay\nkeep.body,Switch to the monthly plan.\n",
                "sv.xlf": Self.xliff(
                    "sv",
                    [
                        ("keep.header", "Stay", "Stanna"),
                        (
                            "keep.body", "Switch to the yearly plan and get free recipes.",
                            "Byt till årsplanen och få gratis recept."
                        ),
                    ]
                ),
            ]
        )
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 0 && call.stdout.contains("1 warning"), "\(call.output)")
        #expect(call.stdout.contains("[translation-outdated · sv · keep · body"), "\(call.output)")
        #expect(call.stdout.contains("\n    Byt till årsplanen och få gratis recept.\n"))
        let strict = try await Glossport.run("validate", "--fail-on", "warning", in: project)
        #expect(strict.exitCode == 4)
        let json = try await Glossport.run("validate", "--output", "json", in: project).json()
        let finding = try #require(json["findings"]?.elements.first { $0["rule"]?.string == "translation-outdated" })
        #expect(finding["excerpt"]?.string == "Byt till årsplanen och få gratis recept.")
        #expect(finding["source"]?.string == "Switch to the monthly plan.")
        let rejected = try await Glossport.run("reject", "--min", "warning", "--out", "to", in: project)
        #expect(rejected.exitCode == 0, "\(rejected.output)")
        let letter = try project.text("to/README.txt")
        #expect(letter.contains("Translate it again"), "\(letter)")
        let brief = try await Glossport.run(
            "brief",
            "--locale",
            "sv",
            "--out",
            "brief",
            "--output",
            "json",
            in: project
        )
        #expect(brief.stdout.contains("\"outdated\""))
    }

    @Test("A file in windows-1250 is recognized, and wrongly decoded letters are found")
    func codePages() async throws {
        let project = try Self.project("deliveries: [{ path: hu.lproj }]\n", [:])
        let text = "\"keep.header\" = \"Őrizd meg a fűszereket\";\n\"keep.body\" = \"Gyűjtsd tovább az őszi ízeket\";\n"
        try FileManager.default.createDirectory(atPath: project.file("hu.lproj"), withIntermediateDirectories: true)
        try #require(text.data(using: .windowsCP1250)).write(
            to: URL(fileURLWithPath: project.file("hu.lproj/a.strings"))
        )
        let call = try await Glossport.run("validate", in: project)
        #expect(call.stdout.contains("windows-1250") && !call.stdout.contains("windows-1252"), "\(call.output)")
        let wrong = try await Glossport.run("validate", "--option", "encoding=windows-1252", in: project)
        #expect(wrong.exitCode == 4 && wrong.stdout.contains("[mojibake · hu"), "\(wrong.output)")
    }

    @Test("The finding for a memoQ file's internal numbers names an option that works")
    func memoQ() async throws {
        func unit(_ id: Int, _ key: String, _ text: String) -> String {
            "<trans-unit id=\"\(id)\"><source>A</source><target state=\"translated\">\(text)</target><context-group>"
                + "<context context-type=\"x-mmq-context\">\(key)</context></context-group></trans-unit>"
        }
        let file = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff version="1.2"><file original="a" datatype="x" source-language="en-US" target-language="ja"><body>\
            \(unit(1, "keep.header", "続ける"))\(unit(2, "keep.body", "そのまま"))</body></file></xliff>
            """
        let project = try Self.project("deliveries: [{ path: ja.mqxliff }]\n", ["ja.mqxliff": file])
        let call = try await Glossport.run("validate", in: project)
        #expect(call.stdout.contains("set the option key to context:x-mmq-context"), "\(call.output)")
        let corrected = try await Glossport.run("validate", "--option", "key=context:x-mmq-context", in: project)
        #expect(corrected.exitCode == 0, "\(corrected.output)")
    }

    @Test(
        "init writes the option that reads the keys of a tool's file, and expects its locale",
        arguments: ["memoQ", "Trados"]
    )
    func toolKeys(tool: String) async throws {
        let keys = ["keep.title", "keep.text"]
        let memoQ = keys.indices.map { index in
            "<trans-unit id=\"\(index)\"><source>A</source><target>続ける</target><context-group>"
                + "<context context-type=\"x-mmq-context\">\(keys[index])</context></context-group></trans-unit>"
        }
        let definitions = keys.indices.map {
            "<cxt-def id=\"\($0)\" type=\"sdl:sid\" descr=\"\(keys[$0])\" purpose=\"Match\"/>"
        }
        let trados = keys.indices.map { index in
            "<group><sdl:cxts><sdl:cxt id=\"\(index)\"/></sdl:cxts>"
                + "<trans-unit id=\"0414250d-cb61-4ed9-9a07-ad2e7587498\(index)\"><source>A</source><target>続ける</target></trans-unit></group>"
        }
        let file = """
            <xliff version="1.2" xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0"><file original="a" datatype="x" \
            source-language="en-US" target-language="ja"><header><cxt-defs xmlns="http://sdl.com/FileTypes/SdlXliff/1.0">\
            \(definitions.joined())</cxt-defs></header><body>\((tool == "memoQ" ? memoQ : trados).joined())</body></file></xliff>
            """
        let table = "key,de-DE\nkeep.title,Bleib\nkeep.text,Alles bleibt.\n"
        let project = try Self.project("", ["ja.xlf": file, "de.csv": table])
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.exitCode == 0 && !call.output.contains("was not used"), "\(call.output)")
        let text = try project.text("glossport.yaml")
        let type = tool == "memoQ" ? "x-mmq-context" : "sdl:sid"
        #expect(text.contains("  - path: ja.xlf\n    options: { key: \"context:\(type)\" }\n"), "\(text)")
        #expect(text.contains("expected: [de-DE, ja]"), "\(text)")
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.stdout.contains("2 records"), "\(validated.output)")
    }

    @Test("init does not use a file whose keys are only a tool's internal numbers; the remedy names resname")
    func noToolKeys() async throws {
        let file = """
            <xliff version="1.2"><file original="a" datatype="x" source-language="en-US" target-language="ja"><body>\
            <trans-unit id="1"><source>A</source><target>続ける</target></trans-unit>\
            <trans-unit id="2"><source>B</source><target>そのまま</target></trans-unit></body></file></xliff>
            """
        let project = try Self.project("", ["ja.mqxliff": file])
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        let sentence =
            "ja.mqxliff was not used because its keys name no messages. All 2 keys are a tool's internal numbers, such as 1."
        #expect(call.output.contains(sentence) && call.output.contains("resname"), "\(call.output)")
        #expect(call.output.components(separatedBy: "was not used").count == 2, "\(call.output)")
    }

    @Test(
        "init recognizes keys ending in title and text, and validate suggests the setting"
    )
    func otherNames() async throws {
        let table = """
            key,en-US,de-DE,fr-FR
            retention.annual.title,Stay with Leafwise,Bleib bei Leafwise,Restez chez Leafwise
            retention.annual.text,Your plants are waiting.,Deine Pflanzen warten.,Vos plantes attendent.
            retention.monthly.title,One more month,Noch ein Monat,Encore un mois
            retention.monthly.text,Keep your reminders.,Behalte deine Erinnerungen.,Gardez vos rappels.
            TOTAL,9,9,9

            """
        let project = try Self.project("deliveries: [{ path: texts.csv }]\n", ["texts.csv": table])
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 4)
        #expect(
            call.stdout.contains(
                "write `fields: { text: body, title: header }` and `keys: \"retention.{message}.{field}\"`"
            ),
            "\(call.output)"
        )
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let begun = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(begun.exitCode == 0, "\(begun.output)")
        #expect(
            begun.output.contains("2 messages in 3 locales") && begun.output.contains("“title” for header"),
            "\(begun.output)"
        )
        #expect(try project.text("glossport.yaml").contains("\nfields: { text: body, title: header }"))
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 0, "\(validated.output)")
        #expect(validated.stdout.contains("3 × row of totals"), "\(validated.output)")
    }

    @Test("init reports the step that failed for a file that it could not use")
    func steps() async throws {
        let project = try Self.project(
            "",
            ["nolocale.csv": "ID,Source,Target\nkeep.header,Stay,Bleib\nkeep.body,Yes,Ja\n"]
        )
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let call = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(call.output.contains("nolocale.csv was not used because"), "\(call.output)")
        #expect(!call.output.contains("No translation files found"), "\(call.output)")
    }

    @Test("A no-break space inside a protected name is not reported as a change")
    func brand() async throws {
        let project = try Self.project(
            "deliveries: [{ path: a.csv }]\nterms: { keep: [Pantrio Plus] }\n",
            [
                "a.csv":
                    "key,en-US,fr-FR\nkeep.header,Stay with Pantrio Plus,Restez avec Pantrio\u{A0}Plus\nkeep.body,All stays.,Tout reste.\n"
            ]
        )
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 0 && !call.stdout.contains("brand-changed"), "\(call.output)")
    }

    @Test("Untranslated and truncated texts, wrong punctuation and mixed widths are found")
    func missed() async throws {
        let project = try Self.project(
            "deliveries: [{ path: a.csv }]\nlocales: { source: en-US }\n",
            [
                "a.csv": """
                key,en-US,de-DE,es-ES,ja,zh-Hans
                a.header,Will you stay?,Bleibst du?,Te quedas?,残りますか？,您要留下吗？
                a.body,Your lists are kept. Cancel anytime in Settings.,Deine Listen bleiben. Cancel anytime in Settings.,Tus listas siguen. Cancela cuando quieras en Ajustes.,リストは残ります。,列表会保留，随时取消。
                b.header,Save 30% now,Spare jetzt 30 %,Ahorra un 30 %,今なら３０％オフ,立省30%
                b.body,"All your songs, for 30 days.","Danach zahlen Sie wieder, was du kennst, deine Lieder bleiben…","Todas tus canciones, 30 días.","すべての曲を、30日間。","歌曲,全部,30天。"
                """
            ]
        )
        let call = try await Glossport.run("validate", "--verbose", "--all", in: project)
        for place in [
            "target-equals-source · de-DE · a · body", "punctuation-slip · es-ES · a · header",
            "mixed-width · ja · b · header",
            "truncated-text · de-DE · b · body", "mixed-width · zh-Hans · b · body",
        ] {
            #expect(call.stdout.contains("[\(place)"), "\(place)\n\(call.output)")
        }
    }

    @Test(
        "Without sources in the files, the journal shows which translations are outdated"
    )
    func staleInJournal() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nlocales: { source: en-US }\n")
        func write(_ english: String) throws {
            for (folder, body) in [("en-US", english), ("de", "Kündige, wann du willst."), ("fr", "Tout reste ici.")] {
                try project.write(
                    "\"keep.header\" = \"Northlight\";\n\"keep.body\" = \"\(body)\";\n",
                    to: "vendor/\(folder).lproj/a.strings"
                )
            }
        }
        try write("Cancel whenever you like.")
        _ = try await Emulator.with(in: project) { emulator in
            let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            let first = try await Glossport.run("import", in: project, environment: environment)
            #expect(first.exitCode == 0, "\(first.output)")
            #expect(try await !Glossport.run("validate", in: project).stdout.contains("translation-outdated"))
            try write("Pause for as long as you like.")
            for isLive in [false, true] {
                if isLive {
                    #expect(try await Glossport.run("import", in: project, environment: environment).exitCode == 0)
                }
                let call = try await Glossport.run("validate", in: project)
                #expect(call.stdout.contains("[translation-outdated · de-DE · keep · body"), "\(call.output)")
                #expect(call.stdout.contains("[translation-outdated · fr-FR · keep · body"), "\(call.output)")
            }
            let plan = try await Glossport.run("plan", in: project, environment: environment)
            #expect(
                plan.stdout.contains(
                    "2 texts translate an earlier source text (de-DE, fr-FR): `glossport validate` lists them."
                ),
                "\(plan.output)"
            )
        }
    }

    @Test("Ten outdated translations in five formats are found, and ten current ones are not reported")
    func planted() async throws {
        let old = [
            "Save 25% this month.", "Cancel whenever you like.", "Your first week is free.", "Listen on two devices.",
            "Offline songs are included.",
        ]
        let new = [
            "Save 30% this month.", "Pause whenever you like.", "Your first month is free.", "Listen on five devices.",
            "Offline songs cost nothing.",
        ]
        func rows(_ row: (String, String) -> String, isOld: Bool) -> String {
            (0..<2).map { row("m\($0).body", isOld ? old[$0] : new[$0]) }.joined()
        }
        var files = ["en.csv": "key,en-US\n" + new.indices.map { "m\($0).body,\(new[$0])\n" }.joined()]
        for (isOld, locales) in [(true, ["de", "fr", "it", "pl", "sv"]), (false, ["nl", "da", "cs", "fi", "ro"])] {
            func unit(_ key: String, _ source: String) -> String {
                "<trans-unit id=\"\(key)\"><source>\(source)</source><target state=\"translated\">x \(key)</target></trans-unit>"
            }
            files["\(locales[0]).xlf"] =
                "<xliff version=\"1.2\"><file original=\"a\" datatype=\"x\" source-language=\"en-US\" target-language=\"\(locales[0])\"><body>"
                + rows(unit, isOld: isOld) + "</body></file></xliff>"
            files["\(locales[1]).xlf"] =
                "<xliff version=\"2.0\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" srcLang=\"en-US\" trgLang=\"\(locales[1])\"><file id=\"f\">"
                + rows(
                    {
                        "<unit id=\"\($0)\"><segment state=\"translated\"><source>\($1)</source><target>x</target></segment></unit>"
                    },
                    isOld: isOld
                )
                + "</file></xliff>"
            files["\(locales[2]).csv"] = "key,source,\(locales[2])\n" + rows({ "\($0),\($1),x\n" }, isOld: isOld)
            files["\(locales[3]).po"] =
                "msgid \"\"\nmsgstr \"Language: \(locales[3])\\nContent-Type: text/plain; charset=UTF-8\\n\"\n\n"
                + rows({ "msgctxt \"\($0)\"\nmsgid \"\($1)\"\nmsgstr \"x\"\n\n" }, isOld: isOld)
            files["\(locales[4]).tsv"] = "key\tsource\t\(locales[4])\n" + rows({ "\($0)\t\($1)\tx\n" }, isOld: isOld)
        }
        let paths = files.keys.sorted().map { "{ path: \($0) }" }.joined(separator: ", ")
        let project = try Self.project("deliveries: [\(paths)]\nlocales: { source: en-US }\n", files)
        let json = try await Glossport.run("validate", "--output", "json", in: project).json()
        let found = json["findings"]?.elements.filter { $0["rule"]?.string == "translation-outdated" } ?? []
        let places = found.map { "\($0["locale"]?.string ?? "") \($0["message"]?.string ?? "")" }
        #expect(
            places.sorted() == ["de-DE", "fr-FR", "it", "pl", "sv"].flatMap { ["\($0) m0", "\($0) m1"] }.sorted(),
            "\(json["findings"]?.elements.map { $0["text"]?.string ?? "" } ?? [])"
        )
    }
}
