import GlossportReading

/// Understands the rows of a file that a plugin hands out: sheet by sheet, each with a header of its own.
///
/// Of each sheet only its first rows are kept, until its header is found in them. What is said of a sheet without a header depends on the
/// others, so it is said at the end.
struct PluginTables {
    private let path: String
    private let options: TableOptions
    /// Why no row is read at all.
    private let refusal: Finding?
    /// The sheet whose rows arrive, and those before it.
    private var part: String?
    private var parts: Set<String?> = []
    private var lastLine = 0
    private var isHidden = false
    private var sample: [TableRow] = []
    private var sampleBytes = 0
    private var isBlank = true
    /// Rows of the sheet, without empty ones above its header.
    private var rows = 0
    private var header: TableHeader?
    private var reading: TableReading?
    /// Sheets with something in them that could not be read, and how many there are with something in them.
    private var unread: [(part: String?, header: TableHeader)] = []
    private var filled = 0
    private(set) var summary = ReadSummary()

    /// The most sheets of a file; something is kept of each.
    private static let sheetLimit = 1_000
    /// As many bytes of a sheet's first rows are looked at.
    private static let sampleSize = 1 << 20

    init(of path: String, options: TableOptions) {
        self.path = path
        self.options = options
        refusal = options.missingLocale(inNameOf: path)
    }

    private var format: TableFormat { options.format }

    /// Divides the options of a delivery into the plugin's own and those of tables.
    ///
    /// - Throws: ``GlossportError`` with code `invalidOption`.
    static func options(
        _ options: ReaderOptions,
        of description: FormatDescription
    ) throws -> (own: ReaderOptions, tables: TableOptions?) {
        guard let format = description.tables else { return (options, nil) }
        let names = Set(format.options.map(\.name))
        var (own, tables) = (options, options)
        own.values = options.values.filter { !names.contains($0.key) }
        tables.values = options.values.filter { names.contains($0.key) }
        return (own, try TableOptions(tables, of: format))
    }

    /// Takes the next row.
    ///
    /// - Throws: ``PluginOutput/Problem`` for a row out of order; ``GlossportError`` if rows before it were lost.
    mutating func take(_ message: SheetRow, _ emit: (ReadEvent) -> Void) throws {
        if parts.isEmpty || message.part != part {
            try endSheet(emit)
            guard parts.count < Self.sheetLimit else {
                throw PluginOutput.tooMuch("more than \(Self.sheetLimit) sheets")
            }
            guard parts.insert(message.part).inserted else {
                throw PluginOutput.Problem(
                    text: "It returns to the rows of “\(message.part ?? path)”.",
                    remedy: "Write one sheet after the other."
                )
            }
            (part, isHidden, lastLine) = (message.part, message.isSheetHidden, 0)
        }
        guard message.row.number > lastLine, message.isSheetHidden == isHidden else {
            throw PluginOutput.Problem(
                text:
                    "Row \(message.row.number) follows row \(lastLine), or its sheet is hidden and the rows before were not.",
                remedy: "Write the rows of a sheet from the top down."
            )
        }
        lastLine = message.row.number
        if refusal != nil { return }
        if header == nil, message.row.isBlank { return }
        rows += 1
        reading?.read(message.row, emit: emit)
        guard header == nil else { return }
        isBlank = false
        sample.append(message.row)
        sampleBytes += message.row.byteCount + 16 * message.row.count
        if sample.count == TableHeader.sampleRows || sampleBytes > Self.sampleSize { begin(emit) }
    }

    /// Says that nothing comes any more.
    ///
    /// - Parameters:
    ///   - isSilent: Whether the plugin has found nothing to say of the file.
    ///   - emit: Takes units and findings.
    /// - Throws: ``GlossportError`` if rows were lost.
    mutating func end(isSilent: Bool, _ emit: (ReadEvent) -> Void) throws {
        try endSheet(emit)
        if let refusal { return report(refusal, emit) }
        if filled == 1 {
            for sheet in unread { report(sheet.header.problem, emit) }
        } else {
            reportUnread(emit)
        }
        if filled == 0, isSilent { report(options.emptyTable(path, hasHeader: false), emit) }
    }

    /// The units of all sheets so far.
    var units: Int { summary.units + (reading?.units ?? 0) }

    // MARK: A sheet

    private func place(_ part: String?) -> SourceLocation {
        SourceLocation(path: part.map { "\(path)/\($0)" } ?? path, line: 1, column: 1)
    }

    private mutating func begin(_ emit: (ReadEvent) -> Void) {
        let header = TableHeader(in: sample, of: path, sheet: part, options: options)
        self.header = header
        let rows = sample
        sample = []
        sampleBytes = 0
        guard !isHidden, var reading = TableReading(header) else { return }
        for warning in header.warnings { report(warning, emit) }
        if summary.detected.count < 100 {
            if let part { summary.detected.append(.init("sheet", part)) }
            summary.detected += header.details
        }
        for row in rows { reading.read(row, emit: emit) }
        self.reading = reading
    }

    private mutating func endSheet(_ emit: (ReadEvent) -> Void) throws {
        if header == nil, !sample.isEmpty { begin(emit) }
        defer { (header, reading, isBlank, rows) = (nil, nil, true, 0) }
        guard !isBlank, let header else { return }
        if isHidden { return reportHidden(header, emit) }
        filled += 1
        guard header.problem == nil else { return unread.append((part, header)) }
        let lost = rows - (reading?.taken ?? 0)
        guard let reading, lost == 0 else { throw GlossportError.lost(lost, in: place(part).path) }
        summary.entries += rows - min(header.row, 1)
        reading.end(emit: emit)
        if reading.rows == 0 { report(options.emptyTable(place(part).path, hasHeader: true), emit) }
        let seen = reading.summary
        summary.units += seen.units
        summary.skipped.merge(seen.skipped, uniquingKeysWith: +)
        for declared in seen.declared { summary.declare(declared.locale, at: declared.place) }
    }

    // MARK: Findings

    private func report(_ finding: Finding?, _ emit: (ReadEvent) -> Void) {
        if let finding { emit(.finding(finding)) }
    }

    private func reportHidden(_ header: TableHeader, _ emit: (ReadEvent) -> Void) {
        let makesSense = header.problem == nil
        let finding = Finding(
            format.id(.hiddenSheet),
            makesSense ? .warning : .note,
            "The hidden sheet “\(part ?? "")” was not read\(makesSense ? ", although its header was recognized" : "").",
            remedy: "Write sheet: \(part ?? "") under options to read it.",
            at: place(part)
        )
        report(finding, emit)
    }

    /// Says of each sheet why it was not read; some are perhaps not meant to be.
    private func reportUnread(_ emit: (ReadEvent) -> Void) {
        for sheet in unread where !sheet.header.isMissing { report(sheet.header.problem, emit) }
        let headless = unread.filter(\.header.isMissing)
        if let first = headless.first, headless.count == filled {
            let finding = Finding(
                format.id(.noHeader),
                .error,
                "None of the sheets \(headless.map { $0.part ?? "" }.listed(limit: 12)) has a recognizable header.",
                remedy:
                    "Name the sheet and its columns under options, such as sheet: \(first.part ?? "1"), key: 1, text: 2 "
                    + "and headerRow: none.",
                at: place(nil)
            )
            return report(finding, emit)
        }
        for sheet in headless {
            let finding = Finding(
                format.id(.skippedSheet),
                .warning,
                "The sheet “\(sheet.part ?? "")” has no recognizable header, so it was not read.",
                remedy:
                    "No action is needed if it contains no translations; otherwise head its columns as in the other sheets.",
                for: .teamAlone,
                at: sheet.header.problem?.location ?? place(sheet.part)
            )
            report(finding, emit)
        }
    }
}
