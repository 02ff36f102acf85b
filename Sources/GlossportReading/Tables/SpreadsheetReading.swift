/// Makes translation units of the sheets of a spreadsheet, whose rows arrive one by one: each sheet has a header of its own.
///
/// Of each sheet only its first rows are kept, until its header is found in them. The finding about a sheet without a header depends on
/// the other sheets, so it is emitted at the end.
public struct SpreadsheetReading {
    private let path: String
    private var options: TableOptions
    /// The finding that prevents reading any row.
    private let refusal: Finding?
    /// The sheet whose rows arrive.
    private var part = ""
    private var isHidden = false
    private var sample: [TableRow] = []
    private var sampleBytes = 0
    /// Rows of the sheet, without empty ones above its header.
    private var rows = 0
    private var header: TableHeader?
    private var reading: TableReading?
    /// Sheets with content that could not be read, and the number of sheets with content.
    private var unread: [(part: String, header: TableHeader)] = []
    private var filled = 0
    /// Columns in `map` that no sheet had so far; `nil` before the first one.
    private var passedOver: [ColumnReference]?
    private var total = ReadSummary()
    /// All texts so far, also those that several cells refer to.
    private var textBytes = 0
    /// All cells so far, and those of wide rows: a few bytes can repeat a row, or put one text into the last column.
    private var cells = 0
    private var wideCells = (filled: 0, empty: 0)

    /// The most bytes of a file's texts.
    private static let maximumBytes = 480 << 20
    /// The most cells of a file: 64 columns of as many rows as a spreadsheet can have.
    private static let maximumCells = 64 << 20
    /// Rows with more cells are wide.
    private static let wideRow = 64
    /// The most empty cells of wide rows, unless there are enough filled ones.
    private static let maximumEmptyCells = 4 << 20
    /// The most bytes of a sheet's first rows that are searched for the header.
    private static let sampleSize = 1 << 20

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - options: The delivery's options.
    public init(of path: String, options: TableOptions) {
        self.path = path
        self.options = options
        refusal = options.missingLocale(inNameOf: path)
    }

    private var format: TableFormat { options.format }

    /// The counts of the sheets that have ended.
    public var summary: ReadSummary { total }

    /// The excess of the file over what is read, as a noun phrase such as `480 MiB of texts`; `nil` if all of it is read.
    public var excess: String? {
        if textBytes > Self.maximumBytes { return "\(Self.maximumBytes >> 20) MiB of texts" }
        if cells > Self.maximumCells { return "\(Self.maximumCells >> 20) million cells" }
        let isSparse = wideCells.empty > Self.maximumEmptyCells && wideCells.empty / Self.wideRow > wideCells.filled
        return isSparse ? "\(Self.maximumEmptyCells >> 20) million empty cells between its texts" : nil
    }

    /// Whether more rows of the sheet change anything: of one that is not read, only its header counts.
    public var wantsRows: Bool { refusal == nil && excess == nil && (header == nil || reading != nil) }

    /// Whether the options leave the sheet out, so that no defect of it matters.
    public var ignoresSheet: Bool { options.use(ofSheet: part) == .ignore }

    /// Whether the sheet's texts are read if its header permits: it is neither hidden nor left out.
    public var readsSheet: Bool { !isHidden && !ignoresSheet }

    /// Begins the next sheet.
    ///
    /// - Parameters:
    ///   - name: The sheet's name, which no other sheet of the file has.
    ///   - isHidden: Whether the spreadsheet hides it.
    ///   - isNamed: Whether the options name it: then it is read even if it is hidden or named like a sheet of notes.
    public mutating func beginSheet(_ name: String, isHidden: Bool, isNamed: Bool = false) {
        if isNamed { options.readSheet(name) }
        (part, self.isHidden) = (name, isHidden && options.use(ofSheet: name) == nil)
    }

    /// Reads the next row of the sheet.
    ///
    /// - Parameters:
    ///   - row: The row; the rows of a sheet come from the top down.
    ///   - emit: Takes units and findings.
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
    ///
    /// - Parameter emit: Takes units and findings.
    public mutating func endSheet(emit: (ReadEvent) -> Void) {
        if header == nil, !sample.isEmpty { begin(emit) }
        defer { (header, reading, rows) = (nil, nil, 0) }
        guard let header else { return }
        if isHidden { return emit(.finding(hiddenSheet(header))) }
        filled += 1
        passedOver = passedOver.map { $0.filter(header.passedOver.contains) } ?? header.passedOver
        guard let reading else { return unread.append((part, header)) }
        total.entries += rows - min(header.row, 1)
        reading.end(emit: emit)
        if reading.rows == 0 { emit(.finding(options.emptyTable(place.path, hasHeader: true))) }
        let seen = reading.summary
        total.units += seen.units
        total.skipped.merge(seen.skipped, uniquingKeysWith: +)
        for declared in seen.declared { total.declare(declared.locale, at: declared.place) }
    }

    /// Ends the file.
    ///
    /// - Parameters:
    ///   - isSilent: Whether nothing was found to say of the file itself.
    ///   - emit: Takes findings.
    public mutating func end(isSilent: Bool, emit: (ReadEvent) -> Void) {
        if let refusal { return emit(.finding(refusal)) }
        reportUnread(emit)
        if let passedOver, !passedOver.isEmpty { emit(.finding(missing(passedOver))) }
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
        let makesSense = header.problem == nil
        return Finding(
            format.id(.hiddenSheet),
            makesSense ? .warning : .note,
            "The hidden sheet “\(part)” was not read\(makesSense ? ", although its header was recognized" : "").",
            remedy: "Write sheets: \"\(part)=read\" under options to read it"
                + (makesSense ? ", or \"\(part)=ignore\" if it is not meant to be delivered." : "."),
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

    /// Reports why sheets were not read; some are perhaps not meant to be.
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
