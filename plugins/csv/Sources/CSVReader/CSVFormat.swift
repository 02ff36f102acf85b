package import GlossportReading

extension CSVReader {
    package static let format = Format(
        id: "csv",
        name: "CSV, TSV",
        extensions: ["csv", "tsv", "txt"],
        options: [
            ReaderOption(
                name: "layout",
                help: "How texts are laid out: long, wide, record or single; without it, the header tells.",
                example: "wide"
            ),
            ReaderOption(
                name: "key",
                help:
                    "The column with keys, by header or number; without it, one headed key, id, string id or the like.",
                example: "id"
            ),
            ReaderOption(
                name: "locale",
                help:
                    "The column with locales, or from-filename, or =de-DE for all rows; without it, one headed locale "
                    + "or language.",
                example: "from-filename"
            ),
            ReaderOption(
                name: "text",
                help:
                    "The column with translations, by header or number; without it, one headed text, target or value.",
                example: "Translation"
            ),
            ReaderOption(
                name: "field",
                help: "The column that says which field of the message a row holds; without it, one headed field.",
                example: "field"
            ),
            ReaderOption(
                name: "message",
                help: "The column with names of messages; without it, one headed message.",
                example: "campaign"
            ),
            ReaderOption(
                name: "notes",
                help: "A column with notes for translators; without it, all headed notes, comment or description.",
                example: "Context"
            ),
            ReaderOption(
                name: "source",
                help: "The column with texts in the source language; without it, one headed source or original.",
                example: "en"
            ),
            ReaderOption(
                name: "state",
                help: "The column with states, such as reviewed; without it, one headed state or status.",
                example: "Status"
            ),
            ReaderOption(
                name: "headerRow",
                help: "The number of the row that names the columns, as a spreadsheet counts, or none; without it, the "
                    + "first row that makes sense as one.",
                example: "3"
            ),
            ReaderOption(
                name: "delimiter",
                help:
                    "The character between cells, or comma, semicolon, tab, pipe; without it, the one that makes sense.",
                example: ";"
            ),
            ReaderOption(
                name: "quote",
                help: "The character around cells, or none; without it, a double quote.",
                example: "none"
            ),
            ReaderOption(
                name: "encoding",
                help:
                    "The file's encoding if it has no byte order mark; without it, UTF-8, or UTF-16 where every other "
                    + "byte is zero.",
                example: "windows-1252"
            ),
            ReaderOption(
                name: "map",
                help: "Locales of columns by header or number, or ignore; * means all that are not named. Without it, "
                    + "headers such as fr, fr-FR, French (France) are understood.",
                example: "FRENCH / FRANÇAIS=fr-FR, 4=de-DE, Owner=ignore"
            ),
            ReaderOption(
                name: "recordKey",
                help: "How message and field make a key where they stand apart; {message}.{field} without it.",
                example: "{message}.{field}"
            ),
            ReaderOption(
                name: "lenient",
                help:
                    "true takes quotes in wrong places as characters, each with a warning; without it, reading stops.",
                example: "true"
            ),
            ReaderOption(
                name: "trim",
                help:
                    "true takes spaces and tabs around cells away, also around quotes; without it, they belong to the text.",
                example: "true"
            ),
        ],
        rules: CSVRules.all,
        recognize: { CSVReader.recognize($0) },
        reader: { try CSVReader(options: $0) }
    ).cutting { try CSVReader.cut($0, $1, $2) }
}
