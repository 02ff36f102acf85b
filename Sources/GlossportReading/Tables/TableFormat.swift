/// A table format: its id, the ids of its rules, and its options.
///
/// Rule ids begin with the format's id, so a missing header is `csv-no-header` in a CSV file and `xlsx-no-header` in a
/// workbook.
public struct TableFormat: Sendable {
    /// The short name, such as `csv`.
    public let id: String
    /// Whether the tables are sheets of a spreadsheet, where rows have no missing cells and a sheet's name may be a
    /// locale.
    public let isSheet: Bool
    private let formulaText: String

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - id: The short name, which is the prefix of its rule ids.
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

    /// The rules of all findings that the engine may emit about such a table.
    public var rules: [RuleDescription] {
        TableRule.allCases.filter { isSheet ? $0 != .missingCells : !$0.isForSheetsOnly }
            .map { RuleDescription(id($0), $0.severity, $0.explanation) }
    }

    /// The options that the engine supports.
    public var options: [ReaderOption] {
        let from = isSheet ? "from-filename, or from-sheet for the sheet's name" : "from-filename"
        let sheets = option(
            "sheets",
            "Sheets to leave out, or to read although their names are those of notes. Default: sheets of terms and notes are left out.",
            "Glossary=ignore, Notes=read",
            hasEntries: true
        )
        return (isSheet ? [sheets] : []) + [
            option(
                "layout",
                "Layout of the texts: long, wide, record or single. Default: as the header indicates.",
                "wide"
            ),
            option(
                "key",
                "Column with keys, by header or number. Default: one headed key, id, string id or similar.",
                "id"
            ),
            option(
                "locale",
                "The column with locales, or \(from), or =de-DE for all rows. Default: one headed locale or language.",
                isSheet ? "from-sheet" : "from-filename"
            ),
            option(
                "region",
                "Column with the region or script of the locale. Default: one headed region, country or script beside a locale column.",
                "Country"
            ),
            option(
                "text",
                "Column with translations, by header or number. Default: one headed text, target or value.",
                "Translation"
            ),
            option(
                "field",
                "Column with the field of the message. Default: one headed field.",
                "field"
            ),
            option("message", "Column with names of messages. Default: one headed message.", "campaign"),
            option(
                "notes",
                "Column with notes for translators. Default: all headed notes, comment or description.",
                "Context"
            ),
            option(
                "source",
                "Column with texts in the source language. Default: one headed source or original.",
                "en"
            ),
            option(
                "state",
                "Column with states, such as reviewed. Default: one headed state or status.",
                "Status"
            ),
            option(
                "headerRow",
                "Number of the header row, as a spreadsheet counts, or none. Default: the first row that looks like a header.",
                "3"
            ),
            option(
                "map",
                "Locales of columns by header or number, or ignore; * means all that are not recognized. Default: headers such as fr, fr-FR, French (France) are recognized.",
                "FRENCH / FRANÇAIS=fr-FR, 4=de-DE, Owner=ignore",
                hasEntries: true
            ),
            option(
                "recordKey",
                "How message and field form a key if they are in separate columns. Default: {message}.{field}.",
                "{message}.{field}"
            ),
        ]
    }

    private func option(_ name: String, _ help: String, _ example: String, hasEntries: Bool = false) -> ReaderOption {
        ReaderOption(name: name, help: help, example: example, hasEntries: hasEntries)
    }
}
