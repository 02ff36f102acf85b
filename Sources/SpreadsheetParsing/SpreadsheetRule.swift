public import GlossportReading

/// A rule about a spreadsheet file; its id lacks the format's prefix.
///
/// The table engine provides the rules about tables.
public enum SpreadsheetRule: String, CaseIterable, Sendable {
    case notWorkbook = "not-workbook"
    case notSpreadsheet = "not-spreadsheet"
    case lockFile = "lock-file"
    case encrypted
    case damaged
    case doctype
    case tooLarge = "too-large"
    case missingSheet = "missing-sheet"
    case merged
    case notText = "not-text"
    case formula
    case formulaValue = "formula-value"
    case struckThrough = "struck-through"
    case badReference = "bad-reference"
    case badCharacter = "bad-character"
    case outerSpace = "outer-space"

    /// Returns the rule's id in a format.
    public func id(in format: TableFormat) -> RuleID { RuleID(rawValue: "\(format.id)-\(rawValue)") }

    /// Returns the rule's description in a format.
    public func description(in format: TableFormat) -> RuleDescription {
        RuleDescription(id(in: format), severity, explanation)
    }

    /// The severity of its findings.
    public var severity: Severity {
        switch self {
        case .lockFile: .note
        case .merged, .formulaValue, .struckThrough, .outerSpace: .warning
        default: .error
        }
    }

    var audience: Finding.Audience { [.lockFile, .missingSheet].contains(self) ? .team : .vendor }

    private var explanation: String {
        switch self {
        case .notWorkbook:
            """
            The file is named .xlsx but is not such a workbook: an old .xls, a binary .xlsb, an OpenDocument, a web page. Save it as \
            “Excel Workbook (.xlsx)”. It was not read.
            """
        case .notSpreadsheet: "The file is named .ods but is not an OpenDocument spreadsheet. It was not read."
        case .lockFile:
            """
            The file is the small lock file (`~$…`) that a spreadsheet program keeps beside a workbook while it is open. It contains no \
            texts, so it was not read. Delete it from the delivery.
            """
        case .encrypted: "The workbook is protected by a password, so it can't be read. Save it without one."
        case .damaged:
            """
            The zip archive or the XML in it is truncated or damaged, two of its parts have the same name, two sheets are one part, \
            or a part is missing. Each part of an Excel workbook is checked completely before it is used, so nothing in a damaged sheet \
            was read; of an OpenDocument spreadsheet, the rows before the damage were read.
            """
        case .doctype:
            """
            The XML of the workbook has a document type declaration. No spreadsheet program writes one, and its entities can turn a small \
            file into a huge one. That part was not read.
            """
        case .tooLarge:
            """
            The file, a part, a row or a text is too large, or inflates to many times its size as only a zip bomb does. It was not read; \
            the finding contains the size.
            """
        case .missingSheet:
            """
            The option `sheet` names a sheet that the workbook does not have, or a chart. Nothing was read.
            """
        case .merged:
            """
            Cells of a column that is read, or of the header, are merged. Only the first one has the value; the others count as empty. \
            Unmerge them, and write the value into each.
            """
        case .notText:
            """
            The cell contains a number, a date or a truth value, which the spreadsheet has converted from the typed text (`0017` became \
            17, `1-2` became a date). It was not read; if it is a key, neither was the row. Format the column as text, and enter the text \
            again.
            """
        case .formula:
            """
            The cell contains a formula whose value is not stored in the file, or is not a text. It was not read. Replace it with its \
            value: copy, then paste values only.
            """
        case .formulaValue:
            """
            Cells contain formulas that result in texts. The last calculated values were read; they may be out of date, or machine \
            translations. Reported once per column. Replace the formulas with their values.
            """
        case .struckThrough:
            """
            The text, or a part of it, is struck through: often a reviewer's way to delete it. It was read like any other text. Delete \
            it if it is not part of the translation; otherwise remove the formatting.
            """
        case .badReference:
            """
            A cell refers to a text that the workbook does not have, or rows or cells are out of order, so that their place is unclear. \
            The program that wrote the file is at fault; opening and saving it in a spreadsheet may help. They were not read.
            """
        case .badCharacter:
            """
            The text contains a character that is not allowed in texts: U+0000 or half of a surrogate pair. It was not read.
            """
        case .outerSpace:
            """
            White space around the text is not marked with xml:space as part of it, so spreadsheets don't show it. It was removed.
            """
        }
    }
}

/// The remarks on cells that both spreadsheet formats can have.
public struct CellRemarks: Sendable {
    private let format: TableFormat
    /// Remarks on a text above the limit, and on a covered cell.
    public let tooLong, merged: CellRemark
    /// Remarks on a text that results from a formula, and on one that is struck through.
    public let formulaValue, struckThrough: CellRemark

    /// The remedy for a number, date or error.
    public static let retypeAsText = "Format the column as text in the spreadsheet and enter the text again."

    /// Creates the remarks of a format.
    public init(_ format: TableFormat) {
        self.format = format
        tooLong = Self.remark(
            .tooLarge,
            in: format,
            "more than \(ReaderLimits.textBytes.grouped) bytes",
            "Shorten the text."
        )
        merged = Self.remark(
            .merged,
            in: format,
            "nothing of its own, since it is merged with others",
            "Divide the cells, and write the value into each that it is meant for.",
            once: true
        )
        formulaValue = Self.remark(
            .formulaValue,
            in: format,
            "a formula, of which the last result was read",
            "Replace formulas by their values: copy, then paste values only.",
            once: true
        )
        struckThrough = Self.remark(
            .struckThrough,
            in: format,
            "text that is struck through, which was read like any other",
            "Delete the struck-through text if it is not part of the translation; otherwise remove the formatting."
        )
    }

    /// Returns a remark on what a cell holds.
    public func remark(_ rule: SpreadsheetRule, _ holds: String, _ remedy: String) -> CellRemark {
        Self.remark(rule, in: format, holds, remedy)
    }

    private static func remark(
        _ rule: SpreadsheetRule,
        in format: TableFormat,
        _ holds: String,
        _ remedy: String,
        once: Bool = false
    ) -> CellRemark {
        var remark = CellRemark()
        (remark.rule, remark.severity) = (rule.id(in: format), rule.severity)
        (remark.holds, remark.remedy, remark.isOnce) = (holds, remedy, once)
        return remark
    }
}
