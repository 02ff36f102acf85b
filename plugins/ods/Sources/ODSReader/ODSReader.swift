public import GlossportReading
import SpreadsheetParsing

/// Reads OpenDocument spreadsheets (`.ods`) of LibreOffice, Collabora and others.
///
/// The content is streamed; only the compressed file is kept in memory.
public struct ODSReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "ods",
        name: "OpenDocument spreadsheet",
        extensions: ["ods"],
        options: TableFormat.ods.options + [SpreadsheetOptions.sheet],
        rules: rules.map { $0.description(in: .ods) } + TableFormat.ods.rules,
        recognize: { ODSReader.recognize($0) },
        reader: { try ODSReader(options: $0) }
    )

    private static let rules: [SpreadsheetRule] = [
        .notSpreadsheet, .lockFile, .encrypted, .damaged, .tooLarge, .missingSheet, .notText, .formulaValue,
        .struckThrough, .merged,
    ]

    private let options: SpreadsheetOptions

    /// Creates a reader; throws ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws { self.options = try SpreadsheetOptions(options, of: .ods) }

    /// Recognizes a file by its name, because other file types are also ZIP archives.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        format.extensions.contains(head.fileExtension) ? .byName : .no
    }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        try withoutActuallyEscaping(emit) { try ODSReading(source, options, $0).run() }
    }
}

extension TableFormat {
    static let ods = TableFormat(id: "ods", isSheet: true)
}
