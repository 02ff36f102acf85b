/// Converts the sheets of a spreadsheet, received row by row, into translation units; each sheet has its own header.
///
/// Only the first rows of each sheet are kept, until the header is found among them. The finding about a sheet without
/// a header depends on the other sheets, so it is emitted at the end.
public struct SpreadsheetReading {
    private let path: String
    private var options: TableOptions
    /// The finding that prevents reading any row.
    private let refusal: Finding?
    private var part = ""
    private var isHidden = false
    private var sample: [TableRow] = []
    private var sampleBytes = 0
    /// The number of rows of the sheet, without empty rows before the header was determined.
    private var rows = 0
    private var header: TableHeader?
    private var reading: TableReading?
    /// The unreadable sheets, and the number of all sheets; both without empty and hidden ones.
    private var unread: [(part: String, header: TableHeader)] = []
    private var filled = 0
    /// Columns in `map` that no sheet has contained so far; `nil` before the first sheet.
    private var absentColumns: [ColumnReference]?
    private var total = ReadSummary()
    /// The length of all texts so far, in bytes; a shared string counts for every cell that uses it.
    private var textBytes = 0
    /// The numbers of all cells and of cells in wide rows.
    ///
    /// They are limited because a few bytes in a file can repeat a row many times or place a text in the last column.
    private var cells = 0
    private var wideCells = (filled: 0, empty: 0)

    /// The maximum length of a file's texts, in bytes.
    private static let maximumBytes = 480 << 20
    /// The maximum number of cells in a file: 64 columns with a spreadsheet's maximum number of rows.
    private static let maximumCells = 64 << 20
    /// The number of cells above which a row is wide.
    private static let wideRow = 64
    /// The maximum number of empty cells in wide rows if there are more than about 64 of them for each filled cell.
    private static let maximumEmptyCells = 4 << 20
    /// The maximum length of the first rows that are searched for a header, in bytes.
    private static let sampleSize = 1 << 20

    /// Creates the reading of one file.
    public init(of path: String, options: TableOptions) {
        self.path = path
        self.options = options
        refusal = options.missingLocale(inNameOf: path)
    }

    private var format: TableFormat { options.format }

    /// The totals of the completed sheets.
    public var summary: ReadSummary { total }

    /// The exceeded limit as a noun phrase, such as `480 MiB of texts`; `nil` if no limit is exceeded.
    public var excess: String? {
        if textBytes > Self.maximumBytes { return "\(Self.maximumBytes >> 20) MiB of texts" }
        if cells > Self.maximumCells { return "\(Self.maximumCells >> 20) million cells" }
        let isSparse = wideCells.empty > Self.maximumEmptyCells && wideCells.empty / Self.wideRow > wideCells.filled
        return isSparse ? "\(Self.maximumEmptyCells >> 20) million empty cells between its texts" : nil
    }

    /// Whether further rows of the current sheet are needed; if the sheet is not read, only its first rows are.
    public var wantsRows: Bool { refusal == nil && excess == nil && (header == nil || reading != nil) }

    /// Whether the options exclude the sheet, so that its defects are irrelevant.
    public var ignoresSheet: Bool { options.use(ofSheet: part) == .ignore }

    /// Whether the sheet is read if its header is valid: it is neither hidden nor excluded.
    public var readsSheet: Bool { !isHidden && !ignoresSheet }

    /// Starts the next sheet.
    ///
    /// - Parameters:
    ///   - name: The sheet's name, unique in the file.
    ///   - isHidden: Whether the spreadsheet hides it.
    ///   - isNamed: Whether the options name it; if so, it is read even if it is hidden or has the name of a notes
    ///     sheet.
    public mutating func beginSheet(_ name: String, isHidden: Bool, isNamed: Bool = false) {
        if isNamed { options.readSheet(name) }
        (part, self.isHidden) = (name, isHidden && options.use(ofSheet: name) == nil)
    }

    /// Reads the next row of the sheet; rows must be passed from top to bottom.
    public mutating func read(_ row: TableRow, emit: (ReadEvent) -> Void) {
        textBytes += row.byteCount
        cells += row.count
        if row.count > Self.wideRow {
            let filled = (0..<row.count).count { !row.isEmpty($0) }
            wideCells.filled += filled
            wideCells.empty += row.count - filled
        }
        guard wantsRows, header != nil || !row.isBlank else { return }
        rows += 1
        reading?.read(row, emit: emit)
        guard header == nil else { return }
        sample.append(row)
        sampleBytes += row.byteCount + 16 * row.count
        if sample.count == TableHeader.sampleRows || sampleBytes > Self.sampleSize { begin(emit) }
    }

    /// Ends the sheet.
    public mutating func endSheet(emit: (ReadEvent) -> Void) {
        if header == nil, !sample.isEmpty { begin(emit) }
        defer { (header, reading, rows) = (nil, nil, 0) }
        guard let header else { return }
        if isHidden { return emit(.finding(hiddenSheet(header))) }
        filled += 1
        absentColumns = absentColumns.map { $0.filter(header.absentColumns.contains) } ?? header.absentColumns
        guard let reading else { return unread.append((part, header)) }
        total.entries += rows - min(header.row, 1)
        reading.end(emit: emit)
        if reading.rows == 0 { emit(.finding(options.emptyTable(place.path, hasHeader: true))) }
        let seen = reading.summary
        total.units += seen.units
        total.skipped.merge(seen.skipped, uniquingKeysWith: +)
        for declared in seen.declared { total.declare(declared.locale, at: declared.place) }
    }

    /// Ends the file; `isSilent` means that no finding about the whole file was emitted.
    public mutating func end(isSilent: Bool, emit: (ReadEvent) -> Void) {
        if let refusal { return emit(.finding(refusal)) }
        reportUnread(emit)
        if let absentColumns, !absentColumns.isEmpty { emit(.finding(missing(absentColumns))) }
        if filled == 0, isSilent { emit(.finding(options.emptyTable(path, hasHeader: false))) }
    }

    // MARK: A sheet

    private var place: SourceLocation { SourceLocation(path: "\(path)/\(part)", line: 1, column: 1) }

    private mutating func begin(_ emit: (ReadEvent) -> Void) {
        let header = TableHeader(in: sample, of: path, sheet: part, options: options)
        self.header = header
        let rows = sample
        sample = []
        sampleBytes = 0
        guard !isHidden, var reading = TableReading(header) else { return }
        for warning in header.warnings { emit(.finding(warning)) }
        if total.detected.count < 100 {
            total.detected.append(.init("sheet", part))
            total.detected += header.details
        }
        for row in rows { reading.read(row, emit: emit) }
        self.reading = reading
    }

    // MARK: Findings

    private func hiddenSheet(_ header: TableHeader) -> Finding {
        let hasHeader = header.problem == nil
        return Finding(
            format.id(.hiddenSheet),
            hasHeader ? .warning : .note,
            "The hidden sheet “\(part)” was not read\(hasHeader ? ", although its header was recognized" : "").",
            remedy: "Write sheets: \"\(part)=read\" under options to read it"
                + (hasHeader ? ", or \"\(part)=ignore\" if it is not meant to be delivered." : "."),
            for: .team,
            at: place
        )
    }

    private func missing(_ columns: [ColumnReference]) -> Finding {
        Finding(
            format.id(.missingColumn),
            .error,
            "The option map names \(columns.count == 1 ? "a column" : "columns") that no sheet has: "
                + "\(columns.map(\.description).joined(separator: ", ")).",
            remedy: "Write the header as the sheet has it, or remove it from map.",
            for: .team,
            at: SourceLocation(path: path, line: 1, column: 1)
        )
    }

    /// Reports why sheets were not read.
    ///
    /// A sheet without a header is only a warning if another sheet was read, because it may not contain texts.
    private func reportUnread(_ emit: (ReadEvent) -> Void) {
        for sheet in unread where !sheet.header.isMissing {
            if let problem = sheet.header.problem { emit(.finding(problem)) }
        }
        let headless = unread.filter(\.header.isMissing)
        if let first = headless.first, unread.count == filled {
            if headless.count == 1 {
                if let problem = first.header.problem { emit(.finding(problem)) }
                return
            }
            let finding = Finding(
                format.id(.noHeader),
                .error,
                "None of the sheets \(headless.map(\.part).listed(limit: 12)) has a recognizable header.",
                remedy:
                    "Name the sheet and its columns under options, such as sheet: \(first.part), key: 1, text: 2 "
                    + "and headerRow: none.",
                for: .team,
                at: SourceLocation(path: path, line: 1, column: 1)
            )
            return emit(.finding(finding))
        }
        for sheet in headless {
            let finding = Finding(
                format.id(.skippedSheet),
                .warning,
                "The sheet “\(sheet.part)” has no recognizable header, so it was not read.",
                remedy:
                    "Write sheets: \"\(sheet.part)=ignore\" under options if it contains no translations; otherwise head its columns as "
                    + "in the other sheets.",
                for: .team,
                at: sheet.header.problem?.location
            )
            emit(.finding(finding))
        }
    }
}
