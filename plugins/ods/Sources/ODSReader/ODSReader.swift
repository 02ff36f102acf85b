public import GlossportReading

/// Reads OpenDocument spreadsheets (`.ods`) of LibreOffice, Collabora and others.
///
/// The content is streamed; only the packed file is held in memory.
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

    /// Makes a reader.
    ///
    /// - Parameter options: The delivery's options.
    /// - Throws: ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws {
        var rest = options
        let sheet = rest.values.removeValue(forKey: "sheet")
        table = try TableOptions(rest, of: .ods)
        self.sheet = sheet?.trimmingWhitespace
        if let sheet, self.sheet == "" {
            throw GlossportError.invalidOption("sheet", sheet, of: "ods", "Write a sheet's name, or its number from 1.")
        }
    }

    /// Recognizes a file of the format by its name, for other files are zip archives, too.
    ///
    /// - Parameter head: The file's name and first bytes.
    /// - Returns: How sure that is.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        format.extensions.contains(head.fileExtension) ? .byName : .no
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - emit: Takes units and findings.
    /// - Returns: The totals.
    /// - Throws: ``GlossportError`` where the file can't be read from the disk; `CancellationError`.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        try withoutActuallyEscaping(emit) { try SpreadsheetFile(source, table, sheet: sheet, $0).read() }
    }
}

extension TableFormat {
    static let ods = TableFormat(id: "ods", isSheet: true)
}
