public import GlossportReading
import SpreadsheetParsing

/// Reads Excel workbooks: `.xlsx`, and `.xlsm` without its macros.
///
/// Sheets are streamed; the compressed file and the workbook's shared strings are kept in memory.
public struct XLSXReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "xlsx",
        name: "Excel workbook",
        extensions: ["xlsx", "xlsm"],
        options: TableFormat.xlsx.options + [SpreadsheetOptions.sheet, XLSXOptions.trim],
        rules: SpreadsheetRule.allCases.filter { $0 != .notSpreadsheet }.map { $0.description(in: .xlsx) }
            + TableFormat.xlsx.rules,
        recognize: { XLSXReader.recognize($0) },
        reader: { try XLSXReader(options: $0) }
    )

    private let options: XLSXOptions

    /// Creates a reader; throws ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws { self.options = try XLSXOptions(options) }

    /// Recognizes a file by its name, because other file types are also ZIP archives.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        format.extensions.contains(head.fileExtension) ? .byName : .no
    }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        try withoutActuallyEscaping(emit) { try WorkbookReading(source, options, $0).run() }
    }
}
