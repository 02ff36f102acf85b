/// A rule about tables; its id lacks the format's prefix.
package enum TableRule: String, CaseIterable {
    case empty
    case noHeader = "no-header"
    case noKeyColumn = "no-key-column"
    case missingColumn = "missing-column"
    case ambiguousColumn = "ambiguous-column"
    case unknownColumn = "unknown-column"
    case ignoredColumn = "ignored-column"
    case duplicateLocale = "duplicate-locale"
    case noLocale = "no-locale"
    case localeConflict = "locale-conflict"
    case hiddenSheet = "hidden-sheet"
    case skippedSheet = "skipped-sheet"
    case missingCells = "missing-cells"
    case extraCells = "extra-cells"
    case missingKey = "missing-key"
    case missingLocale = "missing-locale"
    case missingField = "missing-field"
    case scientificKey = "scientific-key"
    case unknownState = "unknown-state"
    case correctedTexts = "corrected-texts"
    case olderTexts = "older-texts"
    case otherTable = "other-table"
    case unknownRegion = "unknown-region"
    case hidden
    case spreadsheetError = "spreadsheet-error"
    case replacementCharacter = "replacement-character"
    case formulaGuard = "formula-guard"
    case formulaText = "formula-text"
    case questionMarks = "question-marks"
    case mojibake

    var isForSheetsOnly: Bool { [.hiddenSheet, .skippedSheet, .hidden].contains(self) }

    var severity: Severity {
        switch self {
        case .empty, .ignoredColumn, .missingCells, .unknownState, .formulaGuard, .questionMarks, .mojibake,
            .correctedTexts, .olderTexts, .otherTable, .unknownRegion, .hiddenSheet, .skippedSheet, .hidden:
            .warning
        default: .error
        }
    }

    var explanation: String {
        switch self {
        case .empty:
            """
            The file is empty, or has a header but no rows, usually because of a failed export or the wrong sheet. Nothing is \
            imported from it.
            """
        case .noHeader:
            """
            No header row was recognized, so nothing was read. Head the columns `key`, `locale` and `text`, or `key` and one column \
            per locale, or `message`, `locale`, `header`, `body`. Or name the columns under options (`key`, `text`, `locale`, \
            `map`, `headerRow`).
            """
        case .noKeyColumn:
            """
            Columns with texts were found, but none with keys, so it is unknown which message and field each text belongs to. \
            Nothing was read. Head the column `key`, or write `key:` and its header or number under options.
            """
        case .missingColumn:
            """
            The options name a column that the file or sheet does not have; perhaps the vendor renamed it, or the file is another \
            one. Nothing was read of it. A column that `map` ignores may be missing, and in a workbook one that it gives a locale, \
            as long as another sheet has it.
            """
        case .ambiguousColumn:
            """
            Two columns are possible, or a header has two meanings: `id` is Indonesian and an identifier, `no` is Norwegian and a \
            number. A wrong guess would upload one language as another, so nothing was read. Name the column under options. Of two tables \
            side by side, the second was not read in rows whose two keys differ.
            """
        case .unknownColumn:
            """
            A column among the locale columns is neither a locale nor another known word. If at least two columns are certainly \
            locales, it is skipped, with a warning if it holds texts and otherwise a note. If not, or if its header has the \
            form of a code, it may be a locale whose texts would be missing, so nothing was read. Map it to a locale, or ignore it: \
            `map: "Owner=ignore"`.
            """
        case .ignoredColumn:
            """
            A column holds texts, states or locales, or is headed by a locale, but has no part in the file's layout, so it was not read. \
            Name it under options if it belongs to the translations, or ignore it: `map: "Owner=ignore"`.
            """
        case .duplicateLocale:
            """
            Two columns are headed by the same locale, perhaps a text and its newer version. Only one can be uploaded, so \
            nothing was read. Ignore the other: `map: "5=ignore"`.
            """
        case .noLocale:
            """
            Neither the file nor the project file declares the locale of the texts, so they are read without one. Give the delivery \
            a locale, or write `locale: from-filename` if files are named like `de-DE.csv`.
            """
        case .localeConflict:
            """
            The project file sets one locale for the whole file, but the file contains several. Using one for all would upload \
            French as German. Remove the locale, or divide the delivery. As a warning: a file, its folder or a sheet is named after \
            a language in which none of its texts is. They were read in the locales of the columns. Correct the one that is wrong.
            """
        case .hiddenSheet:
            """
            A hidden sheet was not read. This is only a note if the sheet has no recognizable header, such as a sheet with lists of \
            choices. To read it, write `sheets: "Texts=read"` under options, and to silence this, `sheets: "Texts=ignore"`.
            """
        case .skippedSheet:
            """
            Other sheets were read, but this one has no recognizable header row; it may contain instructions. This is only a note if \
            its name says so. To silence the warning, write `sheets: { Notes: ignore }` under options; to read a sheet that was left out by its \
            name, `sheets: { Notes: read }`.
            """
        case .missingCells:
            """
            A row ends before its last column. Its cells were read; the missing ones count as missing translations. A comment or a \
            total under the table looks the same.
            """
        case .extraCells:
            """
            A row has more cells than the header has columns. Usually a text with a delimiter lacks its quotes, or cells were \
            inserted, so that all following texts are one column too far to the right: French would be uploaded as German. The row \
            was not read. Empty cells at the end don't matter.
            """
        case .missingKey:
            """
            A row has texts but no key, so it is unknown which message they belong to. It was not read. Rows without any text are not an error.
            """
        case .missingLocale: "A row has a text but no locale, so it is unknown where it belongs. It was not read."
        case .missingField: "A row has a message and a text but no field, so it has no complete key. It was not read."
        case .scientificKey:
            """
            The key is a number such as 1.23457E+12: a spreadsheet has rounded a long number, and the digits are lost. Format \
            the column as text and export it again. The row was not read.
            """
        case .unknownState:
            """
            The state column contains an unknown word; the text counts as one that needs a review. Reported once per word.
            """
        case .correctedTexts:
            """
            A column with corrected texts, such as `Revised` or `de-DE NEW`, is beside the older ones. Where it is filled, its texts \
            were read, and the older ones elsewhere. To read the older ones, ignore it: `map: "Revised=ignore"`.
            """
        case .olderTexts:
            """
            The only column of a locale is headed as if its texts were not the final ones, such as `French old`, `de-DE (draft)` or \
            `Italian (machine translation)`. They were read and count as texts that need a review. To leave them out, ignore the column: \
            `map: "French old=ignore"`; if they are final, give its locale: `map: "French old=fr-FR"`.
            """
        case .otherTable:
            """
            There is more than one table in the file or sheet: rows like those of a table are above the header, or another header is \
            among the rows. Rows below a second header are read by it. Move the second table to a file or sheet of its own.
            """
        case .unknownRegion:
            """
            Beside the language, a row names a region or script that is unknown, so only the language was used; this is reported once per \
            word. Where the region contradicts that of the language, or there are several, the text would go to the wrong \
            country: that is an error, and the row was not read.
            """
        case .hidden:
            """
            Rows or columns with texts are hidden, by hand or by a filter. They were read like the others, as a spreadsheet's own \
            CSV export does. Delete them if they should not be delivered. Reported once for the rows of a sheet and once for its columns.
            """
        case .spreadsheetError:
            """
            The cell contains a spreadsheet error, such as #NAME?, instead of its text: a text that begins with “-”, “+” or “=” was \
            treated as a formula, or the sheet was exported while it still translated (“Loading...”). The text is lost. Format the \
            column as text, enter the text again and export.
            """
        case .replacementCharacter:
            """
            The text contains the replacement character U+FFFD, so a program has lost a character. The text was not read. Export \
            the file again as UTF-8 from the original.
            """
        case .formulaGuard:
            """
            The text, or a line of it, begins with an apostrophe before “=”, “+”, “-” or “@”, which some programs add so that \
            spreadsheets see no formula; the tables of `brief` and `reject` have it, too. The apostrophe was removed.
            """
        case .formulaText:
            """
            The text looks like a spreadsheet formula, not like its result. It was not read. Export the cell's value instead.
            """
        case .questionMarks:
            """
            Letters were replaced by question marks: the file was saved in an encoding that lacks them, and they can't be \
            recovered. The text was read unchanged. Ask for the file as UTF-8.
            """
        case .mojibake:
            """
            The text contains sequences such as “Ã©” or “â€™”: it was UTF-8, decoded as Windows-1252 and saved again. The text was \
            read unchanged. Ask for the file as UTF-8.
            """
        }
    }
}
