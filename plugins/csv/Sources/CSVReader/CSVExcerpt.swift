import GlossportReading

/// Cuts a CSV file down to its header and some of its rows, with columns for what is to be said of them.
struct CSVExcerpt {
    private let text: ExcerptText
    private let found: DialectDetection.Found
    /// Whether no words of a header tell the delimiter: then it is what divides the rows alike, and what is put in must not.
    private let isDelimiterGuessed: Bool
    private var rows: [Row] = []

    /// A row in the text.
    private struct Row {
        /// As a spreadsheet counts.
        var number: Int
        /// From its first byte to behind its last cell.
        var range: Range<Int>
        /// Behind what ends it.
        var end: Int
        var cells: Int
        /// Whether it is a header among the rows, without which those below would be read by the first one.
        var isHeader = false
    }

    /// The columns that are added; the reader passes over those whose headers begin so.
    private static let headings = ["glossport: finding", "glossport: rule"]

    /// Cuts a file.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the file is damaged; `CancellationError`.
    static func cut(_ file: SourceFile, _ options: CSVOptions, _ annotations: [Annotation]) throws -> Excerpt {
        let (encoding, markLength) = CSVReader.encoding(of: try file.head().bytes, options)
        let text = try ExcerptText(file, encoding: encoding, markLength: markLength)
        guard !text.utf8.contains(0) else { throw Excerpt.refusal(of: file, "it contains zero characters") }
        let sample = text.utf8.prefix(CSVReading.sampleSize)
        let found = sample.withUnsafeBytes {
            DialectDetection(options: options, path: file.path, fileExtension: file.fileExtension)
                .detect($0, isWhole: sample.count == text.utf8.count)
        }
        guard found.unclear == nil, found.header.problem == nil else {
            throw Excerpt.refusal(of: file, "its columns are not recognized")
        }
        var cutting = CSVExcerpt(text, found, options)
        if let stop = cutting.findRows() {
            throw Excerpt.refusal(of: file, "it is damaged in line \(stop.place.line)")
        }
        return try cutting.excerpt(annotations)
    }

    private init(_ text: ExcerptText, _ found: DialectDetection.Found, _ options: CSVOptions) {
        (self.text, self.found) = (text, found)
        isDelimiterGuessed =
            options.delimiter == nil
            && (found.header.row == 0 || options.lenient || options.table.canDoWithoutHeader)
    }

    // MARK: Rows

    /// Reads the whole file to find the places of its rows.
    private mutating func findRows() -> ParseStop? {
        var parser = CSVParser(found.dialect, from: found.start)
        var index = found.skipped
        while index < text.utf8.count {
            var end = min(index + SourceFile.chunkSize, text.utf8.count)
            // Not within a scalar.
            while end < text.utf8.count, text.utf8[end] & 0xC0 == 0x80 { end += 1 }
            let stop = text.utf8[index..<end].withUnsafeBytes { parser.feed($0) { row, _ in take(row) } }
            if let stop { return stop }
            index = end
        }
        let stop = parser.finish { row, _ in take(row) }
        // A row reaches as far as the next one, but for the line ends between them.
        for index in rows.indices {
            let limit = index + 1 < rows.count ? rows[index + 1].range.lowerBound : text.utf8.count
            var end = limit
            let start = rows[index].range.lowerBound
            while end > start, text.utf8[end - 1] == 0x0A || text.utf8[end - 1] == 0x0D { end -= 1 }
            rows[index].range = start..<end
            if end < limit {
                let isPair = text.utf8[end] == 0x0D && end + 1 < limit && text.utf8[end + 1] == 0x0A
                end += isPair ? 2 : 1
            }
            rows[index].end = end
        }
        return stop
    }

    private mutating func take(_ row: TableRow) {
        let place = row.place(0)
        guard var start = text.offset(of: TextCursor.Place(line: place.line, column: place.column)) else { return }
        while start > 0, found.dialect.isTrimmed(text.utf8[start - 1]) { start -= 1 }
        let isHeader = row.number > found.header.row && found.header.isRepeated(by: row)
        rows.append(Row(number: row.number, range: start..<start, end: start, cells: row.count, isHeader: isHeader))
    }

    /// The row that an offset is in or right behind.
    private func row(at offset: Int) -> Int? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, offset <= rows[low - 1].range.upperBound else { return nil }
        return low - 1
    }

    // MARK: Cutting

    private func excerpt(_ annotations: [Annotation]) throws -> Excerpt {
        var (placed, elsewhere) = text.placed(annotations)
        placed.removeAll { item in
            if let row = row(at: item.offset), rows[row].number > found.header.row { return false }
            elsewhere.append(item.annotation)
            return true
        }
        let faulty = Dictionary(grouping: placed) { row(at: $0.offset) ?? 0 }.mapValues { $0.map(\.annotation) }
        let header = rows.first { $0.number == found.header.row }
        let kept = Set(faulty.keys).union(rows.indices.filter { rows[$0].isHeader })
        let width = (kept.map { rows[$0].cells } + [header?.cells ?? 0]).max() ?? 0
        var edits = TextEdits()
        // Everything above the header stays, for its rows are counted by some options.
        var position = header?.end ?? rows.first?.range.lowerBound ?? 0
        if let header { edits.insert(cells(Self.headings, behind: header, width: width), at: header.range.upperBound) }
        for index in kept.sorted() {
            let row = rows[index]
            edits.remove(position..<row.range.lowerBound)
            let annotations = faulty[index] ?? []
            let remarks = [
                annotations.map(remark).joined(separator: " "),
                Set(annotations.map(\.rule.rawValue)).sorted().joined(separator: ", "),
            ]
            edits.insert(
                cells(row.isHeader ? Self.headings : remarks, behind: row, width: width),
                at: row.range.upperBound
            )
            position = row.end
        }
        edits.remove(position..<text.utf8.count)
        return Excerpt(bytes: try text.bytes(editedBy: edits), units: faulty.count, elsewhere: elsewhere)
    }

    /// The remark on a text, with its locale if the row has several.
    private func remark(_ annotation: Annotation) -> String {
        let locale = found.header.isWide ? annotation.locale.map { "\($0): " } ?? "" : ""
        return Annotation.line(locale + annotation.text)
    }

    /// More cells for a row, in the columns behind the widest one.
    private func cells(_ cells: [String], behind row: Row, width: Int) -> String {
        let delimiter = String(UnicodeScalar(found.dialect.delimiter))
        let gap = String(repeating: delimiter, count: width - row.cells)
        return gap + cells.map { delimiter + written($0) }.joined()
    }

    private func written(_ cell: String) -> String {
        let words = isDelimiterGuessed ? String(cell.map { ",;|".contains($0) ? "-" : $0 }) : cell
        let text = FormulaGuard.guarded(words)
        let delimiter = Character(UnicodeScalar(found.dialect.delimiter))
        guard let byte = found.dialect.quote else { return String(text.map { $0 == delimiter ? " " : $0 }) }
        let quote = String(UnicodeScalar(byte))
        guard quotesAll || text.contains(delimiter) || text.contains(quote) || text.first == " " || text.last == " "
        else {
            return text
        }
        return quote + text.replacing(quote, with: quote + quote) + quote
    }

    /// Whether the file puts quotes also around cells that need none.
    private var quotesAll: Bool {
        guard let quote = found.dialect.quote,
            let row = rows.first(where: { $0.number >= found.header.row && !$0.range.isEmpty })
        else { return false }
        return text.utf8[row.range.lowerBound] == quote && text.utf8[row.range.upperBound - 1] == quote
    }
}
