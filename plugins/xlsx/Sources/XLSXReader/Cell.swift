import GlossportReading
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

    /// Returns the remark for a cell that is not a text.
    func remark(on text: String, isDate: Bool) -> CellRemark {
        let value = text.shown
        if kind == .error {
            return Self.remark(XLSXRule.spreadsheetError, "the error \(value) instead of its text", Self.retypeAsText)
        }
        var holds =
            switch kind {
            case .formula: "a formula without a calculated value"
            case .boolean: "the truth value \(value)"
            case .date: "the date \(value)"
            default: isDate ? "a date, which is stored as the number \(value)," : "the number \(value)"
            }
        if isFormula, kind != .formula { holds = "a formula that results in \(holds)" }
        var remark =
            isFormula
            ? Self.remark(.formula, "\(holds) instead of a text", "Replace the formula with its value as text.")
            : Self.remark(.notText, "\(holds) instead of a text", Self.retypeAsText)
        // In a note, a number or Boolean is acceptable as it is stored, but a date is not.
        remark.servesAsNote = kind == .boolean || kind == .number && !isDate
        return remark
    }

    static func badReference(_ number: String, of count: Int) -> CellRemark {
        remark(
            .badReference,
            "a reference to the text \(number.shown) of \(count)",
            "Open the workbook in a spreadsheet, check the cell and save it again."
        )
    }

    private static let retypeAsText = "Format the column as text in the spreadsheet and enter the text again."
    static let tooLong = remark(
        .tooLarge,
        "more than \(ReaderLimits.textBytes.grouped) bytes",
        "Shorten the text."
    )
    static let badCharacter = remark(
        .badCharacter,
        "a character that is not allowed in texts",
        "Enter the text again."
    )
    static let merged = remark(
        .merged,
        "nothing of its own, since it is merged with others",
        "Divide the cells, and write the value into each that it is meant for.",
        once: true
    )
    static let formulaValue = remark(
        .formulaValue,
        "a formula, of which the last result was read",
        "Replace formulas by their values: copy, then paste values only.",
        once: true
    )
    static let struckThrough = remark(
        .struckThrough,
        "text that is struck through, which was read like any other",
        "Delete the struck-through text if it is not part of the translation; otherwise remove the formatting."
    )
    static let outerSpace = remark(
        .outerSpace,
        "white space around its text that spreadsheets don't show, which was taken away",
        "Nothing has to be done unless the white space belongs to the text."
    )

    private static func remark(_ rule: XLSXRule, _ holds: String, _ remedy: String, once: Bool = false) -> CellRemark {
        var remark = remark(rule.id, holds, remedy)
        (remark.severity, remark.isOnce) = (rule.severity, once)
        return remark
    }

    private static func remark(_ rule: RuleID, _ holds: String, _ remedy: String) -> CellRemark {
        var remark = CellRemark()
        (remark.rule, remark.severity, remark.holds, remark.remedy) = (rule, .error, holds, remedy)
        return remark
    }
}
