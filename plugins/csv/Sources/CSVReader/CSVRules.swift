import GlossportReading

extension RuleID {
    static let encoding: RuleID = "csv-encoding"
    static let encodingConflict: RuleID = "csv-encoding-conflict"
    static let nulCharacter: RuleID = "csv-nul-character"
    static let unclearDelimiter: RuleID = "csv-unclear-delimiter"
    static let brokenQuotes: RuleID = "csv-broken-quotes"
    static let strayQuote: RuleID = "csv-stray-quote"
    static let tooLarge: RuleID = "csv-too-large"
}

/// The findings about how a file is written, as documentation; those about its table come from the engine.
enum CSVRules {
    static let all = [
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
}
