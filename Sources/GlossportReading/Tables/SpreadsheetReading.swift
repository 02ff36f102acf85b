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
    private var total = ReadSummary()
    /// All texts so far, also those that several cells refer to.
    private var textBytes = 0

    /// The most bytes of a file's texts.
    public static let maximumBytes = 480 << 20
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

    /// Whether the file has more texts than ``maximumBytes``; the rest is not read.
    public var isFull: Bool { textBytes > Self.maximumBytes }

    /// Whether more rows of the sheet change anything: of a hidden one, only its header counts.
    public var wantsRows: Bool { refusal == nil && !isFull && !(isHidden && header != nil) }

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
                for: .teamAlone,
                at: sheet.header.problem?.location
            )
            emit(.finding(finding))
        }
    }
}
