import GlossportReading
import Testing
import XLSXReader

@Suite("Unreadable and excluded sheets and texts")
struct LossTests {
    /// Returns a workbook with two sheets: Texts, and S2 with the given rows.
    private func book(_ rows: String, state: String = "visible", kind: String? = "worksheet") -> TestWorkbook {
        var book = TestWorkbook(table: [["key", "de"], ["a", "Hallo"]])
        book.change("xl/workbook.xml") {
            $0.replacing("</sheets>", with: #"<sheet name="S2" sheetId="2" state="\#(state)" r:id="second"/></sheets>"#)
        }
        if let kind {
            book.change("xl/_rels/workbook.xml.rels") {
                let relation = #"<Relationship Id="second" Type="http://x/\#(kind)" Target="worksheets/sheet2.xml"/>"#
                return $0.replacing("</Relationships>", with: "\(relation)</Relationships>")
            }
        }
        let sheet = #"<worksheet xmlns="\#(TestWorkbook.main)"><sheetData>\#(rows)</sheetData></worksheet>"#
        book.parts.append(("xl/worksheets/sheet2.xml", Array(sheet.utf8)))
        return book
    }

    private let misplaced =
        TestWorkbook.row(1, ["key", "de"]) + TestWorkbook.row(2, ["b", "Text"])
        + #"<row r="3"><c r="B9" t="inlineStr"><is><t>Lost</t></is></c></row>"#

    @Test("A hidden sheet named in the options is read, and its defects are reported", arguments: ["S2", " s2 "])
    func namedHiddenSheet(name: String) throws {
        let reading = try Reading(book(misplaced, state: "hidden").bytes, ["sheets": "\(name)=read"])
        #expect(reading.texts == ["a de": "Hallo", "b de": "Text"])
        #expect(reading.rules == ["bad-reference"])
    }

    @Test("Cells of an unread hidden sheet cause no findings")
    func hiddenSheet() throws {
        let reading = try Reading(book(misplaced, state: "hidden").bytes)
        #expect(reading.texts == ["a de": "Hallo"])
        #expect(reading.rules == ["hidden-sheet"])
    }

    @Test("A damaged sheet is reported even if it is hidden", arguments: ["visible", "hidden", "veryHidden"])
    func damagedSheet(state: String) throws {
        let reading = try Reading(book("<oops>", state: state).bytes)
        #expect(reading.texts == ["a de": "Hallo"])
        #expect(reading.rules == ["damaged"])
        #expect(reading.findings.first?.location?.path == "texts.xlsx/S2")
    }

    @Test("Defects of a sheet excluded by the options are not reported", arguments: ["visible", "hidden"])
    func ignoredSheet(state: String) throws {
        let reading = try Reading(book(misplaced, state: state).bytes, ["sheets": "S2=ignore"])
        #expect(reading.texts == ["a de": "Hallo"])
        #expect(reading.rules == ["skipped-sheet"])
        #expect(reading.findings.map(\.severity) == [.note])
        #expect(try Reading(book("<oops>", state: state).bytes, ["sheets": "S2=ignore"]).rules == [])
    }

    @Test("A sheet that the workbook lists but does not contain is an error")
    func missingSheet() throws {
        let reading = try Reading(book("", kind: nil).bytes)
        #expect(reading.texts == ["a de": "Hallo"])
        #expect(reading.rules == ["damaged"])
        #expect(reading.findings.first?.location?.path == "texts.xlsx/S2")
    }

    @Test(
        "A sheet without cells causes a note unless it is a chart",
        arguments: ["dialogsheet", "xlMacrosheet", "chartsheet"]
    )
    func otherSheets(kind: String) throws {
        let reading = try Reading(book("", kind: kind).bytes)
        #expect(reading.texts == ["a de": "Hallo"])
        #expect(reading.rules == (kind == "chartsheet" ? [] : ["skipped-sheet"]))
        #expect(reading.findings.allSatisfy { $0.severity == .note })
    }

    @Test("Two sheets cannot share a part")
    func sharedPart() throws {
        var book = book("")
        book.change("xl/_rels/workbook.xml.rels") { $0.replacing("sheet2.xml", with: "SHEET1.xml") }
        let reading = try Reading(book.bytes)
        #expect(reading.texts == ["a de": "Hallo"])
        #expect(reading.rules == ["damaged"])
    }

    @Test("An inline text is read even if a program wrote it as a value")
    func inlineValue() throws {
        let cell = "<c r='@' t='inlineStr'><v>Hello</v></c>"
        let rows = TestWorkbook.row(1, ["key", "de"]) + TestWorkbook.row(2, ["a", cell])
        #expect(try Reading(TestWorkbook(rows).bytes).texts == ["a de": "Hello"])
    }
}
