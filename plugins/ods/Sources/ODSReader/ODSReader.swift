public import GlossportReading

/// Reads OpenDocument spreadsheets (`.ods`) of LibreOffice, Collabora and others.
///
/// The content is streamed; only the compressed file is kept in memory.
public struct ODSReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "ods",
        name: "OpenDocument spreadsheet",
        extensions: ["ods"],
        options: TableFormat.ods.options + [
            ReaderOption(
                name: "sheet",
                help: "Name or number of the sheet to read. Default: all visible sheets.",
                example: "Texts"
            )
        ],
        rules: ODSRule.allCases.map(\.description) + TableFormat.ods.rules,
        recognize: { ODSReader.recognize($0) },
        reader: { try ODSReader(options: $0) }
    )

    private let table: TableOptions
    private let sheet: String?

    /// Creates a reader; throws ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws {
        var rest = options
        let sheet = rest.values.removeValue(forKey: "sheet")
        table = try TableOptions(rest, of: .ods)
        self.sheet = sheet?.trimmingWhitespace
        if let sheet, self.sheet == "" {
            throw GlossportError.invalidOption("sheet", sheet, of: "ods", "Write a sheet's name, or its number from 1.")
        }
    }

    /// Recognizes a file by its name, because other file types are also ZIP archives.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        format.extensions.contains(head.fileExtension) ? .byName : .no
    }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        try withoutActuallyEscaping(emit) { try SpreadsheetFile(source, table, sheet: sheet, $0).read() }
    }
}

extension TableFormat {
    static let ods = TableFormat(id: "ods", isSheet: true)
}
