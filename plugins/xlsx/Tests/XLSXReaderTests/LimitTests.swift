import GlossportReading
import Testing
import XLSXReader

@Suite("Small workbooks that would take much time or memory")
struct LimitTests {
    private let table = TestWorkbook.row(1, ["key", "de"]) + TestWorkbook.row(2, ["a", "Hallo"])

    @Test("Empty cells before distant cells are limited")
    func farCells() throws {
        let rows = (3...1_000).map { #"<row r="\#($0)"><c r="XFD\#($0)"><v>1</v></c></row>"# }.joined()
        let reading = try Reading(TestWorkbook(table + rows).bytes)
        #expect(reading.texts == ["a de": "Hallo"])
        #expect(reading.rules.last == "too-large")
    }

    @Test("Descriptions of the same columns are limited, and a few are accepted")
    func columns() throws {
        func read(_ count: Int) throws -> Reading {
            let columns = String(repeating: #"<col min="1" max="16384" hidden="1"/>"#, count: count)
            return try Reading(TestWorkbook(table, before: "<cols>\(columns)</cols>").bytes)
        }
        #expect(try read(16).texts == ["a de": "Hallo"])
        #expect(try read(17).rules == ["too-large"])
    }

    @Test("Merged areas over the same columns are limited, and a few are accepted")
    func mergedColumns() throws {
        func read(_ count: Int) throws -> Reading {
            let areas = String(repeating: #"<mergeCell ref="A3:XFD1048576"/>"#, count: count)
            return try Reading(TestWorkbook(table, after: "<mergeCells>\(areas)</mergeCells>").bytes)
        }
        #expect(try read(100).texts == ["a de": "Hallo"])
        #expect(try read(1_025).rules == ["too-large"])
    }

    @Test(
        "A row of more than 4 MiB is skipped, regardless of its content",
        arguments: [
            "<c><v>@</v></c>", "<c t='s'><v>@</v></c>", "<c t='str'><v>@</v></c>",
            "<c t='b'><v>1</v></c><c><v>@</v></c>",
        ]
    )
    func longRow(cell: String) throws {
        let cells = String(repeating: cell.replacing("@", with: String(repeating: "9", count: 1_000_000)), count: 5)
        let reading = try Reading(
            TestWorkbook(table + "<row r='3'>\(cells)</row>" + TestWorkbook.row(4, ["b", "Welt"])).bytes
        )
        #expect(reading.texts == ["a de": "Hallo", "b de": "Welt"])
        #expect(reading.rules == ["too-large"])
    }

    @Test("A document type is rejected after a comment of any length")
    func lateDocumentType() throws {
        var book = TestWorkbook(table)
        book.change(TestWorkbook.sheet) {
            let comment = "<!--\(String(repeating: "x", count: 200_000))-->"
            let type = #"<!DOCTYPE worksheet [<!ATTLIST row hidden CDATA "1">]>"#
            return $0.replacing("?>", with: "?>\(comment)\(type)")
        }
        let reading = try Reading(book.bytes)
        #expect(reading.units.isEmpty)
        #expect(reading.rules == ["doctype"])
    }
}
