import GlossportReading
import Testing

@Suite("Sheets of workbooks")
struct SheetTests {
    @Test(
        "In a workbook with one sheet per language, the sheet's name is the locale",
        arguments: [
            ("ID\tEnglish (source)\tTranslation\na\tStay\tBleib\n", "German"),
            ("ID\tSource\tTarget\na\tStay\tBleib\n", "de"),
            ("ID\tEnglish\tTranslation\na\tStay\tBleib\n", "Deutsch"),
            ("Key\tEN\tDE\na\tStay\tBleib\n", "German"),
            ("Key\tSource (en-US)\tText\na\tStay\tBleib\n", "DE - German"),
        ]
    )
    func languageSheets(text: String, name: String) throws {
        let sheet = try Sheet(text, named: name)
        #expect(sheet.units.map { $0.locale?.lowercased() } == ["de"])
        #expect(sheet.units.map(\.target) == ["Bleib"])
        #expect(sheet.units.map(\.source) == ["Stay"])
        #expect(sheet.findings == [])
    }

    @Test("The sheet's name adds the region that the header lacks")
    func region() throws {
        #expect(try Sheet("Key\tEN\tPT\na\tStay\tFica\n", named: "Portuguese (Portugal)").texts == ["a|pt-PT|Fica"])
        #expect(try Sheet("Key\tEN\tDE\na\tStay\tBleib\n", named: "Sheet1").texts == ["a|EN|Stay", "a|DE|Bleib"])
    }

    @Test(
        "In a sheet named after a language, only English is the source; others are delivered"
    )
    func secondLanguage() throws {
        #expect(
            try Sheet("Key\tde-DE\tfr-FR\na\tBleib\tReste\n", named: "de-DE").texts == [
                "a|de-DE|Bleib", "a|fr-FR|Reste",
            ]
        )
    }

    @Test("A sheet named after one language with a column for another yields a warning")
    func contradiction() throws {
        let sheet = try Sheet("Key\tDE\na\tBleib\n", named: "French")
        #expect(sheet.texts == ["a|DE|Bleib"])
        #expect(sheet.reported == ["warning xlsx-locale-conflict"])
    }

    @Test("A sheet named after none of its languages is a warning, with a remedy for this sheet")
    func contradictionOfAll() throws {
        let sheet = try Sheet("Key\tEN\tFR\na\tStay\tReste\n", named: "it")
        #expect(sheet.texts == ["a|EN|Stay", "a|FR|Reste"])
        #expect(sheet.reported == ["warning xlsx-locale-conflict"])
        let finding = try #require(sheet.findings.first)
        #expect(finding.text.contains("The sheet is named after “it”, but its texts are in EN, FR"))
        #expect(!finding.remedy.contains("locale:"), "all other sheets would be read in it")
        #expect(try Sheet("Key\tEN\tIT\na\tStay\tResta\n", named: "it").reported == [])
    }

    @Test("A sheet with fields as rows lacks the message; no text column is proposed as key")
    func sheetOfOneMessage() throws {
        let sheet = try Sheet("Field\tEN\tDE\nHeader\tStay\tBleib\nBody\tStay here\tBleib hier\n", named: "keep")
        let finding = try #require(sheet.findings.first)
        #expect(sheet.reported == ["error xlsx-no-key-column"] && finding.audience == .vendor)
        #expect(finding.remedy.contains("headed message") && !finding.remedy.contains("key:"))
        let bare = try #require(try Sheet("EN\tDE\nStay\tBleib\nGo\tGeh\n").findings.first)
        #expect(bare.rule == "xlsx-no-key-column" && !bare.remedy.contains("key:"), "\(bare.remedy)")
    }

    @Test("A sheet of terms is skipped with a note; a sheet of notes only if its header is invalid")
    func leftOut() throws {
        #expect(try Sheet("Key\tEN\tDE\nT1\tStay\tBleib\n", named: "Glossary").reported == ["note xlsx-skipped-sheet"])
        #expect(try Sheet("Please read\tthis\n", named: "Notes").reported == ["note xlsx-skipped-sheet"])
        for name in ["Notes", "Terms of service"] {
            #expect(try Sheet("Key\tEN\tDE\na\tStay\tBleib\n", named: name).units.count == 2)
        }
        #expect(try Sheet("Please read\tthis\n", named: "Q3").reported == ["error xlsx-no-header"])
    }

    @Test("The `sheets` option skips or reads any sheet")
    func option() throws {
        let text = "Key\tEN\tDE\na\tStay\tBleib\n"
        #expect(
            try Sheet(text, named: "Alt", ["sheets": "alt=ignore, Glossary=read"]).reported == [
                "note xlsx-skipped-sheet"
            ]
        )
        #expect(try Sheet(text, named: "Glossary", ["sheets": "alt=ignore, Glossary=read"]).units.count == 2)
        for value in ["", "Glossary", "=ignore", "Glossary=maybe"] {
            #expect(throws: GlossportError.self) { try Sheet(text, ["sheets": value]) }
        }
    }

    @Test("Two tables side by side are rejected with a working remedy, even with key set")
    func sideBySide() throws {
        let text = "Key\tde-DE\t\tKey\tfr-FR\na\tBleib\t\tb\tReste donc\nb\tBleib doch\t\ta\tReste\n"
        for options in [[:], ["key": "1"]] {
            let sheet = try Sheet(text, options)
            #expect(sheet.units == [])
            #expect(sheet.reported == ["error xlsx-ambiguous-column"])
            #expect(sheet.findings.first?.remedy.description.contains("map: \"4=ignore, 5=ignore\"") == true)
        }
        #expect(try Sheet(text, ["map": "4=ignore, 5=ignore"]).texts == ["a|de-DE|Bleib", "b|de-DE|Bleib doch"])
        let same = "Key\tde-DE\tKey\tfr-FR\na\tBleib\ta\tReste\n"
        #expect(try Sheet(same).texts == ["a|de-DE|Bleib", "a|fr-FR|Reste"])
    }

    @Test("A header with line breaks is read, and a remedy names its column by number")
    func lineBreaks() throws {
        let text = "String ID\tEnglish (US)⏎Source\tFrench⏎fr-FR\tAny⏎thing\na\tStay\tReste\tUn texte\n"
        let sheet = try Sheet(text)
        #expect(sheet.texts == ["a|en-US|Stay", "a|fr-FR|Reste"])
        #expect(sheet.reported == ["warning xlsx-unknown-column"])
        #expect(sheet.findings.first?.remedy.description.contains("map: \"4=ignore\"") == true)
        #expect(try Sheet(text, ["map": "4=ignore"]).findings == [])
    }

    /// Reads a workbook with several sheets.
    private func book(
        _ sheets: [(name: String, text: String)],
        _ options: [String: String] = [:],
        hidden: Set<String> = [],
        named: String? = nil
    ) throws -> (texts: [String], reported: [Finding]) {
        let tables = try TableOptions(ReaderOptions(values: options), of: TableFormat(id: "xlsx", isSheet: true))
        var reading = SpreadsheetReading(of: "book.xlsx", options: tables)
        var texts: [String] = []
        var reported: [Finding] = []
        func take(_ event: ReadEvent) {
            switch event {
            case .unit(let unit): texts.append("\(unit.key)|\(unit.locale ?? "-")|\(unit.target ?? "-")")
            case .finding(let finding): reported.append(finding)
            case .other: break
            }
        }
        for sheet in sheets where named == nil || named == sheet.name {
            reading.beginSheet(sheet.name, isHidden: hidden.contains(sheet.name), isNamed: named != nil)
            for (index, line) in sheet.text.split(separator: "\n").enumerated() {
                var row = TableRow(number: index + 1)
                for (column, cell) in line.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
                    row.append(String(cell), at: TextPosition(line: index + 1, column: column + 1))
                }
                reading.read(row, emit: take)
            }
            reading.endSheet(emit: take)
        }
        reading.end(isSilent: true, emit: take)
        return (texts, reported)
    }

    private let german = (name: "German", text: "ID,English (source),Translation\na,Stay,Bleib")
    private let terms = (name: "Glossary", text: "Key,EN,DE\nT1,sky,Himmel")

    @Test(
        "A sheet named in the options is read even if it is hidden; the others are not reported"
    )
    func namedSheet() throws {
        let read = try book([german, terms], hidden: ["Glossary"], named: "Glossary")
        #expect(read.texts == ["T1|EN|sky", "T1|DE|Himmel"] && read.reported == [])
    }

    @Test("A hidden sheet is read if the `sheets` option names it, and causes no finding if it is ignored")
    func hiddenSheet() throws {
        let read = try book([german, (name: "Old", text: german.text)], hidden: ["Old"])
        #expect(read.reported.map(\.severity) == [.warning])
        #expect(read.reported.first?.remedy.contains(#"sheets: "Old=read""#) == true)
        #expect(try book([terms], ["sheets": "Glossary=read"], hidden: ["Glossary"]).texts.count == 2)
        let silent = try book([german, (name: "Old", text: german.text)], ["sheets": "Old=ignore"], hidden: ["Old"])
        #expect(silent.texts == ["a|de|Bleib"] && silent.reported.map(\.severity) == [.note])
    }

    @Test("Notes about skipped sheets are for the team only")
    func audience() throws {
        let findings = try book([german, terms]).reported
        #expect(findings.map(\.rule) == ["xlsx-skipped-sheet"] && findings.map(\.audience) == [.team])
    }

    @Test("A sheet without a header is an error if all other sheets are skipped")
    func nothingRead() throws {
        let read = try book([(name: "Q3", text: "Please,this"), terms])
        #expect(
            read.reported.map { "\($0.severity) \($0.rule.rawValue)" } == [
                "note xlsx-skipped-sheet", "error xlsx-no-header",
            ]
        )
    }

    @Test("Without a header, an unread text column is reported by its number")
    func headerless() throws {
        let options = ["headerRow": "none", "key": "1", "text": "2", "locale": "=de-DE"]
        let read = try book([(name: "Q3", text: "a,Bleib,Reste\nb,Geh,Va donc")], options)
        #expect(read.texts.count == 2)
        #expect(read.reported.map(\.text) == ["Column 3 was not read but holds 2 texts."])
    }
}
