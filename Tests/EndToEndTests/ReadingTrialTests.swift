import Foundation
import Testing

/// Tables whose texts were once lost or misread without a warning.
@Suite("Trials of table reading")
struct ReadingTrialTests {
    /// The result of `read`: each text as `key|locale|text|state`, and the whole output.
    private struct Seen {
        var texts: [String]
        var output: String
        var exitCode: Int32
    }

    private func read(_ text: String, named name: String = "texts.csv", _ arguments: String...) async throws -> Seen {
        let project = try TestProject()
        try project.write(text, to: name)
        return try await read(name, in: project, arguments)
    }

    private func read(_ name: String, in project: TestProject, _ arguments: [String] = []) async throws -> Seen {
        let call = try await Glossport.run(["read", name] + arguments, in: project)
        let texts = try call.stdout.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line -> String in
            let unit = try JSONValue(parsing: String(line))
            return ["key", "locale", "target", "state"].map { unit[$0]?.string ?? "-" }.joined(separator: "|")
        }
        return Seen(texts: texts, output: call.output, exitCode: call.exitCode)
    }

    @Test("All texts of a workbook are read", arguments: ["openpyxl", "xlsxwriter", "libreoffice", "google"])
    func workbook(writer: String) async throws {
        let project = try TestProject()
        try FileManager.default.copyItem(
            atPath: Repository.file("Tests/EndToEndTests/Workbooks/\(writer).xlsx"),
            toPath: project.file("texts.xlsx")
        )
        let seen = try await read("texts.xlsx", in: project)
        #expect(seen.texts.count == 6 && seen.texts.first == "welcome.header|de|Bleib noch ein wenig|translated")
    }

    @Test(
        "A column of regions or scripts completes the column of languages",
        arguments: [("pt,PT", "pt-PT"), ("es,MX", "es-MX"), ("Chinese,Traditional", "zh-Hant"), ("fr,", "fr")]
    )
    func region(cells: String, locale: String) async throws {
        let seen = try await read("key,language,country,text\na.header,\(cells),Text\n")
        #expect(seen.texts == ["a.header|\(locale)|Text|translated"])
    }

    @Test("A column with texts but without a header is reported")
    func emptyHeader() async throws {
        let seen = try await read("key,en,,fr\na.header,Stay,Bleib,Reste\n")
        #expect(seen.texts.count == 2)
        #expect(
            seen.output.contains("texts.csv:1:8: warning: Column 3 has no header but holds 1 text"),
            "\(seen.output)"
        )
        let mapped = try await read(
            "key,en,,fr\na.header,Stay,Bleib,Reste\n",
            named: "t.csv",
            "--option",
            "map=3=de-DE"
        )
        #expect(mapped.texts.count == 3 && !mapped.output.contains("warning"))
    }

    @Test("App Store Connect's names of languages are recognized")
    func names() async throws {
        let seen = try await read("key,English (U.K.),English (U.S.),Chinese (Traditional)\na.body,A,B,C\n")
        #expect(seen.texts.map { $0.split(separator: "|")[1] } == ["en-GB", "en-US", "zh-Hant"])
    }

    @Test(
        "A corrected text replaces the older one, with a warning",
        arguments: [
            "key,de-DE,de-DE NEW\na.header,Bleib,Bleib doch\n", "key,de-DE,Revised\na.header,Bleib,Bleib doch\n",
            "ID,Source,Target,Revised Target\na.header,Stay,Bleib,Bleib doch\n",
        ]
    )
    func corrected(text: String) async throws {
        let seen = try await read(text, named: "de-DE.csv", "--option", "locale=from-filename")
        #expect(seen.texts == ["a.header|de-DE|Bleib doch|translated"])
        #expect(seen.output.contains("in place of the older ones"), "\(seen.output)")
    }

    @Test("A second table below the first is read with its own header and a warning")
    func secondTable() async throws {
        let seen = try await read("key,de-DE,fr-FR\na.header,Bleib,Reste\n\nkey,fr-FR,de-DE\nb.header,Offre,Angebot\n")
        #expect(seen.texts.contains("b.header|de-DE|Angebot|translated"))
        #expect(
            seen.output.contains("texts.csv:4:1: warning: The row is the header of another table"),
            "\(seen.output)"
        )
    }

    @Test("A row with a key above the header is reported")
    func rowsAbove() async throws {
        let seen = try await read("keep.header,Bleib,Reste\nkey,de,fr\na.header,Geh,Va\n")
        #expect(seen.output.contains("warning: A row with a key and a text is above the header"), "\(seen.output)")
    }

    @Test("Tables side by side are refused, and the suggested `map` option reads only the first")
    func sideBySide() async throws {
        let text = "Key,de-DE,,Key,fr-FR\na.header,Bleib,,b.header,Va\nb.header,Geh,,a.header,Reste\n"
        for arguments in [[], ["--option", "key=1"]] {
            let project = try TestProject()
            try project.write(text, to: "t.csv")
            let seen = try await read("t.csv", in: project, arguments)
            #expect(seen.texts.isEmpty && seen.exitCode == 4)
            #expect(seen.output.contains("two tables are side by side"), "\(seen.output)")
            #expect(seen.output.contains(#"map: "4=ignore, 5=ignore""#), "\(seen.output)")
        }
        let first = try await read(text, named: "t.csv", "--option", "map=4=ignore, 5=ignore")
        #expect(first.texts == ["a.header|de-DE|Bleib|translated", "b.header|de-DE|Geh|translated"])
    }

    @Test("Each text has the state in the column beside it, and unread state columns are reported")
    func states() async throws {
        let text = "key,de-DE,Status,fr-FR,Status\na.header,Bleib,approved,Reste,new\n"
        let seen = try await read(text)
        #expect(seen.texts == ["a.header|de-DE|Bleib|reviewed", "a.header|fr-FR|Reste|untranslated"])
        let named = try await read(text, named: "t.csv", "--option", "state=3")
        #expect(named.output.contains("warning: “Status” holds states, too"), "\(named.output)")
    }

    @Test("The lock file of an open workbook is skipped")
    func lockFile() async throws {
        let project = try TestProject()
        try project.write("key,de-DE\na.header,Bleib\n", to: "vendor/a.csv")
        try project.write("\u{8}Tanaka", to: "vendor/~$a.xlsx")
        let call = try await Glossport.run("read", "vendor/", in: project)
        #expect(call.exitCode == 0 && !call.output.contains("~$a.xlsx"), "\(call.output)")
    }

    @Test("A column whose header has a line break is recognized or can be named by its number")
    func lineBreak() async throws {
        let seen = try await read("String ID,\"French\nfr-FR\",\"Spalte\nvier\"\na.header,Reste,Bleib\n")
        #expect(seen.output.contains(#"map: "3=ignore"#), "\(seen.output)")
        let text = "String ID,\"French\nfr-FR\",\"Spalte\nvier\"\na.header,Reste,Bleib\n"
        let mapped = try await read(text, named: "t.csv", "--option", "map=3=de-DE")
        #expect(mapped.texts == ["a.header|fr-FR|Reste|translated", "a.header|de-DE|Bleib|translated"])
    }

    @Test("A table with keys in its header gets a remedy that works")
    func transposed() async throws {
        let seen = try await read("Locale,keep.header,keep.body\nde-DE,Bleib,Da\n")
        #expect(seen.output.contains("Exchange rows and columns"), "\(seen.output)")
        let turned = try await read("key,de-DE\nkeep.header,Bleib\nkeep.body,Da\n")
        #expect(turned.texts.count == 2 && !turned.output.contains("warning"))
    }

    @Test("Columns that each name a field and a language are read")
    func fieldsByLanguage() async throws {
        let seen = try await read("Message,Header DE,Body DE,Header FR,Body FR\nk,A,B,C,D\n")
        #expect(seen.texts.count == 4 && seen.texts.last == "k.body|FR|D|translated")
    }
}
