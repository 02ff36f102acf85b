import GlossportReading

extension RuleID {
    static let empty: RuleID = "csv-empty"
    static let encoding: RuleID = "csv-encoding"
    static let encodingConflict: RuleID = "csv-encoding-conflict"
    static let nulCharacter: RuleID = "csv-nul-character"
    static let unclearDelimiter: RuleID = "csv-unclear-delimiter"
    static let noHeader: RuleID = "csv-no-header"
    static let noKeyColumn: RuleID = "csv-no-key-column"
    static let missingColumn: RuleID = "csv-missing-column"
    static let ambiguousColumn: RuleID = "csv-ambiguous-column"
    static let unknownColumn: RuleID = "csv-unknown-column"
    static let ignoredColumn: RuleID = "csv-ignored-column"
    static let duplicateLocale: RuleID = "csv-duplicate-locale"
    static let noLocale: RuleID = "csv-no-locale"
    static let localeConflict: RuleID = "csv-locale-conflict"
    static let brokenQuotes: RuleID = "csv-broken-quotes"
    static let strayQuote: RuleID = "csv-stray-quote"
    static let tooLarge: RuleID = "csv-too-large"
    static let missingCells: RuleID = "csv-missing-cells"
    static let extraCells: RuleID = "csv-extra-cells"
    static let missingKey: RuleID = "csv-missing-key"
    static let missingLocale: RuleID = "csv-missing-locale"
    static let missingField: RuleID = "csv-missing-field"
    static let scientificKey: RuleID = "csv-scientific-key"
    static let spreadsheetError: RuleID = "csv-spreadsheet-error"
    static let replacementCharacter: RuleID = "csv-replacement-character"
    static let formulaGuard: RuleID = "csv-formula-guard"
    static let formula: RuleID = "csv-formula"
    static let questionMarks: RuleID = "csv-question-marks"
    static let mojibake: RuleID = "csv-mojibake"
    static let unknownState: RuleID = "csv-unknown-state"
}

/// Every finding of the reader, as documentation.
enum CSVRules {
    static let all = file + header + rows + cells

    private static let file = [
        RuleDescription(
            .empty,
            .warning,
            """
            The file is empty, or has a header and no rows. That is rarely what a vendor meant to send: look for a failed \
            export or the wrong sheet. Nothing is imported from it.
            """
        ),
        RuleDescription(
            .encoding,
            .error,
            """
            Some bytes are not text in the file's encoding, usually because Excel saved “CSV” instead of “CSV UTF-8”. No \
            encoding is guessed, since a wrong guess uploads “Ã©” for “é”. Save the file as UTF-8, or say its encoding under \
            options, such as `encoding: windows-1252`. Rows before the place were read, rows after it were not.
            """
        ),
        RuleDescription(
            .encodingConflict,
            .warning,
            """
            The project file names one encoding and the file begins with the byte order mark of another. A byte order mark \
            is certain, so it wins. Take the option away.
            """
        ),
        RuleDescription(
            .nulCharacter,
            .error,
            """
            The file holds a zero character, which no text has. It is damaged, or it is UTF-16 without a byte order mark: \
            then say so under options (`encoding: utf-16le`). Rows before the place were read, rows after it were not.
            """
        ),
        RuleDescription(
            .unclearDelimiter,
            .error,
            """
            More than one character could divide the columns, or none does so regularly. A wrong choice would tear texts \
            apart, so nothing is read. Say which it is under options, such as `delimiter: ";"`.
            """
        ),
        RuleDescription(
            .brokenQuotes,
            .error,
            """
            A quote stands where CSV allows none: inside a cell without quotes, before the end of a quoted cell, or without \
            its closing one. From there on it is unclear where cells and rows end, and lenient programs silently swallow the \
            rows that follow; so reading stops. Everything before was read. A quote inside a quoted cell has to be \
            written twice. `lenient: true` accepts single ones, such as inch marks; `trim: true` accepts spaces around quotes.
            """
        ),
        RuleDescription(
            .strayQuote,
            .warning,
            """
            With `lenient: true`, a quote was taken as a character although CSV forbids it in that place. Check that the \
            text is complete and has the quotes that are meant.
            """
        ),
        RuleDescription(
            .tooLarge,
            .error,
            """
            A cell has more than a mebibyte, or a row more than four or over 16,384 cells. No text is that long: most likely a \
            closing quote is missing, so that the rest of the file became one cell. Reading stops there.
            """
        ),
    ]

    private static let header = [
        RuleDescription(
            .noHeader,
            .error,
            """
            No row names the columns in a way that is understood. Head them `key`, `locale` and `text`, or `key` and one \
            column per locale, or `message`, `locale`, `header`, `body`; or say under options which column is what \
            (`key`, `text`, `locale`, `map`, `headerRow`). Nothing was read.
            """
        ),
        RuleDescription(
            .noKeyColumn,
            .error,
            """
            The columns with texts were found, but none with keys, so it is unknown which message and field each text \
            belongs to. Head it `key`, or write `key:` and its header or number under options. Nothing was read.
            """
        ),
        RuleDescription(
            .missingColumn,
            .error,
            """
            The options name a column that the file does not have; perhaps the vendor renamed it, or the file is another \
            one. Nothing was read.
            """
        ),
        RuleDescription(
            .ambiguousColumn,
            .error,
            """
            Two columns may be meant, or one column may mean two things: `id` is Indonesian and an identifier, `no` is \
            Norwegian and a number. Guessing would upload one language as another, so nothing was read. Say which it is \
            under options.
            """
        ),
        RuleDescription(
            .unknownColumn,
            .error,
            """
            Among the columns of locales stands one that is neither a locale nor a word that is known. It may be a locale \
            under a name that is not understood, whose texts would be missing, so nothing was read. Map it to a locale, or \
            ignore it: `map: "Owner=ignore"`.
            """
        ),
        RuleDescription(
            .ignoredColumn,
            .warning,
            """
            A column is headed by a locale, but the file's layout has its locales elsewhere, so the column is not read.
            """
        ),
        RuleDescription(
            .duplicateLocale,
            .error,
            """
            Two columns are headed by the same locale, perhaps a text and its revision. Only one can be uploaded, so \
            nothing was read. Ignore the other: `map: "5=ignore"`.
            """
        ),
        RuleDescription(
            .noLocale,
            .error,
            """
            Neither the file nor the project file says which locale the texts are in. They are read without a locale. Give the \
            delivery a locale, or write `locale: from-filename` if files are called `de-DE.csv`.
            """
        ),
        RuleDescription(
            .localeConflict,
            .error,
            """
            The project file gives one locale for the whole file, and the file holds several. Taking them all as one would \
            upload French as German. Leave out the locale, or divide the delivery.
            """
        ),
    ]

    private static let rows = [
        RuleDescription(
            .missingCells,
            .warning,
            """
            A row ends before its last column. What is there was read; what is missing counts as missing translation. A comment \
            or a total under the table looks like that too.
            """
        ),
        RuleDescription(
            .extraCells,
            .error,
            """
            A row has more cells than the header has columns. Usually a text with a delimiter lacks its quotes, and then all \
            texts after it stand one column too far to the right: French would be uploaded as German. So nothing of \
            the row was read. Empty cells at the end don't matter.
            """
        ),
        RuleDescription(
            .missingKey,
            .error,
            """
            A row has texts but no key, so it is unknown which message they belong to. It was not read. Rows without any text \
            are no error.
            """
        ),
        RuleDescription(
            .missingLocale,
            .error,
            "A row has a text but no locale, so it is unknown where it belongs. It was not read."
        ),
        RuleDescription(
            .missingField,
            .error,
            "A row has a message and a text but no field, so it has no complete key. It was not read."
        ),
        RuleDescription(
            .scientificKey,
            .error,
            """
            The key is a number such as 1.23457E+12: a spreadsheet has rounded a long number, and the digits are lost. Format \
            the column as text and export it again. The row was not read.
            """
        ),
        RuleDescription(
            .unknownState,
            .warning,
            """
            The state column says something that is not known; the text counts as translated. Said once for each word.
            """
        ),
    ]

    private static let cells = [
        RuleDescription(
            .spreadsheetError,
            .error,
            """
            The cell holds an error of a spreadsheet, such as #NAME?, instead of its text: a text that begins with “-”, “+” or \
            “=” was taken for a formula. The text is lost and was not read. Format the column as text, enter it again, export.
            """
        ),
        RuleDescription(
            .replacementCharacter,
            .error,
            """
            The text holds the character U+FFFD, which stands for one that some program could not read. What it was is lost in \
            this file; the text was not read. Export it again as UTF-8.
            """
        ),
        RuleDescription(
            .formulaGuard,
            .warning,
            """
            The text begins with an apostrophe before “=”, “+”, “-” or “@”: some programs write it so that spreadsheets see no \
            formula. It was taken away.
            """
        ),
        RuleDescription(
            .formula,
            .warning,
            """
            The text looks like a formula of a spreadsheet, not like its result. It was read as it stands.
            """
        ),
        RuleDescription(
            .questionMarks,
            .warning,
            """
            Question marks stand where letters should be: the file was saved in an encoding that lacks them, and they can't \
            be brought back. Ask for the file as UTF-8. The text was read as it stands.
            """
        ),
        RuleDescription(
            .mojibake,
            .warning,
            """
            The text holds sequences such as “Ã©” or “â€™”: it was UTF-8, read as Windows-1252 and saved again. Ask for the file \
            as UTF-8. The text was read as it stands.
            """
        ),
    ]
}
