import GlossportReading
import SpreadsheetParsing
import XMLParsing

struct Cell {
    enum Kind { case shared, text, inline, number, boolean, error, date, formula }

    var kind = Kind.number
    var style = 0
    var isFormula = false
    var hasValue = false
    var hasInline = false

    init() {}

    init(_ attributes: XMLAttributes) {
        kind = attributes.bytes(of: "t").map { Self.kind($0) } ?? .number
        style = attributes.bytes(of: "s").flatMap { Self.number($0) } ?? 0
    }

    private static func kind(_ name: UnsafeBufferPointer<UInt8>) -> Kind {
        if name.count == 1 {
            return switch name[0] {
            case UInt8(ascii: "s"): .shared
            case UInt8(ascii: "b"): .boolean
            case UInt8(ascii: "e"): .error
            case UInt8(ascii: "d"): .date
            default: .number
            }
        }
        return name.elementsEqual("str".utf8) ? .text : name.elementsEqual("inlineStr".utf8) ? .inline : .number
    }

    /// Parses a number of at most nine digits.
    static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit) - 0x30
        }
        return number
    }

    // MARK: Remarks

    static let remarks = CellRemarks(.xlsx)

    /// Returns the remark for a cell that is not a text.
    func remark(on text: String, isDate: Bool) -> CellRemark {
        let value = text.shown
        if kind == .error {
            let holds = "the error \(value) instead of its text"
            var remark = Self.remarks.remark(.notText, holds, CellRemarks.retypeAsText)
            // The engine's rule for spreadsheet errors; here, the cell's type identifies them.
            remark.rule = "xlsx-spreadsheet-error"
            return remark
        }
        var holds =
            switch kind {
            case .formula: "a formula without a calculated value"
            case .boolean: "the truth value \(value)"
            case .date: "the date \(value)"
            default: isDate ? "a date, which is stored as the number \(value)," : "the number \(value)"
            }
        if isFormula, kind != .formula { holds = "a formula that results in \(holds)" }
        var remark = Self.remarks.remark(
            isFormula ? .formula : .notText,
            "\(holds) instead of a text",
            isFormula ? "Replace the formula with its value as text." : CellRemarks.retypeAsText
        )
        // In a note, a number or Boolean is acceptable as it is stored, but a date is not.
        remark.servesAsNote = kind == .boolean || kind == .number && !isDate
        return remark
    }

    static func badReference(_ number: String, of count: Int) -> CellRemark {
        remarks.remark(
            .badReference,
            "a reference to the text \(number.shown) of \(count)",
            "Open the workbook in a spreadsheet, check the cell and save it again."
        )
    }

    static let badCharacter = remarks.remark(
        .badCharacter,
        "a character that is not allowed in texts",
        "Enter the text again."
    )
    static let outerSpace = remarks.remark(
        .outerSpace,
        "white space around its text that spreadsheets don't show, which was taken away",
        "Nothing has to be done unless the white space belongs to the text."
    )
}
