import GlossportReading
import Testing

@testable internal import XLSXReader

@Suite("XLSX cells")
struct CellTests {
    @Test(
        "A date format is recognized by its letters outside of quotes, escapes and brackets",
        arguments: [
            ("yyyy\\-mm\\-dd", true), ("[$-409]d mmm", true), ("[h]:mm", true), ("[hh]", true), ("General", false),
            ("0.00", false),
            ("\"days\"0", false), ("0.0\\d", false), ("_d0", false), ("[Red]0", false), ("[>=100]0;0", false),
            ("\"d", true), ("", false),
        ]
    )
    func dates(code: String, isDate: Bool) { #expect(StyleTable.isDateFormat(code) == isDate) }

    @Test(
        "Escapes are resolved once",
        arguments: [
            ("a_x000D_b", "a\rb"), ("_x005F_x000D_", "_x000D_"), ("_xD83D__xDE00_", "😀"),
            ("_x12_ _X000D_ _", "_x12_ _X000D_ _"),
        ]
    )
    func escapes(text: String, expected: String) {
        var bytes = Array(text.utf8)
        #expect(RichText.unescape(&bytes))
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(
        "A lone surrogate and U+0000 are not characters",
        arguments: ["_xD800_", "_xDE00_", "_xD83D_ _xDE00_", "x_x0000_"]
    )
    func badEscapes(text: String) {
        var bytes = Array(text.utf8)
        #expect(!RichText.unescape(&bytes))
    }

    @Test(
        "Columns have a spreadsheet's letters",
        arguments: [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")]
    )
    func columns(number: Int, letters: String) {
        #expect(CellArea.letters(of: number) == letters)
        #expect(CellArea.column(Array(letters.utf8)) == number)
    }

    @Test("Invalid options are rejected", arguments: [("trim", "perhaps"), ("sheet", " ")])
    func options(name: String, value: String) {
        #expect(throws: GlossportError.self) { try XLSXReader(options: ReaderOptions(values: [name: value])) }
    }

    @Test("A lock file causes only a note, and a workbook with the name of one is read")
    func lockFile() throws {
        let lock = try Reading([5] + Array("Maria".utf8), path: "vendor/~$texts.xlsx")
        #expect(lock.findings.map(\.severity) == [.note])
        let named = try Reading(TestWorkbook(table: [["key", "de"], ["a", "b"]]).bytes, path: "~$texts.xlsx")
        #expect(named.texts == ["a de": "b"])
        #expect(named.findings == [])
    }
}
