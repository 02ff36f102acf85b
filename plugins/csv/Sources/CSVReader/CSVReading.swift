import GlossportReading

/// One reading of one file: buffers its beginning, detects the dialect, and then converts rows into units as they
/// arrive.
final class CSVReading {
    /// Stops reading a file that cannot be understood; ``CSVReader`` catches it.
    struct Stopped: Error {}

    /// The number of bytes after which detection begins; a shorter file is examined as a whole.
    #if FUZZING
        static let sampleSize = 256
    #else
        static let sampleSize = 128 * 1_024
    #endif

    private let source: SourceFile
    private let options: CSVOptions
    private let detection: DialectDetection
    private var head: [UInt8] = []
    private var csv: CSVParser?
    private var rows: TableReading?
    private var headerRow = 0
    /// The number of rows below the header so far.
    private var entries = 0
    private var details: [ReadSummary.Detail]
    private var findings = 0

    init(_ source: SourceFile, options: CSVOptions, encoding: ReadSummary.Detail) {
        self.source = source
        self.options = options
        details = [encoding]
        detection = DialectDetection(options: options, path: source.path, fileExtension: source.fileExtension)
    }

    private var path: String { source.path }

    var summary: ReadSummary {
        var summary = rows?.summary ?? ReadSummary()
        summary.detected = details
        summary.entries = entries
        if let rows { summary.detected.append(.init("rows", "\(rows.rows)")) }
        return summary
    }

    // MARK: The stream

    func take(_ chunk: UnsafeRawBufferPointer, emit: (ReadEvent) -> Void) throws(Stopped) {
        let zero = ByteSearch.first(0, in: chunk, from: 0)
        let text = UnsafeRawBufferPointer(rebasing: chunk[..<(zero ?? chunk.count)])
        if rows != nil {
            try end(at: read(text, emit), emit)
        } else {
            head.append(contentsOf: text)
            if zero == nil, head.count < Self.sampleSize { return }
            try begin(isWhole: false, isDamaged: zero != nil, emit)
        }
        guard zero != nil else { return }
        report(nulCharacter(at: end), emit)
        throw Stopped()
    }

    /// Ends the file; throws ``Stopped`` if it cannot be understood.
    func end(_ failure: DecodingFailure?, emit: (ReadEvent) -> Void) throws(Stopped) {
        if rows == nil { try begin(isWhole: failure == nil, isDamaged: failure != nil, emit) }
        if let failure {
            report(undecodable(failure, at: end), emit)
            return
        }
        if let stop = read(nil, emit) { report(broken(stop), emit) }
        rows?.end(emit: emit)
        if let rows, rows.rows == 0, findings == 0 {
            report(options.table.emptyTable(path, hasHeader: headerRow > 0), emit)
        }
    }

    private var end: TextPosition {
        var place = TextPosition()
        if let place = csv?.end { return place }
        head.withUnsafeBytes { place.advance(over: $0) }
        return place
    }

    // MARK: The beginning

    /// Detects the dialect and the header, and reads the rows of the prefix.
    private func begin(isWhole: Bool, isDamaged: Bool, _ emit: (ReadEvent) -> Void) throws(Stopped) {
        if let finding = options.table.missingLocale(inNameOf: path) {
            report(finding, emit)
            throw Stopped()
        }
        let found = head.withUnsafeBytes { detection.detect($0, isWhole: isWhole) }
        if found.isBlank, isWhole {
            report(options.table.emptyTable(path, hasHeader: false), emit)
            throw Stopped()
        }
        details.append(.init("delimiter", found.dialect.delimiterName))
        guard found.unclear == nil, let rows = TableReading(found.header) else {
            // In a damaged file, an invalid header may result from the damage, which is reported separately.
            if isDamaged { return }
            if let problem = found.stop.map(broken) ?? found.unclear ?? found.header.problem { report(problem, emit) }
            throw Stopped()
        }
        for warning in found.header.warnings { report(warning, emit) }
        details += found.header.details
        headerRow = found.header.row
        self.rows = rows
        csv = CSVParser(found.dialect, from: found.start)
        let beginning = head
        head = []
        let stop = beginning.withUnsafeBytes { read(UnsafeRawBufferPointer(rebasing: $0[found.skipped...]), emit) }
        try end(at: stop, emit)
    }

    private func end(at stop: ParseStop?, _ emit: (ReadEvent) -> Void) throws(Stopped) {
        guard let stop else { return }
        report(broken(stop), emit)
        throw Stopped()
    }

    /// Reads the rows in a chunk of text, or the last row if `text` is `nil`.
    private func read(_ text: UnsafeRawBufferPointer?, _ emit: (ReadEvent) -> Void) -> ParseStop? {
        func take(_ row: TableRow, _ strayQuotes: [CSVParser.StrayQuote]) {
            if row.number > headerRow {
                entries += 1
                for quote in strayQuotes { report(strayQuote(quote), emit) }
            }
            rows?.read(row, emit: emit)
        }
        return if let text { csv?.feed(text, take) } else { csv?.finish(take) }
    }

    private func report(_ finding: Finding, _ emit: (ReadEvent) -> Void) {
        findings += 1
        emit(.finding(finding))
    }

    // MARK: Sentences

    private func strayQuote(_ quote: CSVParser.StrayQuote) -> Finding {
        Finding(
            .strayQuote,
            .warning,
            "A misplaced quote was read as a character: “\(quote.excerpt)”.",
            remedy: "Check that the text is complete.",
            at: quote.place.location(in: path)
        )
    }

    private func nulCharacter(at place: TextPosition) -> Finding {
        Finding(
            .nulCharacter,
            .error,
            "The file contains a zero character; it was not read from line \(place.line) on.",
            remedy:
                "If it is UTF-16, write encoding: utf-16le (or utf-16be) under options; otherwise ask for an undamaged file.",
            request: "Export the file again as UTF-8.",
            at: place.location(in: path)
        )
    }

    private func undecodable(_ failure: DecodingFailure, at place: TextPosition) -> Finding {
        let likely = failure.truncated ? nil : LegacyEncoding.detect(source, locales: rows?.locales ?? [])
        return Finding(
            .encoding,
            .error,
            failure.truncated
                ? "The file ends inside a character (\(failure.hexadecimal)): it was cut off."
                : "The bytes \(failure.hexadecimal) are not \(details[0].value)\(failure.guess(likely)). It was not read from line \(place.line) on.",
            remedy: failure.remedy(likely),
            request: failure.request,
            at: place.location(in: path)
        )
    }

    private func broken(_ stop: ParseStop) -> Finding {
        let rest = "The file was not read from line \(stop.row.line) on."
        let began = stop.cell.line == stop.place.line ? "" : ", which began on line \(stop.cell.line),"
        let (rule, text): (RuleID, String) =
            switch stop.reason {
            case .quoteInBareCell:
                (.brokenQuotes, "A quote is inside a cell without surrounding quotes: “\(stop.excerpt)”.")
            case .textAfterClosingQuote:
                (.brokenQuotes, "A quoted cell\(began) ends at a quote, but text follows: “\(stop.excerpt)”.")
            case .openQuote:
                (.brokenQuotes, "The closing quote is missing in the quoted cell that begins with “\(stop.excerpt)”.")
            case .cellTooLong:
                (
                    .tooLarge,
                    "A cell has more than \(ReaderLimits.textBytes) bytes; probably a closing quote is missing."
                )
            case .rowTooLong:
                (.tooLarge, "A row has more than \(TableRow.cellLimit) cells or \(TableRow.byteLimit) bytes.")
            }
        return Finding(
            rule,
            .error,
            "\(text) \(rest)",
            remedy: remedy(for: stop),
            request:
                "Export the table again: a cell with a quote in it is between quotes, and the quote inside is written twice.",
            at: stop.place.location(in: path),
            related: stop.cell == stop.place ? [] : [stop.cell.location(in: path)]
        )
    }

    private func remedy(for stop: ParseStop) -> String {
        switch (stop.hint, stop.reason) {
        case (.spacesAroundQuotes, _):
            "Write trim: true under options if spaces around quotes are irrelevant, or have them removed."
        case (.backslash, _):
            "Have quotes inside a cell written twice (\"\"), not with a backslash."
        case (nil, .quoteInBareCell):
            "Put quotes around the cell and write the one inside twice, or write lenient: true under options if it is intended, as in inches (quote: none if the file has no quoted cells)."
        case (nil, .textAfterClosingQuote):
            "Write the quotes inside the cell twice, or write lenient: true under options if they are intended."
        case (nil, .openQuote): "Add the closing quote at the end of that cell's text."
        case (nil, _): "Look for a missing closing quote in the row that begins on line \(stop.row.line)."
        }
    }
}
