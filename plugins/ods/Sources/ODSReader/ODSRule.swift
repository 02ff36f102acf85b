import GlossportReading

/// The rules about a spreadsheet file; the engine provides those about its tables.
enum ODSRule: String, CaseIterable {
    case notSpreadsheet = "ods-not-spreadsheet"
    case lockFile = "ods-lock-file"
    case encrypted = "ods-encrypted"
    case damaged = "ods-damaged"
    case tooLarge = "ods-too-large"
    case missingSheet = "ods-missing-sheet"
    case notText = "ods-not-text"
    case formulaValue = "ods-formula-value"
    case struckThrough = "ods-struck-through"
    case merged = "ods-merged"

    var id: RuleID { RuleID(rawValue: rawValue) }

    var severity: Severity {
        switch self {
        case .lockFile: .note
        case .formulaValue, .struckThrough, .merged: .warning
        default: .error
        }
    }

    var description: RuleDescription { RuleDescription(id, severity, explanation) }

    private var explanation: String {
        switch self {
        case .notSpreadsheet: "The file is named .ods but is not an OpenDocument spreadsheet. It was not read."
        case .lockFile:
            """
            The file is the small lock file (`~$…`) that a spreadsheet program keeps beside a file while it is open. It contains no \
            texts, so it was not read. Delete it from the delivery.
            """
        case .encrypted: "The spreadsheet is protected by a password. Save it without one."
        case .damaged: "The zip archive or its XML is truncated or damaged, so the rest was not read."
        case .tooLarge: "The file, a row or a text is too large. It was not read."
        case .missingSheet: "The option `sheet` names a sheet that the file does not have. Nothing was read."
        case .notText:
            """
            The cell contains a number, a date or a truth value. Format the column as text, and enter the text again.
            """
        case .formulaValue: "Cells contain formulas; their last results were read. Reported once per column."
        case .struckThrough:
            """
            The text, or a part of it, is struck through: often a reviewer's way to delete it. It was read like any other text. Delete \
            it if it is not part of the translation; otherwise remove the formatting.
            """
        case .merged: "Cells are merged: only the first one has the value. Reported once per column."
        }
    }

    func remark(_ holds: String, _ remedy: String, once: Bool = false, note: Bool = false) -> CellRemark {
        var remark = CellRemark()
        (remark.rule, remark.severity, remark.holds, remark.remedy) = (id, severity, holds, remedy)
        (remark.isOnce, remark.servesAsNote) = (once, note)
        return remark
    }
}

/// The reason why the file or a part of it cannot be read.
struct Refusal: Error {
    var rule: ODSRule
    var text: String
    var remedy: String

    init(_ rule: ODSRule, _ text: String, _ remedy: String) {
        (self.rule, self.text, self.remedy) = (rule, text, remedy)
    }

    static func damaged(_ text: String) -> Refusal {
        Refusal(.damaged, text, "Open the complete file, and save it again.")
    }

    static func tooLarge(_ text: String) -> Refusal {
        Refusal(.tooLarge, text, "Deliver a spreadsheet that contains only the texts.")
    }
}

extension String {
    /// A name or value from the file, formatted for a message.
    var shown: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(80).map { $0.isPlain ? $0 : "?" }))
    }
}
