import GlossportReading

/// Detects the dialect of a file and the meaning of its columns.
///
/// Counting characters would fail with decimal commas and semicolons in texts. Instead, the first rows are parsed with
/// each delimiter, including quotes. The delimiter that yields a valid header wins. If that is inconclusive, the one
/// that yields rows of equal width does.
struct DialectDetection {
    var options: CSVOptions
    var path: String
    var fileExtension: String

    struct Found {
        var dialect: CSVDialect
        var header: TableHeader
        /// The finding that no delimiter, or more than one, separates the columns.
        var unclear: Finding?
        /// The length in bytes of a leading `sep=;` line, which is not a row.
        var skipped: Int
        var start: TextPosition
        /// Whether all cells of the first rows are blank.
        var isBlank: Bool
        /// Whether the delimiter separates the rows into columns.
        var isDivided: Bool
        /// The syntax error, if no row could be read.
        var stop: ParseStop?
    }

    private static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

    /// Analyzes the beginning of a file, without its byte order mark; if ``Found/unclear`` is set, the delimiter is a
    /// guess.
    func detect(_ text: UnsafeRawBufferPointer, isWhole: Bool) -> Found {
        let hint = SeparatorLine(text)
        let rest = UnsafeRawBufferPointer(rebasing: text[(hint?.length ?? 0)...])
        var start = TextPosition()
        // Not always line 2: a damaged file may end before the line does.
        start.advance(over: UnsafeRawBufferPointer(rebasing: text[..<(hint?.length ?? 0)]))
        start.isAfterCarriageReturn = false
        func attempt(_ delimiter: UInt8) -> Attempt {
            let dialect = self.dialect(delimiter)
            let sample = Sample(of: rest, isWhole: isWhole, dialect: dialect, from: start)
            let header = TableHeader(in: sample.rows, of: path, options: options.table)
            return Attempt(dialect: dialect, sample: sample, header: header)
        }
        func found(_ attempt: Attempt, _ unclear: Finding? = nil) -> Found {
            Found(
                dialect: attempt.dialect,
                header: attempt.header,
                unclear: unclear,
                skipped: hint?.length ?? 0,
                start: start,
                isBlank: attempt.sample.isBlank,
                isDivided: attempt.sample.rows.count > 1 && (attempt.header.typicalWidth?.share ?? 0) >= 0.8,
                stop: attempt.sample.rows.isEmpty ? attempt.sample.stop : nil
            )
        }

        let isTabbed = fileExtension == "tsv" && rest.contains(0x09)
        if let known = options.delimiter ?? hint?.delimiter ?? (isTabbed ? 0x09 : nil) { return found(attempt(known)) }
        let attempts = Self.candidates.map(attempt)
        // A valid header is better evidence than statistics.
        let sensible = attempts.filter { $0.header.problem == nil }
        if sensible.count == 1 { return found(sensible[0]) }
        let regular = Self.mostRegular(sensible.isEmpty ? attempts : sensible)
        switch regular.count {
        case 1: return found(regular[0])
        case 0:
            let fullest = attempts.max { $0.widest < $1.widest } ?? attempt(0x2C)
            return found(fullest, unclear(attempts.filter { $0.widest > 1 }, at: start))
        default: return found(regular[0], unclear(regular, at: start))
        }
    }

    private func dialect(_ delimiter: UInt8) -> CSVDialect {
        CSVDialect(
            delimiter: delimiter,
            quote: options.quote ?? 0x22,
            trimsSpaces: options.trim,
            acceptsStrayQuotes: options.lenient
        )
    }

    // MARK: Statistics

    /// The beginning of a file, parsed with one delimiter.
    private struct Attempt {
        var dialect: CSVDialect
        var sample: Sample
        /// The header; stored because searching for it reads all rows of the sample.
        var header: TableHeader

        var widest: Int { sample.rows.map(\.count).max() ?? 0 }
    }

    /// Returns the attempts with the largest share of rows of equal width, at least 80 %; several if they are tied.
    ///
    /// Prefers attempts without a syntax error.
    private static func mostRegular(_ attempts: [Attempt]) -> [Attempt] {
        let clean = attempts.filter { $0.sample.stop == nil }
        for group in [clean, attempts] {
            let shares = group.compactMap { attempt -> (Attempt, Double)? in
                guard let (width, share) = attempt.header.typicalWidth, width >= 2, share >= 0.8 else { return nil }
                return (attempt, share)
            }
            if let best = shares.map(\.1).max() { return shares.filter { $0.1 == best }.map(\.0) }
        }
        return []
    }

    private func unclear(_ attempts: [Attempt], at start: TextPosition) -> Finding {
        let names = attempts.map(\.dialect.delimiterName).listed()
        let text =
            switch attempts.count {
            case 0: "None of \(Self.candidates.map(CSVDialect.name).listed()) separates the first rows into columns."
            case 1: "The delimiter is unclear: with \(names) the first rows have different numbers of columns."
            default: "The delimiter is unclear: \(names) all separate the first rows into columns."
            }
        return Finding(
            .unclearDelimiter,
            .error,
            text,
            remedy: "Name it under options, such as delimiter: \";\" (or comma, tab, pipe).",
            request: "Export the table again, with commas between the columns.",
            at: start.location(in: path)
        )
    }
}

/// The first rows of a file in one dialect.
private struct Sample {
    private(set) var rows: [TableRow] = []
    /// The reason why the sample ends early, if the dialect does not match or the file is damaged.
    private(set) var stop: ParseStop?

    /// Parses the first rows; unless the text is the whole file, its last row may be incomplete and is omitted.
    init(of text: UnsafeRawBufferPointer, isWhole: Bool, dialect: CSVDialect, from start: TextPosition) {
        var parser = CSVParser(dialect, from: start)
        var rows: [TableRow] = []
        func take(_ row: TableRow, _: [CSVParser.StrayQuote]) {
            if rows.count < TableHeader.sampleRows { rows.append(row) }
        }
        var index = 0
        // Feed small chunks, so that a long text is not parsed to its end for its first rows.
        while index < text.count, rows.count < TableHeader.sampleRows, stop == nil {
            let end = min(index + 4_096, text.count)
            stop = parser.feed(UnsafeRawBufferPointer(rebasing: text[index..<end]), take)
            index = end
        }
        if isWhole, stop == nil, rows.count < TableHeader.sampleRows { stop = parser.finish(take) }
        self.rows = rows
    }

    var isBlank: Bool { stop == nil && rows.allSatisfy(\.isBlank) }
}
