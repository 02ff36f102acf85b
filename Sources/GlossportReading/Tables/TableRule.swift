/// A rule about tables, without the format in front of its id.
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
    case hidden
    case spreadsheetError = "spreadsheet-error"
    case replacementCharacter = "replacement-character"
    case formulaGuard = "formula-guard"
    case formulaText = "formula-text"
    case questionMarks = "question-marks"
    case mojibake

    var isAboutSheets: Bool { [.hiddenSheet, .skippedSheet, .hidden].contains(self) }

    var severity: Severity {
        switch self {
        case .empty, .ignoredColumn, .missingCells, .unknownState, .formulaGuard, .formulaText, .questionMarks,
            .mojibake,
            .hiddenSheet, .skippedSheet, .hidden:
            .warning
        default: .error
        }
    }

    var explanation: String {
        switch self {
        case .empty:
            """
            The file is empty, or has a header and no rows. That is rarely what a vendor meant to send: look for a failed \
            export or the wrong sheet. Nothing is imported from it.
            """
        case .noHeader:
            """
            No row names the columns in a way that is understood. Head them `key`, `locale` and `text`, or `key` and one \
            column per locale, or `message`, `locale`, `header`, `body`; or say under options which column is what \
            (`key`, `text`, `locale`, `map`, `headerRow`). Nothing was read.
            """
        case .noKeyColumn:
            """
            The columns with texts were found, but none with keys, so it is unknown which message and field each text \
            belongs to. Head it `key`, or write `key:` and its header or number under options. Nothing was read.
            """
        case .missingColumn:
            """
            The options name a column that the file does not have; perhaps the vendor renamed it, or the file is another \
            one. Nothing was read.
            """
        case .ambiguousColumn:
            """
            Two columns may be meant, or one column may mean two things: `id` is Indonesian and an identifier, `no` is \
            Norwegian and a number. Guessing would upload one language as another, so nothing was read. Say which it is \
            under options.
            """
        case .unknownColumn:
            """
            Among the columns of locales stands one that is neither a locale nor a word that is known. Next to at least two \
            columns that certainly are locales, it is not read: a warning where the word resembles a language, else a note. \
            Otherwise it may be a locale under a name that is not understood, whose texts would be missing, so nothing was \
            read. Map it to a locale, or ignore it: `map: "Owner=ignore"`.
            """
        case .ignoredColumn:
            """
            A column is headed by a locale, but the file's layout has its locales elsewhere, so the column is not read.
            """
        case .duplicateLocale:
            """
            Two columns are headed by the same locale, perhaps a text and its revision. Only one can be uploaded, so \
            nothing was read. Ignore the other: `map: "5=ignore"`.
            """
        case .noLocale:
            """
            Neither the file nor the project file says which locale the texts are in. They are read without a locale. Give the \
            delivery a locale, or write `locale: from-filename` if files are called `de-DE.csv`.
            """
        case .localeConflict:
            """
            The project file gives one locale for the whole file, and the file holds several. Taking them all as one would \
            upload French as German. Leave out the locale, or divide the delivery.
            """
        case .hiddenSheet:
            """
            A hidden sheet was not read. It is only a note where the sheet has no header that makes sense, such as lists to \
            choose from. Name the sheet under options to read it: `sheet: Texts`.
            """
        case .skippedSheet:
            """
            Other sheets were read, but this one has no header row that is understood: perhaps instructions. Name the sheet \
            that counts under options (`sheet: Texts`), then nothing is said of the others.
            """
        case .missingCells:
            """
            A row ends before its last column. What is there was read; what is missing counts as missing translation. A comment \
            or a total under the table looks like that too.
            """
        case .extraCells:
            """
            A row has more cells than the header has columns. Usually a text with a delimiter lacks its quotes, or cells were \
            inserted, and then all texts after it stand one column too far to the right: French would be uploaded as German. \
            So nothing of the row was read. Empty cells at the end don't matter.
            """
        case .missingKey:
            """
            A row has texts but no key, so it is unknown which message they belong to. It was not read. Rows without any text \
            are no error.
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
            The state column says something that is not known; the text counts as translated. Said once for each word.
            """
        case .hidden:
            """
            Rows or columns with texts are hidden, by hand or by a filter. They were read like the others, as a spreadsheet's \
            own CSV export does. Delete them if they are not meant to be delivered. Said once for the rows of a sheet, and once \
            for its columns.
            """
        case .spreadsheetError:
            """
            The cell holds an error of a spreadsheet, such as #NAME?, instead of its text: a text that begins with “-”, “+” or \
            “=” was taken for a formula. The text is lost and was not read. Format the column as text, enter it again, export.
            """
        case .replacementCharacter:
            """
            The text holds the character U+FFFD, which stands for one that some program could not read. What it was is lost in \
            this file; the text was not read. Export it again as UTF-8.
            """
        case .formulaGuard:
            """
            The text begins with an apostrophe before “=”, “+”, “-” or “@”: some programs write it so that spreadsheets see no \
            formula. It was taken away.
            """
        case .formulaText:
            """
            The text looks like a formula of a spreadsheet, not like its result. It was read as it stands.
            """
        case .questionMarks:
            """
            Question marks stand where letters should be: the file was saved in an encoding that lacks them, and they can't \
            be brought back. Ask for the file as UTF-8. The text was read as it stands.
            """
        case .mojibake:
            """
            The text holds sequences such as “Ã©” or “â€™”: it was UTF-8, read as Windows-1252 and saved again. Ask for the file \
            as UTF-8. The text was read as it stands.
            """
        }
    }
}
