import GlossportReading
import Testing

/// Options that name columns, in a workbook with several sheets.
@Suite("Options for several sheets")
struct MappedSheetTests {
    private static let keep = "Key\tde-DE\tfr-FR\tPortugués de Brasil\nkeep\tBleib\tReste\tFique"
    private static let offer = "Key\tde-DE\tfr-FR\noffer\tAngebot\tOffre"

    /// Reads sheets whose rows are lines, with cells separated by tabs.
    private func read(_ sheets: [String], _ options: [String: String]) throws -> (texts: [String], reported: [String]) {
        let format = TableFormat(id: "xlsx", isSheet: true)
        var reading = SpreadsheetReading(
            of: "book.xlsx",
            options: try TableOptions(ReaderOptions(values: options), of: format)
        )
        var texts: [String] = []
        var reported: [String] = []
        func take(_ event: ReadEvent) {
            switch event {
            case .unit(let unit): texts.append("\(unit.key)|\(unit.locale ?? "-")|\(unit.target ?? "-")")
            case .finding(let finding): reported.append("\(finding.severity) \(finding.rule.rawValue)")
            case .other: break
            }
        }
        for (number, sheet) in sheets.enumerated() {
            reading.beginSheet("Sheet \(number + 1)", isHidden: false)
            for (line, text) in sheet.split(separator: "\n").enumerated() {
                var row = TableRow(number: line + 1)
                for (column, cell) in text.split(separator: "\t").enumerated() {
                    row.append(String(cell), at: TextPosition(line: line + 1, column: column + 1))
                }
                reading.read(row, emit: take)
            }
            reading.endSheet(emit: take)
        }
        reading.end(isSilent: true, emit: take)
        return (texts, reported)
    }

    @Test("A sheet may lack a column that is mapped for another sheet", arguments: [[keep, offer], [offer, keep]])
    func mapped(sheets: [String]) throws {
        let found = try read(sheets, ["map": "Portugués de Brasil=pt-BR"])
        #expect(
            found.texts.sorted() == [
                "keep|de-DE|Bleib", "keep|fr-FR|Reste", "keep|pt-BR|Fique", "offer|de-DE|Angebot", "offer|fr-FR|Offre",
            ]
        )
        #expect(found.reported == [])
    }

    @Test("A mapped column that is in no sheet is an error")
    func nowhere() throws {
        let found = try read([Self.offer, Self.offer], ["map": "Spanish=es-ES"])
        #expect(found.reported == ["error xlsx-missing-column"])
    }

    @Test("A sheet without the named key column is an error; a sheet of instructions is not")
    func keys() throws {
        let term = Self.offer.replacing("Key", with: "Term")
        let found = try read([term, Self.offer, "Write short\tPlease\nAnd well\tThanks"], ["key": "Term"])
        #expect(found.reported == ["error xlsx-missing-column", "warning xlsx-skipped-sheet"])
    }

    @Test("An ignored column may be missing")
    func ignored() throws {
        let read = try Read("key,en,de\na,Stay,Bleib\n", ["map": "Owner=ignore"])
        #expect(read.texts == ["a|en|Stay", "a|de|Bleib"])
        #expect(read.findings == [])
    }

    @Test(
        "A remedy names the column, because its number may differ in the next file",
        arguments: [
            "key,de-DE,de-DE NEW\na,Bleib,Bleib da\n", "key,language,Market,text\na,de,EMEA,Bleib\n",
            "key,German,German (Germany)\na,Bleib,Geh\n", "message,locale,Title,header\na,de,Bleib,Geh\n",
            "key,de,\"German, approved by Ann\"\na,Bleib,Geh\n", "key,de,de (draft)\na,Bleib,Geh\n",
        ]
    )
    func named(text: String) throws {
        let remedies = try Read(text).findings.map(\.remedy.description)
        #expect(remedies.allSatisfy { !$0.contains(#/"[0-9]+=/#) }, "\(remedies)")
    }
}
