import GlossportReading

/// One reading of one file: collects its beginning, finds out what it is, then turns rows into units as they come.
final class CSVReading {
    /// Thrown to stop reading a file of which no more can be understood; never leaves the reader.
    struct Stopped: Error {}

    /// How much of the file is looked at to find out what it is.
    #if FUZZING
        static let sampleSize = 256
    #else
        static let sampleSize = 128 * 1_024
    #endif

    private let path: String
    private let options: CSVOptions
    private let detection: DialectDetection
    private let givenLocale: String?
    private let fileName: String
    private var head: [UInt8] = []
    private var pipeline: RowPipeline?
    private var rows: RowReader?
    private var details: [ReadSummary.Detail]
    private var findings = 0

    init(_ source: SourceFile, options: CSVOptions, encoding: ReadSummary.Detail) {
        path = source.path
        fileName = source.name
        self.options = options
        details = [encoding]
        givenLocale = options.givenLocale(fileName: source.name)
        detection = Self.detection(for: source, options)
    }

    /// What finds out how a file is written.
    static func detection(for source: SourceFile, _ options: CSVOptions) -> DialectDetection {
        DialectDetection(
            options: options,
            fileExtension: source.fileExtension,
            search: HeaderSearch(options: options, givenLocale: options.givenLocale(fileName: source.name))
        )
    }

    /// What was seen so far.
    var summary: ReadSummary {
        var summary = ReadSummary()
        summary.units = rows?.units ?? 0
        summary.others = rows?.others ?? 0
        summary.skipped = rows?.skipped ?? [:]
        summary.detected = details
        if let rows { summary.detected.append(.init("rows", "\(rows.rows)")) }
        for declared in declared { summary.declare(declared.locale, at: declared.place) }
        return summary
    }

    /// What the file says of its locale where the user names one: in its name, above its columns, in its first row.
    private var declared: [DeclaredLocale] {
        guard options.fixedLocale != nil else { return [] }
        let start = SourceLocation(path: path, line: 1, column: 1)
        var declared: [DeclaredLocale] = []
        if case .fileName? = options.locale, let name = CSVOptions.locale(inFileName: fileName) {
            declared.append(DeclaredLocale(locale: name, place: start))
        }
        if let plan = rows?.plan, plan.layout == .wide {
            for text in plan.texts where plan.names.indices.contains(text.column) {
                guard let locale = LocaleName.locale(in: plan.names[text.column]) else { continue }
                declared.append(DeclaredLocale(locale: locale, place: start))
            }
        }
        return declared + [rows?.declared].compactMap(\.self)
    }

    // MARK: The stream

    /// Takes the next piece of text.
    func take(_ chunk: UnsafeRawBufferPointer, emit: (ReadEvent) -> Void) throws(Stopped) {
        let zero = chunk.firstOffset(of: 0)
        let text = UnsafeRawBufferPointer(rebasing: chunk[..<(zero ?? chunk.count)])
        if rows != nil {
            if parse(text, emit) { throw Stopped() }
        } else {
            head.append(contentsOf: text)
            if zero == nil, head.count < Self.sampleSize { return }
            try begin(isWhole: false, isDamaged: zero != nil, emit)
        }
        guard zero != nil else { return }
        if flush(emit) { throw Stopped() }
        report(nulCharacter(at: end), emit)
        throw Stopped()
    }

    /// Ends the file.
    ///
    /// - Parameters:
    ///   - failure: What could not be decoded after the last piece.
    ///   - emit: Takes units and findings.
    /// - Throws: ``Stopped`` where nothing of the file can be understood.
    func end(_ failure: DecodingFailure?, emit: (ReadEvent) -> Void) throws(Stopped) {
        if rows == nil { try begin(isWhole: failure == nil, isDamaged: failure != nil, emit) }
        if flush(emit) { return }
        if let failure {
            report(undecodable(failure, at: end), emit)
            return
        }
        let stop = pipeline?.finish { read($0, emit) }
        if let stop { report(broken(stop), emit) }
        if let rows, rows.rows == 0, findings == 0 { report(empty(hasHeader: rows.plan.headerRow > 0), emit) }
    }

    private var end: TextPosition {
        if let pipeline { return pipeline.end }
        var place = TextPosition()
        head.withUnsafeBytes { place.advance(over: $0) }
        return place
    }

    // MARK: The beginning

    /// Finds out what the file is, and reads the rows of its beginning.
    private func begin(isWhole: Bool, isDamaged: Bool, _ emit: (ReadEvent) -> Void) throws(Stopped) {
        if case .fileName? = options.locale, givenLocale == nil {
            report(noLocaleInName, emit)
            throw Stopped()
        }
        let found = head.withUnsafeBytes { detection.detect($0, isWhole: isWhole) }
        if found.isBlank, isWhole {
            report(empty(hasHeader: false), emit)
            throw Stopped()
        }
        details.append(.init("delimiter", found.dialect.delimiterName))
        let plan: ColumnPlan
        switch found.plan {
        case .success(let (columns, warnings)):
            plan = columns
            for warning in warnings { report(warning.finding(in: path), emit) }
        case .failure(let problem):
            // In a damaged file, a header that makes no sense is a consequence.
            if isDamaged { return }
            report(found.stop.map(broken) ?? problem.finding(in: path), emit)
            throw Stopped()
        }
        details.append(.init("layout", plan.layout.rawValue))
        details.append(.init("header row", plan.headerRow == 0 ? "none" : "\(plan.headerRow)"))
        details.append(.init("columns", plan.summary))
        rows = RowReader(
            plan: plan,
            path: path,
            keyPattern: options.recordKey,
            wanted: options.wanted,
            givenLocale: plan.locale == nil ? nil : givenLocale
        )
        pipeline = RowPipeline(found.dialect, from: found.start)
        let beginning = head
        head = []
        let stop = beginning.withUnsafeBytes { parse(UnsafeRawBufferPointer(rebasing: $0[found.skipped...]), emit) }
        if stop { throw Stopped() }
    }

    /// Reads the rows of a piece of text; says whether nothing after it can be read.
    private func parse(_ text: UnsafeRawBufferPointer, _ emit: (ReadEvent) -> Void) -> Bool {
        isStopped(by: pipeline?.take(text) { read($0, emit) }, emit)
    }

    /// Reads the rows that are still on their way; says whether nothing after them can be read.
    private func flush(_ emit: (ReadEvent) -> Void) -> Bool {
        isStopped(by: pipeline?.flush { read($0, emit) }, emit)
    }

    private func isStopped(by stop: ParseStop?, _ emit: (ReadEvent) -> Void) -> Bool {
        if let stop { report(broken(stop), emit) }
        return stop != nil
    }

    private func read(_ batch: RowPipeline.Rows, _ emit: (ReadEvent) -> Void) {
        guard var reader = rows else { return }
        rows = nil
        for row in 0..<batch.pointee.rows.count { reader.read(row, of: batch, emit: emit) }
        rows = reader
    }

    private func report(_ finding: Finding, _ emit: (ReadEvent) -> Void) {
        findings += 1
        emit(.finding(finding))
    }

    // MARK: Sentences

    private func empty(hasHeader: Bool) -> Finding {
        Finding(
            .empty,
            .warning,
            hasHeader ? "The file has a header but no rows." : "The file is empty.",
            remedy: "Ask the vendor for the file with its translations, or take it out of the delivery.",
            for: .team,
            at: SourceLocation(path: path, line: 1, column: 1)
        )
    }

    private var noLocaleInName: Finding {
        Finding(
            .noLocale,
            .error,
            "The file's name ends with no locale, but locale: from-filename asks for one; nothing was read.",
            remedy: "Name the file after its locale, such as de-DE.csv, or write locale: =de-DE under options.",
            at: SourceLocation(path: path, line: 1, column: 1)
        )
    }

    private func nulCharacter(at place: TextPosition) -> Finding {
        Finding(
            .nulCharacter,
            .error,
            "The file holds a zero character; it was not read from line \(place.line) on.",
            remedy:
                "If it is UTF-16, write encoding: utf-16le (or utf-16be) under options; else ask for an undamaged file.",
            at: place.location(in: path)
        )
    }

    private func undecodable(_ failure: DecodingFailure, at place: TextPosition) -> Finding {
        let encoding = details[0].value
        let guess = failure.asWindows1252.map { "; the file looks like Windows-1252, where they are “\($0)”" } ?? ""
        return Finding(
            .encoding,
            .error,
            failure.truncated
                ? "The file ends inside a character (\(failure.hexadecimal)): it was cut off."
                : "The bytes \(failure.hexadecimal) are not \(encoding)\(guess). It was not read from line \(place.line) on.",
            remedy: failure.truncated
                ? "Ask the vendor for the complete file."
                : """
                Save the file as UTF-8, or write `options: { encoding: windows-1252 }` (whichever it is) below its path under \
                `deliveries:`.
                """,
            for: failure.truncated ? .team : .vendor,
            at: place.location(in: path)
        )
    }

    private func broken(_ stop: ParseStop) -> Finding {
        let rest = "The file was not read from line \(stop.row.line) on."
        let began = stop.cell.line == stop.place.line ? "" : ", which began on line \(stop.cell.line),"
        let (rule, text): (RuleID, String) =
            switch stop.reason {
            case .quoteInBareCell:
                (.brokenQuotes, "A quote stands inside a cell that has no quotes around it: “\(stop.excerpt)”.")
            case .textAfterClosingQuote:
                (.brokenQuotes, "A quoted cell\(began) ends at a quote, but text follows: “\(stop.excerpt)”.")
            case .openQuote:
                (.brokenQuotes, "The closing quote is missing to the quoted cell that begins with “\(stop.excerpt)”.")
            case .cellTooLong:
                (
                    .tooLarge,
                    "A cell has more than \(ReaderLimits.textBytes) bytes; probably a closing quote is missing."
                )
            case .rowTooLong:
                (.tooLarge, "A row has more than \(RowBatch.cellsPerRow) cells or \(RowBatch.bytesPerRow) bytes.")
            }
        return Finding(
            rule,
            .error,
            "\(text) \(rest)",
            remedy: remedy(for: stop),
            at: stop.place.location(in: path),
            related: stop.cell == stop.place ? [] : [stop.cell.location(in: path)]
        )
    }

    private func remedy(for stop: ParseStop) -> String {
        switch (stop.hint, stop.reason) {
        case (.spacesAroundQuotes, _):
            "Write trim: true under options if spaces around quotes mean nothing, or have them taken out."
        case (.backslash, _):
            "Have quotes inside a cell written twice (\"\"), not with a backslash."
        case (nil, .quoteInBareCell):
            "Put quotes around the cell and write the one inside twice, or write lenient: true under options if it is "
                + "meant, as in inches (quote: none if the file quotes nothing)."
        case (nil, .textAfterClosingQuote):
            "Write the quotes inside the cell twice, or write lenient: true under options if they are meant as they stand."
        case (nil, .openQuote): "Add the closing quote at the end of that cell's text."
        case (nil, _): "Look for a missing closing quote in the row that begins on line \(stop.row.line)."
        }
    }
}

extension DecodingFailure {
    /// What the bytes say in Windows-1252, if that is likely.
    ///
    /// Western Europe's Excel saves “CSV” so. It is only told, never taken.
    fileprivate var asWindows1252: String? {
        let line = Array(bytes.prefix { $0 >= 0x20 })
        guard let first = line.first, (0x80...0xFD).contains(first),
            let text = TextEncoding(named: "windows-1252")?.text(of: line),
            !text.unicodeScalars.contains(where: { (0x7F...0x9F).contains($0.value) })
        else { return nil }
        return text
    }
}
