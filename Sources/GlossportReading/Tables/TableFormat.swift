/// The kind of tables that a reader reads: how its rules and options are called.
///
/// Ids of rules begin with the format's id, so a missing header is `csv-no-header` in a CSV file and `xlsx-no-header` in a workbook.
public struct TableFormat: Sendable {
    /// The short name of the format, such as `csv`.
    public let id: String
    /// Whether the tables are sheets of a spreadsheet: no cell of a row is missing there, and a sheet may be named after its locale.
    public let isSheet: Bool
    private let formulaText: String

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - id: The short name of the format, with which the ids of its rules begin.
    ///   - isSheet: Whether the tables are sheets of a spreadsheet.
    ///   - formulaText: The end of the id of the rule about texts that look like formulas.
    public init(id: String, isSheet: Bool, formulaText: String = "formula-text") {
        self.id = id
        self.isSheet = isSheet
        self.formulaText = formulaText
    }

    package func id(_ rule: TableRule) -> RuleID {
        RuleID(rawValue: "\(id)-\(rule == .formulaText ? formulaText : rule.rawValue)")
    }

    /// Every finding that the engine can emit about such a table.
    public var rules: [RuleDescription] {
        TableRule.allCases.filter { isSheet ? $0 != .missingCells : !$0.isAboutSheets }
            .map { RuleDescription(id($0), $0.severity, $0.explanation) }
    }

    /// The options that the engine understands.
    public var options: [ReaderOption] {
        let from = isSheet ? "from-filename, or from-sheet for the sheet's name" : "from-filename"
        return [
            option(
                "layout",
                "How texts are laid out: long, wide, record or single; without it, the header tells.",
                "wide"
            ),
            option(
                "key",
                "The column with keys, by header or number; without it, one headed key, id, string id or the like.",
                "id"
            ),
            option(
                "locale",
                "The column with locales, or \(from), or =de-DE for all rows; without it, one headed locale or language.",
                isSheet ? "from-sheet" : "from-filename"
            ),
            option(
                "text",
                "The column with translations, by header or number; without it, one headed text, target or value.",
                "Translation"
            ),
            option(
                "field",
                "The column that says which field of the message a row holds; without it, one headed field.",
                "field"
            ),
            option("message", "The column with names of messages; without it, one headed message.", "campaign"),
            option(
                "notes",
                "A column with notes for translators; without it, all headed notes, comment or description.",
                "Context"
            ),
            option(
                "source",
                "The column with texts in the source language; without it, one headed source or original.",
                "en"
            ),
            option(
                "state",
                "The column with states, such as reviewed; without it, one headed state or status.",
                "Status"
            ),
            option(
                "headerRow",
                "The number of the row that names the columns, as a spreadsheet counts, or none; without it, the first row "
                    + "that makes sense as one.",
                "3"
            ),
            option(
                "map",
                "Locales of columns by header or number, or ignore; * means all that are not understood. Without it, headers "
                    + "such as fr, fr-FR, French (France) are understood.",
                "FRENCH / FRANÇAIS=fr-FR, 4=de-DE, Owner=ignore"
            ),
            option(
                "recordKey",
                "How message and field make a key where they stand apart; {message}.{field} without it.",
                "{message}.{field}"
            ),
        ]
    }

    private func option(_ name: String, _ help: String, _ example: String) -> ReaderOption {
        ReaderOption(name: name, help: help, example: example)
    }
}
