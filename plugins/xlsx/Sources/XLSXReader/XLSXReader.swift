public import GlossportReading

/// Reads Excel workbooks: `.xlsx`, and `.xlsm` without its macros.
///
/// Sheets are streamed; the packed file and the workbook's shared strings are held in memory.
public struct XLSXReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "xlsx",
        name: "Excel workbook",
        extensions: ["xlsx", "xlsm"],
        options: TableFormat.xlsx.options + XLSXOptions.own,
        rules: XLSXRule.allCases.map(\.description) + TableFormat.xlsx.rules,
        recognize: { XLSXReader.recognize($0) },
        reader: { try XLSXReader(options: $0) }
    )

    private let options: XLSXOptions

    /// Makes a reader.
    ///
    /// - Parameter options: The delivery's options.
    /// - Throws: ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws { self.options = try XLSXOptions(options) }

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
        try withoutActuallyEscaping(emit) { try WorkbookReading(source, options, $0).run() }
    }
}
