import GlossportReading
import GlossportReadingTesting
import Testing
import XLSXReader

@Suite("Damaged and malicious XLSX files")
struct HostileTests {
    private static let table = [["key", "de"], ["a.header", "Hallo"]]

    private func damaged(_ part: String = TestWorkbook.sheet, _ change: (String) -> String) throws -> Reading {
        var book = TestWorkbook(
            Self.table.enumerated().map { TestWorkbook.row($0.offset + 1, $0.element) }.joined(),
            strings: "<si><t>x</t></si>",
            styles: "<cellXfs><xf numFmtId='14'/></cellXfs>"
        )
        book.change(part, change)
        return try Reading(book.bytes)
    }

    @Test("A workbook truncated anywhere yields an error and no unit")
    func truncation() throws {
        let bytes = TestWorkbook(table: Self.table).bytes
        for length in 1..<bytes.count {
            let reading = try Reading(Array(bytes[..<length]))
            #expect(reading.units.isEmpty && reading.rules == ["damaged"], "\(length) bytes")
        }
    }

    @Test("Random changes yield the original content or a finding")
    func mutations() throws {
        let bytes = try FixtureTests.fixtures.bytes(of: "xlsx-merged")
        let whole = try Reading(bytes)
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0...Int.random(in: 0..<4) {
                changed[Int.random(in: changed.indices)] = UInt8.random(in: 0...255)
            }
            let reading = try Reading(changed)
            #expect(reading.texts == whole.texts || !reading.findings.isEmpty, "\(changed)")
        }
    }

    @Test("Random changes of the XML cause no trap")
    func changedXML() throws {
        let pieces = [
            "", "<", "&", "\"", "/>", "r", "1", "<c/>", "<is><t>x", "</row>", "<v>", "<mergeCell ref='A1:B9'/>",
            "_x0000_",
        ]
        for (part, _) in TestWorkbook("", strings: "", styles: "").parts {
            for _ in 0..<60 {
                _ = try damaged(part) { text in
                    let start = text.index(text.startIndex, offsetBy: Int.random(in: 0..<text.count))
                    let end =
                        text.index(start, offsetBy: Int.random(in: 0...12), limitedBy: text.endIndex) ?? text.endIndex
                    return text[..<start] + (pieces.randomElement() ?? "") + text[end...]
                }
            }
        }
    }

    @Test(
        "A document type in any part is rejected",
        arguments: TestWorkbook("", strings: "", styles: "").parts.map(\.name),
        ["<!DOCTYPE x []>", "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">"]
    )
    func documentTypes(part: String, declaration: String) throws {
        let reading = try damaged(part) { $0.replacing("?>", with: "?>\(declaration)") }
        #expect(reading.units.isEmpty)
        #expect(reading.rules == ["doctype"])
    }

    @Test(
        "The data that the XML parser must remember is limited",
        arguments: [
            String(repeating: "<a>", count: 100), (0..<9_000).map { "<a\($0)/>" }.joined(),
            (0..<9_000).map { "<a xmlns:p\($0)='u'/>" }.joined(), "<a b='\(String(repeating: "x", count: 3 << 20))'/>",
            "<!--\(String(repeating: "x", count: 3 << 20))-->",
        ]
    )
    func memory(xml: String) throws {
        let reading = try damaged { $0.replacing("<sheetData>", with: "\(xml)<sheetData>") }
        #expect(reading.units.isEmpty)
        #expect(reading.rules == ["too-large"])
    }

    @Test(
        "No path leads out of the archive",
        arguments: [
            "../../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "", "..", "%2e%2e/%2e%2e/etc/passwd",
            "_rels/workbook.xml.rels",
        ]
    )
    func paths(target: String) throws {
        let reading = try damaged("xl/_rels/workbook.xml.rels") { $0.replacing("worksheets/sheet1.xml", with: target) }
        #expect(reading.units.isEmpty)
        #expect(reading.rules == ["damaged"])
    }

    @Test(
        "A path may be written in many ways",
        arguments: ["../xl/worksheets/sheet1.xml", "worksheets/./SHEET1.xml", "worksheets\\sheet1%2Exml"]
    )
    func spellings(target: String) throws {
        let reading = try damaged("xl/_rels/workbook.xml.rels") { $0.replacing("worksheets/sheet1.xml", with: target) }
        #expect(reading.texts == ["a.header de": "Hallo"])
    }

    @Test(
        "A cell at an unclear position is not read",
        arguments: ["XFE2", "ZZZZ2", "A0", "2", "B", "b2", "B1", "$B$2", "", "B02", "A2"]
    )
    func references(place: String) throws {
        let reading = try damaged { $0.replacing(#"r="B2""#, with: #"r="\#(place)""#) }
        #expect(reading.units.isEmpty)
        #expect(reading.rules == ["bad-reference"])
    }

    @Test(
        "A reference to a missing text is an error",
        arguments: ["-1", "1", "99999999999999999999", "1e3", "٣", " 0"]
    )
    func strings(number: String) throws {
        let book = TestWorkbook(
            TestWorkbook.row(1, ["key", "de"]) + TestWorkbook.row(2, ["a", "<c r='@' t='s'><v>\(number)</v></c>"]),
            strings: "<si><t>x</t></si>"
        )
        #expect(try Reading(book.bytes).rules == ["bad-reference"])
    }

    @Test("A text of 1 MiB is read, and a longer one is an error")
    func longTexts() throws {
        let long = String(repeating: "ä", count: 1 << 19)
        let reading = try Reading(
            TestWorkbook(table: [["key", "de", "fr"], ["a", long, long + "x"], ["b", "x", "y"]]).bytes
        )
        #expect(reading.texts == ["a de": long, "b de": "x", "b fr": "y"])
        #expect(reading.rules == ["too-large"])
    }

    @Test("A row of more than 4 MiB is skipped, and reading continues below it")
    func longRows() throws {
        let long = String(repeating: "y", count: 1 << 20)
        let locales = ["de", "fr", "it", "es", "pt"]
        let reading = try Reading(
            TestWorkbook(table: [["key"] + locales, ["a", "b"], ["b"] + locales.map { _ in long }, ["c", "d"]]).bytes
        )
        #expect(reading.texts == ["a de": "b", "c de": "d"])
        #expect(reading.rules == ["too-large"])
        #expect(reading.findings.first?.location?.description == "texts.xlsx/Texts:3:1")
    }

    @Test("Texts shared by many cells have a limit")
    func amplification() throws {
        let rows = (2...500).map { TestWorkbook.row($0, ["a", "<c r='@' t='s'><v>0</v></c>"]) }
        let book = TestWorkbook(
            TestWorkbook.row(1, ["key", "de"]) + rows.joined(),
            strings: "<si><t>\(String(repeating: "x", count: 1 << 20))</t></si>"
        )
        var count = 0
        var rules: [RuleID] = []
        _ = try XLSXReader.format.reader().read(SourceFile(path: "x.xlsx", bytes: book.bytes)) { event in
            if case .unit = event { count += 1 }
            if case .finding(let finding) = event { rules.append(finding.rule) }
        }
        #expect(count == 479)
        #expect(rules == ["xlsx-too-large"])
    }

    @Test("Merged areas are limited, and invalid ones are ignored")
    func mergedAreas() throws {
        func read(_ references: [String]) throws -> [String] {
            let areas = references.map { "<mergeCell ref='\($0)'/>" }.joined()
            return try damaged { $0.replacing("</sheetData>", with: "</sheetData><mergeCells>\(areas)</mergeCells>") }
                .rules
        }
        #expect(try read((1...20_001).map { "A\($0):XFD1048576" }) == ["too-large"])
        for reference in ["", "A", "A0:B9", "B2:A1", "A1:XFE1", "A1:A1048577", "1:2", "A:B", "A1:B2:C3", "A1"] {
            #expect(try read([reference]) == [], "\(reference)")
        }
        #expect(try read(["A2:B2"]) == ["merged"])
    }

    @Test(
        "XML in an encoding that workbooks do not use is rejected",
        arguments: ["shift_jis", "utf-7", "x-unknown", "utf-32"]
    )
    func encodings(name: String) throws {
        #expect(try damaged { $0.replacing("UTF-8", with: name) }.rules == ["damaged"])
    }

    @Test("Bytes that are not UTF-8 are an error unless ISO 8859-1 is declared")
    func latin() throws {
        var book = TestWorkbook(table: Self.table)
        book.parts[3].bytes = book.parts[3].bytes.map { $0 == UInt8(ascii: "H") ? 0xFC : $0 }
        #expect(try Reading(book.bytes).rules == ["damaged"])
        let declared = Array("ISO-8859-1".utf8)
        book.parts[3].bytes.replaceSubrange(30..<35, with: declared)
        #expect(try Reading(book.bytes).texts == ["a.header de": "üallo"])
    }
}
