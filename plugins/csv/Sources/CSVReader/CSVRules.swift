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

/// The rules about a file's syntax; the engine provides those about its table.
enum CSVRules {
    static let all = [
        RuleDescription(
            .encoding,
            .error,
            """
            Some bytes are not text in the file's encoding, usually because Excel saved “CSV” instead of “CSV UTF-8”. Glossport \
            does not read on a guess, because a wrong one would upload “Ã©” for “é”. The finding names the encoding if the bytes are words \
            of the columns' languages in only one. Save the file as UTF-8, or name its encoding under options, such as \
            `encoding: windows-1252`. Only the rows before this place were read.
            """
        ),
        RuleDescription(
            .encodingConflict,
            .warning,
            """
            The project file names one encoding, but the file begins with the byte order mark of another. The byte order mark is \
            reliable, so it is used. Remove the option.
            """
        ),
        RuleDescription(
            .nulCharacter,
            .error,
            """
            The file contains a zero character, which no text has. It is damaged, or it is UTF-16 without a byte order mark; if so, \
            write `encoding: utf-16le` under options. Only the rows before this place were read.
            """
        ),
        RuleDescription(
            .unclearDelimiter,
            .error,
            """
            More than one character could separate the columns, or none does so regularly. A wrong choice would split texts, so \
            nothing was read. Name the delimiter under options, such as `delimiter: ";"`.
            """
        ),
        RuleDescription(
            .brokenQuotes,
            .error,
            """
            A quote is where CSV does not allow one: inside a cell without quotes, before the end of a quoted cell, or without a \
            closing quote. From there on it is unclear where cells and rows end, so reading stops; everything before was read. \
            Write a quote inside a quoted cell twice. `lenient: true` accepts single ones, such as inch marks; `trim: true` accepts \
            spaces around quotes.
            """
        ),
        RuleDescription(
            .strayQuote,
            .warning,
            """
            With `lenient: true`, a quote was read as a character although CSV does not allow it there. Check that the text is \
            complete and has the intended quotes.
            """
        ),
        RuleDescription(
            .tooLarge,
            .error,
            """
            A cell is larger than 1 MiB, or a row is larger than 4 MiB or has more than 16,384 cells. No text is that long: \
            probably a closing quote is missing, so that the rest of the file became one cell. Reading stops there.
            """
        ),
    ]
}
