import GlossportReading
import XMLParsing

/// Hands on the rows of all sheets of `content.xml` as they are parsed.
struct ContentRows: XMLBlockHandler {
    var state = XMLBlockState(maximumDepth: 256)
    private(set) var refusal: Refusal?
    private let file: SpreadsheetFile
    private var names = Tag.names
    private var open: [Tag] = []
    private var style = ""
    private var hiddenStyles: Set<String> = []
    private var struckStyles: Set<String> = []
    private var isInSheet = false

    /// Columns that the spreadsheet hides, and columns whose cells are struck through unless they have a style of their own.
    private var hiddenColumns: Set<Int> = []
    private var struckColumns: Set<Int> = []
    private var columns = 0
    private var rowNumber = 0
    /// As many columns as any row so far has.
    private var width = 0
    private var rowRepeats = 1
    private var isRowHidden = false
    private var cells: [Cell] = []
    /// The cell that is open.
    private var cell: OpenCell?
    private var text: [UInt8] = []
    private var hasParagraph = false
    /// How deep the parser is in something that does not belong to a cell's text.
    private var aside = 0
    /// For each open span, whether it is struck through.
    private var spans: [Bool] = []

    private static let maximumRows = 1_048_576
    private static let maximumColumns = 16_384

    /// A finished cell.
    private struct Cell {
        var text: [UInt8] = []
        var remark: CellRemark?
        /// Whether it is below a merged cell.
        var isCovered = false

        var isFilled: Bool { !isCovered && (!text.isEmpty || remark != nil) }
    }

    private struct OpenCell {
        var isCovered: Bool
        var repeats: Int
        var kind: String?
        var isFormula: Bool
        var isStruck: Bool
        /// Whether a span of its text is struck through.
        var hasStruckText = false
    }

    init(_ file: SpreadsheetFile) { self.file = file }

    // MARK: Elements

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes, _: XMLNamespaces, at _: XMLCursor) {
        guard state.enter() else { return }
        let tag = names.value(of: name)
        open.append(tag)
        if aside > 0 || tag == .aside && cell != nil {
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
        case .table where cell == nil: startSheet(attributes)
        case _ where !isInSheet: break
        case .column: startColumn(attributes)
        case .row:
            rowRepeats = attributes.repeats("number-rows-repeated", in: Namespace.table)
            isRowHidden = attributes.isHidden
            cells.removeAll(keepingCapacity: true)
        case .cell, .coveredCell: if cell == nil { startCell(attributes, isCovered: tag == .coveredCell) }
        case .paragraph where cell != nil:
            if hasParagraph { add("\n") }
            hasParagraph = true
        case .span: spans.append(isStruck(attributes["style-name", in: Namespace.text]))
        case .spaces:
            let count = attributes.repeats("c", in: Namespace.text)
            add(String(repeating: " ", count: min(count, ReaderLimits.textBytes + 1)))
        case .tab: add("\t")
        case .lineBreak: add("\n")
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
        case .span: _ = spans.popLast()
        case .row where isInSheet: endRow()
        case .table where cell == nil:
            file.endSheet()
            isInSheet = false
        default: break
        }
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {
        if !state.isStopped { add(text) }
    }

    private mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add($0) }
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        // One byte over the limit is enough to know.
        guard cell != nil, hasParagraph, aside == 0, self.text.count <= ReaderLimits.textBytes else { return }
        self.text.append(contentsOf: text)
        if spans.contains(true), text.contains(where: { $0 > 0x20 }) { cell?.hasStruckText = true }
    }

    private func isStruck(_ style: String?) -> Bool { style.map { struckStyles.contains($0) } ?? false }

    // MARK: Sheets and rows

    private mutating func startSheet(_ attributes: XMLAttributes) {
        let style = attributes["style-name", in: Namespace.table] ?? ""
        do throws(Refusal) {
            isInSheet = try file.beginSheet(
                attributes["name", in: Namespace.table] ?? "",
                isHidden: hiddenStyles.contains(style)
            )
        } catch {
            refusal = error
            state.stop()
        }
        (hiddenColumns, struckColumns, columns, rowNumber, width) = ([], [], 0, 0, 0)
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
            isFormula: attributes["formula", in: Namespace.table] != nil,
            isStruck: style == nil ? struckColumns.contains(cells.count) : isStruck(style)
        )
        text.removeAll(keepingCapacity: true)
        (hasParagraph, spans) = (false, [])
    }

    private mutating func end(_ open: OpenCell) {
        let count = min(open.repeats, Self.maximumColumns - cells.count)
        cells.append(contentsOf: repeatElement(finished(open), count: count))
        cell = nil
    }

    private func finished(_ open: OpenCell) -> Cell {
        if open.isCovered { return Cell(remark: Self.merged, isCovered: true) }
        guard text.count <= ReaderLimits.textBytes else { return Cell(remark: Self.tooLong) }
        if let kind = open.kind, kind != "string" {
            let shown = String(String(decoding: text.prefix(400), as: UTF8.self).prefix(40))
            let holds = "\(shown), a \(kind.shown), instead of a text"
            return Cell(
                text: text,
                remark: ODSRule.notText.remark(
                    holds,
                    "Format the column as text and enter the text again.",
                    note: kind != "date"
                )
            )
        }
        if text.isEmpty { return Cell() }
        if open.isStruck || open.hasStruckText { return Cell(text: text, remark: Self.struckThrough) }
        return Cell(text: text, remark: open.isFormula ? Self.formulaValue : nil)
    }

    private mutating func endRow() {
        let first = rowNumber + 1
        rowNumber += rowRepeats
        guard file.wantsRows, let last = cells.lastIndex(where: \.isFilled) else { return }
        // Covered cells count as far as other rows have cells.
        width = max(width, last + 1)
        let count = min(cells.count, width)
        let size = cells[..<count].reduce(0) { $0 + $1.text.count }
        var row = TableRow(number: first)
        for line in first..<max(first, min(rowNumber, Self.maximumRows) + 1) where file.wantsRows {
            guard size <= TableRow.byteLimit else {
                file.leaveOut(row: line)
                continue
            }
            row.removeAll()
            row.number = line
            row.isHidden = isRowHidden
            for index in 0..<count { append(cells[index], to: &row) }
            file.take(row)
        }
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

    // MARK: Remarks

    private static let tooLong = ODSRule.tooLarge.remark("more than 1,048,576 bytes", "Shorten the text.")
    private static let merged = ODSRule.merged.remark(
        "nothing, since it is merged with others",
        "Unmerge the cells.",
        once: true
    )
    private static let formulaValue = ODSRule.formulaValue.remark(
        "a formula, of which the last result was read",
        "Replace formulas with their values.",
        once: true
    )
    private static let struckThrough = ODSRule.struckThrough.remark(
        "text that is struck through, which was read like any other",
        "Delete the struck-through text if it is not part of the translation; otherwise remove the formatting."
    )
}

/// The namespaces of attributes.
private enum Namespace {
    static let office: StaticString = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    static let style: StaticString = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
    static let table: StaticString = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
    static let text: StaticString = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
}

extension XMLAttributes {
    /// How often something is repeated; 1 unless the attribute says so.
    fileprivate func repeats(_ name: StaticString, in namespace: StaticString) -> Int {
        guard let value = self[name, in: namespace], (1...9).contains(value.utf8.count), let number = Int(value),
            number > 0
        else { return 1 }
        return number
    }

    /// Whether a row or columns are hidden, by hand or by a filter.
    fileprivate var isHidden: Bool {
        ["collapse", "filter"].contains(self["visibility", in: Namespace.table])
    }
}
