import GlossportReading
import SpreadsheetParsing
import XMLParsing

/// Passes the rows of the selected sheets in `content.xml` to a `SpreadsheetFile` as they are parsed.
struct ContentRows: XMLBlockHandler {
    var state = XMLBlockState(maximumDepth: 256)
    private(set) var refusal: Refusal?
    private let reading: ODSReading
    private let file: SpreadsheetFile
    private var names = Tag.names
    private var open: [Tag] = []
    private var style = ""
    private var hiddenStyles: Set<String> = []
    private var struckStyles: Set<String> = []
    private var isInSheet = false

    /// Hidden columns, and columns whose cells are struck through by default.
    private var hiddenColumns: Set<Int> = []
    private var struckColumns: Set<Int> = []
    private var columns = 0
    private var rowNumber = 0
    /// The number of columns of the widest row so far, up to its last filled cell.
    private var width = 0
    private var rowRepeats = 1
    private var isRowHidden = false
    /// The finished cells of the row, with their repetition counts; repetitions are expanded only for rows that are
    /// passed on.
    private var cells: [(cell: Cell, count: Int)] = []
    private var column = 0
    /// Whether cells beyond the last supported row or column have been reported.
    private var isCut = false
    private var cell: OpenCell?
    private var text: [UInt8] = []
    private var hasParagraph = false
    private var isInParagraph = false
    /// The start of the open paragraph in the text, and the white space before its next character.
    private var start = 0
    private var gap = Gap.none
    /// The nesting depth in elements that are not part of the cell's text.
    private var aside = 0
    /// Whether each open span is struck through.
    private var spans: [Bool] = []

    private static let remarks = CellRemarks(.ods)
    private static let maximumRows = 1_048_576
    private static let maximumColumns = 16_384
    /// The maximum number of copies of a row that are read; each has the same keys, so further ones say nothing new.
    private static let maximumCopies = 1_000

    private struct Cell {
        var text: [UInt8] = []
        var remark: CellRemark?
        /// Whether a merged cell covers it.
        var isCovered = false

        var isFilled: Bool { !isCovered && (!text.isEmpty || remark != nil) }
    }

    /// A run of white space in the XML, which becomes at most one space.
    private enum Gap { case none, space, wide }

    private struct OpenCell {
        var isCovered: Bool
        var repeats: Int
        var kind: String?
        /// The text of a cell without paragraphs.
        var value: String?
        var isFormula: Bool
        var isStruck: Bool
        var hasStruckText = false
    }

    init(_ reading: ODSReading, _ file: SpreadsheetFile) { (self.reading, self.file) = (reading, file) }

    // MARK: Elements

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes, _: XMLNamespaces, at _: XMLCursor) {
        guard state.enter() else { return }
        let tag = names.value(of: name)
        open.append(tag)
        if aside > 0 || (tag == .aside || tag == .table) && cell != nil {
            aside += 1
            return
        }
        switch tag {
        case .style: style = attributes["name", in: Namespace.style] ?? ""
        case .tableProperties:
            if attributes["display", in: Namespace.table] == "false" { hiddenStyles.insert(style) }
        case .textProperties:
            let line = attributes["text-line-through-style", in: Namespace.style]
            if let line, line != "none" { struckStyles.insert(style) }
        case .table: startSheet(attributes)
        case _ where !isInSheet: break
        case .column: startColumn(attributes)
        case .row:
            rowRepeats = attributes.repeats("number-rows-repeated", in: Namespace.table)
            isRowHidden = attributes.isHidden
            cells.removeAll(keepingCapacity: true)
            column = 0
        case .cell, .coveredCell: if cell == nil { startCell(attributes, isCovered: tag == .coveredCell) }
        case .paragraph where cell != nil:
            (isInParagraph, gap) = (true, .none)
            if hasParagraph { add(0x0A) }
            (hasParagraph, start) = (true, text.count)
        case .span: spans.append(isStruck(attributes["style-name", in: Namespace.text]))
        case .spaces:
            guard beginText() else { break }
            let count = min(attributes.repeats("c", in: Namespace.text), ReaderLimits.textBytes + 1 - text.count)
            text.append(contentsOf: repeatElement(0x20, count: count))
        case .tab: add(0x09)
        case .lineBreak: add(0x0A)
        default: break
        }
    }

    mutating func end(at _: XMLCursor) {
        guard state.leave(), let tag = open.popLast() else { return }
        if aside > 0 {
            aside -= 1
            return
        }
        switch tag {
        case .cell, .coveredCell: if let cell { end(cell) }
        case .paragraph: endParagraph()
        case .span: _ = spans.popLast()
        case .row where isInSheet: endRow()
        case .table:
            file.endSheet()
            isInSheet = false
        default: break
        }
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {
        guard !state.isStopped, takesText else { return }
        var rest = text[...]
        while let byte = rest.first {
            if Self.isSpace(byte) {
                gap = gap == .none && byte == 0x20 ? .space : .wide
                rest = rest.dropFirst()
                continue
            }
            _ = beginText()
            let word = rest.prefix { !Self.isSpace($0) }
            self.text.append(contentsOf: word)
            rest = rest[word.endIndex...]
            if spans.contains(true) { cell?.hasStruckText = true }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Whether the parser is in the text of a cell and within its length limit; one byte above the limit suffices for
    /// the error.
    private var takesText: Bool {
        cell != nil && isInParagraph && aside == 0 && text.count <= ReaderLimits.textBytes
    }

    /// Prepares to append text to the paragraph; collapses white space before it to one space, or removes it at the
    /// start.
    ///
    /// Returns `false` if no text is expected.
    private mutating func beginText() -> Bool {
        guard takesText else { return false }
        if gap != .none, text.count > start { text.append(0x20) }
        gap = .none
        return true
    }

    private mutating func add(_ byte: UInt8) { if beginText() { text.append(byte) } }

    /// Ends a paragraph; keeps a single trailing space, which spreadsheets write literally, but not indentation.
    private mutating func endParagraph() {
        if gap == .space { _ = beginText() }
        isInParagraph = false
    }

    private func isStruck(_ style: String?) -> Bool { style.map { struckStyles.contains($0) } ?? false }

    // MARK: Sheets and rows

    private mutating func startSheet(_ attributes: XMLAttributes) {
        let style = attributes["style-name", in: Namespace.table] ?? ""
        do throws(Refusal) {
            isInSheet = try reading.beginSheet(
                attributes["name", in: Namespace.table] ?? "",
                isHidden: hiddenStyles.contains(style)
            )
        } catch {
            refusal = error
            state.stop()
        }
        (hiddenColumns, struckColumns, columns, rowNumber, width, isCut) = ([], [], 0, 0, 0, false)
    }

    private mutating func startColumn(_ attributes: XMLAttributes) {
        let first = columns
        let repeats = attributes.repeats("number-columns-repeated", in: Namespace.table)
        columns = min(Self.maximumColumns, first + repeats)
        if attributes.isHidden { hiddenColumns.formUnion(first..<columns) }
        if isStruck(attributes["default-cell-style-name", in: Namespace.table]) {
            struckColumns.formUnion(first..<columns)
        }
    }

    private mutating func startCell(_ attributes: XMLAttributes, isCovered: Bool) {
        let style = attributes["style-name", in: Namespace.table]
        cell = OpenCell(
            isCovered: isCovered,
            repeats: attributes.repeats("number-columns-repeated", in: Namespace.table),
            kind: attributes["value-type", in: Namespace.office],
            value: attributes["string-value", in: Namespace.office],
            isFormula: attributes["formula", in: Namespace.table] != nil,
            isStruck: style == nil ? struckColumns.contains(column) : isStruck(style)
        )
        text.removeAll(keepingCapacity: true)
        (hasParagraph, isInParagraph, spans) = (false, false, [])
    }

    private mutating func end(_ open: OpenCell) {
        if !hasParagraph, let value = open.value { text = Array(value.utf8) }
        let finished = finished(open)
        let count = min(open.repeats, Self.maximumColumns - column)
        if count > 0 { cells.append((finished, count)) }
        if count < open.repeats, finished.isFilled { cut("16,384 columns") }
        column += count
        cell = nil
    }

    /// Reports the first cell beyond the supported rows or columns; the location is at most one row below the last
    /// supported one.
    private mutating func cut(_ limit: String) {
        if isCut || !file.wantsRows { return }
        isCut = true
        let text = "The sheet has texts beyond its first \(limit), which were not read."
        file.report(
            Refusal(.tooLarge, text, "Move them, or delete them if they are not translations."),
            line: min(rowNumber, Self.maximumRows) + 1
        )
    }

    private func finished(_ open: OpenCell) -> Cell {
        if open.isCovered { return Cell(remark: Self.remarks.merged, isCovered: true) }
        guard text.count <= ReaderLimits.textBytes else { return Cell(remark: Self.remarks.tooLong) }
        if let kind = open.kind, kind != "string" {
            let shown = String(String(decoding: text.prefix(400), as: UTF8.self).prefix(40))
            let noun =
                switch kind {
                case "float": "number"
                case "boolean": "truth value"
                case "": "value"
                default: kind.shown
                }
            var remark = Self.remarks.remark(
                .notText,
                "the \(noun) \(shown) instead of a text",
                CellRemarks.retypeAsText
            )
            // In a note, a number or Boolean is acceptable as it is displayed, but a date is not.
            remark.servesAsNote = kind != "date"
            return Cell(text: text, remark: remark)
        }
        if text.isEmpty { return Cell() }
        if open.isStruck || open.hasStruckText { return Cell(text: text, remark: Self.remarks.struckThrough) }
        return Cell(text: text, remark: open.isFormula ? Self.remarks.formulaValue : nil)
    }

    private mutating func endRow() {
        let first = rowNumber + 1
        defer { rowNumber += rowRepeats }
        guard file.wantsRows, let last = cells.lastIndex(where: \.cell.isFilled) else { return }
        // Pass on empty and covered cells at the end only up to the width of the widest row.
        width = max(width, cells[...last].reduce(0) { $0 + $1.count })
        let count = min(column, width)
        let size = cells.reduce(0) { $0 + $1.cell.text.count * $1.count }
        let end = rowNumber + rowRepeats
        if end > Self.maximumRows { cut("1,048,576 rows") }
        var row = TableRow(number: first)
        let copies = min(rowRepeats, Self.maximumCopies)
        for line in first..<max(first, min(rowNumber + copies, Self.maximumRows) + 1) {
            guard file.wantsRows else { return }
            guard size <= TableRow.byteLimit else {
                file.report(.longRow(line), line: line)
                continue
            }
            row.removeAll()
            row.number = line
            row.isHidden = isRowHidden
            for (cell, repeats) in cells {
                for _ in 0..<min(repeats, count - row.count) { append(cell, to: &row) }
            }
            file.take(row)
        }
        guard copies < rowRepeats, file.wantsRows else { return }
        file.report(
            Refusal(
                .tooLarge,
                "Row \(first) is repeated \(rowRepeats.grouped) times; only its first \(copies.grouped) copies were read.",
                "Delete the copies."
            ),
            line: min(first, Self.maximumRows)
        )
    }

    private func append(_ cell: Cell, to row: inout TableRow) {
        let place = TextPosition(line: row.number, column: row.count + 1)
        var remark = cell.remark
        if hiddenColumns.contains(row.count), !cell.text.isEmpty || remark != nil {
            remark = remark ?? CellRemark()
            remark?.isHidden = true
        }
        if let remark {
            row.append(String(decoding: cell.text, as: UTF8.self), at: place, remark: remark)
        } else {
            cell.text.withUnsafeBytes { row.append($0, at: place) }
        }
    }
}

private enum Namespace {
    static let office: StaticString = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    static let style: StaticString = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
    static let table: StaticString = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
    static let text: StaticString = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
}

extension XMLAttributes {
    /// The repetition count in an attribute; 1 if it is missing or invalid.
    fileprivate func repeats(_ name: StaticString, in namespace: StaticString) -> Int {
        guard let value = self[name, in: namespace], (1...9).contains(value.utf8.count), let number = Int(value),
            number > 0
        else { return 1 }
        return number
    }

    /// Whether a row or column is hidden manually or by a filter.
    fileprivate var isHidden: Bool {
        ["collapse", "filter"].contains(self["visibility", in: Namespace.table])
    }
}
