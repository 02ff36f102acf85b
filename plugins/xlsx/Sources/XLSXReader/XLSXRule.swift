import GlossportReading

/// The rules about a workbook file; the engine provides those about its tables.
enum XLSXRule: String, CaseIterable {
    case notWorkbook = "xlsx-not-workbook"
    case lockFile = "xlsx-lock-file"
    case encrypted = "xlsx-encrypted"
    case damaged = "xlsx-damaged"
    case doctype = "xlsx-doctype"
    case tooLarge = "xlsx-too-large"
    case missingSheet = "xlsx-missing-sheet"
    case merged = "xlsx-merged"
    case notText = "xlsx-not-text"
    case formula = "xlsx-formula"
    case formulaValue = "xlsx-formula-value"
    case struckThrough = "xlsx-struck-through"
    case badReference = "xlsx-bad-reference"
    case badCharacter = "xlsx-bad-character"
    case outerSpace = "xlsx-outer-space"
    /// The engine's rule for spreadsheet errors; here, the cell's type identifies them.
    static let spreadsheetError: RuleID = "xlsx-spreadsheet-error"
    /// The engine's rule for skipped sheets; here, the sheet's kind identifies them.
    static let skippedSheet: RuleID = "xlsx-skipped-sheet"

    var id: RuleID { RuleID(rawValue: rawValue) }

    var severity: Severity {
        switch self {
        case .lockFile: .note
        case .merged, .formulaValue, .struckThrough, .outerSpace: .warning
        default: .error
        }
    }

    var audience: Finding.Audience { [.lockFile, .missingSheet].contains(self) ? .team : .vendor }

    var description: RuleDescription { RuleDescription(id, severity, explanation) }

    private var explanation: String {
        switch self {
        case .notWorkbook:
            """
            The file is named .xlsx but is not such a workbook: an old .xls, a binary .xlsb, an OpenDocument, a web page. Save it as \
            “Excel Workbook (.xlsx)”. It was not read.
            """
        case .lockFile:
            """
            The file is the small lock file (`~$…`) that Excel keeps beside a workbook while it is open. It contains no texts, so it \
            was not read. Delete it from the delivery.
            """
        case .encrypted: "The workbook is protected by a password, so it can't be read. Save it without one."
        case .damaged:
            """
            The zip archive or the XML in it is truncated or damaged, two of its parts have the same name, two sheets are one part, \
            or a part is missing. Each part is checked completely before it is used, so nothing in a damaged sheet was read.
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

/// The reason why the file, a sheet or a row cannot be read.
struct Refusal: Error {
    var rule: XLSXRule
    var text: String
    var remedy: String

    init(_ rule: XLSXRule, _ text: String, _ remedy: String) {
        (self.rule, self.text, self.remedy) = (rule, text, remedy)
    }

    static func damaged(_ text: String) -> Refusal {
        Refusal(
            .damaged,
            text,
            "Open the complete file in a spreadsheet, and save it again."
        )
    }

    static func tooLarge(_ text: String) -> Refusal {
        Refusal(.tooLarge, text, "Deliver a workbook that contains only the texts.")
    }

    static func notWorkbook(_ what: String) -> Refusal {
        Refusal(
            .notWorkbook,
            "The file is \(what).",
            "Save it as “Excel Workbook (.xlsx)”."
        )
    }
}

extension String {
    /// A name or value from the file, formatted for a message.
    var shown: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(80).map { $0.isPlain ? $0 : "?" }))
    }

    /// The positive number that the text represents; `nil` for any other text.
    var positive: Int? {
        let isNumber = (1...9).contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(self).flatMap { $0 > 0 ? $0 : nil } : nil
    }
}
