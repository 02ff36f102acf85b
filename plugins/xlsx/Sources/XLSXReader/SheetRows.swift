import GlossportReading
import SpreadsheetParsing
import XMLParsing

/// Passes on the rows of a sheet from top to bottom, as they are parsed.
struct SheetRows: PartContent {
    static let root = Tag.worksheet
    private let book: Workbook
    private var frame: SheetFrame
    private let trims: Bool
    private let file: SpreadsheetFile
    private(set) var isDone = false

    private var row = TableRow(number: 0)
    private var column = -1
    private var hasCells = false
    private var isInData = false
    private var isInCell = false
    private var isBadRow = false
    private var isTooLong = false
    private var cell = Cell()
    private var value: [UInt8] = []
    private var inline = RichText()
    private var isCollecting = false

    init(of book: Workbook, _ frame: SheetFrame, trims: Bool, _ file: SpreadsheetFile) {
        (self.book, self.frame, self.trims, self.file) = (book, frame, trims, file)
        self.frame.sort()
    }

    mutating func start(_ tag: Tag, _ attributes: XMLAttributes) {
        guard isInData else {
            isInData = tag == .sheetData
            return
        }
        switch tag {
        case .cell: startCell(attributes)
        case .row: startRow(attributes)
        case _ where !isInCell: break
        case .value:
            value.removeAll(keepingCapacity: true)
            (isCollecting, cell.hasValue) = (true, true)
        case .formula: cell.isFormula = true
        case .inline:
            inline.removeAll()
            cell.hasInline = true
        default: if cell.hasInline { inline.start(tag, attributes) }
        }
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
        if isCollecting {
            // An escape uses seven bytes for one character.
            if value.count <= 7 * ReaderLimits.textBytes { value.append(contentsOf: text) }
        } else if isInCell, cell.hasInline {
            inline.text(text)
        }
    }

    mutating func end(_ tag: Tag) {
        guard isInData else { return }
        switch tag {
        case .value: isCollecting = false
        case .cell where isInCell:
            isInCell = false
            endCell()
        case .row: endRow()
        case .sheetData: isInData = false
        default: if isInCell, cell.hasInline { inline.end(tag) }
        }
    }

    // MARK: Rows

    private mutating func startRow(_ attributes: XMLAttributes) {
        let given = attributes["r"]
        let number = given.map { $0.positive ?? 0 } ?? row.number + 1
        isBadRow = number <= row.number || number > CellArea.rows
        if isBadRow {
            reportPlace("The row “\((given ?? String(number)).shown)” follows row \(row.number)", max(row.number, 1), 1)
        } else {
            row.number = number
            frame.begin(row: number)
        }
        row.removeAll()
        row.isHidden = attributes.isTrue("hidden")
        (column, hasCells, isTooLong) = (-1, false, false)
    }

    private mutating func endRow() {
        guard !isBadRow, hasCells else { return }
        if isTooLong { return file.report(.longRow(row.number), line: row.number) }
        fill(to: frame.width(ofRow: row.number, cells: row.count))
        file.take(row)
        isDone = !file.wantsRows
    }

    private mutating func fill(to column: Int) {
        while row.count < column {
            let isCovered = frame.covers(row.count, row: row.number)
            if isCovered {
                append("", frame.hides(row.count) ? Self.hidden(Cell.remarks.merged) : Cell.remarks.merged)
            } else {
                append("", nil)
            }
        }
    }

    private static func hidden(_ remark: CellRemark?) -> CellRemark {
        var remark = remark ?? CellRemark()
        remark.isHidden = true
        return remark
    }

    private mutating func append(_ text: String, _ remark: CellRemark?) {
        guard row.byteCount + text.utf8.count <= TableRow.byteLimit else {
            isTooLong = true
            return
        }
        row.append(text, at: TextPosition(line: row.number, column: row.count + 1), remark: remark)
    }

    private func reportPlace(_ text: String, _ line: Int, _ column: Int) {
        let refusal = Refusal(
            .badReference,
            "\(text), so its place is unclear, and it was not read.",
            "Open the workbook in a spreadsheet, check it there and save it again."
        )
        file.report(refusal, line: line, column: column)
    }

    // MARK: Cells

    private mutating func startCell(_ attributes: XMLAttributes) {
        guard !isBadRow, row.number > 0 else { return }
        let given = attributes.bytes(of: "r")
        let place = given.map { column(named: $0) } ?? column + 1
        guard let place, place > column, place < CellArea.columns else {
            let before =
                column < 0
                ? "the beginning of row \(row.number)" : "\(CellArea.letters(of: column))\(row.number)"
            let name = given.map { String(decoding: $0, as: UTF8.self).shown } ?? ""
            return reportPlace("The cell “\(name)” follows \(before)", row.number, max(column, 0) + 1)
        }
        (column, isInCell, isCollecting) = (place, true, false)
        cell = Cell(attributes)
        value.removeAll(keepingCapacity: true)
    }

    /// Returns the column of a reference such as `AB12`; `nil` if it is invalid or refers to another row.
    private func column(named name: UnsafeBufferPointer<UInt8>) -> Int? {
        let letters = name.prefix { $0 > 0x39 }
        guard let column = CellArea.column(letters) else { return nil }
        var number = 0
        for digit in name[letters.endIndex...] {
            guard (0x30...0x39).contains(digit), number <= CellArea.rows, number > 0 || digit > 0x30 else { return nil }
            number = number * 10 + Int(digit) - 0x30
        }
        return number == row.number ? column : nil
    }

    private mutating func endCell() {
        guard let content = content() else { return }
        hasCells = true
        fill(to: column)
        if isTooLong { return }
        if frame.covers(column, row: row.number) { return fill(to: column + 1) }
        let isHidden = frame.hides(column)
        switch content {
        case .shared(let number):
            book.strings.with(number) { text, traits in add(text, traits, isHidden) }
        case .text(let text, let traits):
            text.withUnsafeBytes { add($0, traits, isHidden) }
        case .figure(let text):
            let remark = cell.remark(on: text, isDate: book.styles.isDate(cell.style))
            append(text, isHidden ? Self.hidden(remark) : remark)
        case .badReference(let number):
            let remark = Cell.badReference(number, of: book.strings.count)
            append(number, isHidden ? Self.hidden(remark) : remark)
        }
    }

    private mutating func add(_ text: UnsafeRawBufferPointer, _ traits: TextTraits, _ isHidden: Bool) {
        var text = text
        if trims { text = text.trimmingSpaces }
        guard row.byteCount + text.count <= TableRow.byteLimit else {
            isTooLong = true
            return
        }
        var remark: CellRemark?
        if !traits.isDisjoint(with: [.tooLong, .badCharacter]) {
            remark = traits.contains(.tooLong) ? Cell.remarks.tooLong : Cell.badCharacter
        } else if text.isEmpty {
            remark = nil
        } else if traits.contains(.struck) || traits.contains(.plain) && book.styles.isStruck(cell.style) {
            remark = Cell.remarks.struckThrough
        } else if cell.isFormula {
            remark = Cell.remarks.formulaValue
        } else if traits.contains(.trimmed), !trims {
            remark = Cell.outerSpace
        }
        if isHidden { remark = Self.hidden(remark) }
        if let remark { return append(String(decoding: text, as: UTF8.self), remark) }
        row.append(text, at: TextPosition(line: row.number, column: row.count + 1))
    }

    private enum Content {
        case shared(Int)
        case text([UInt8], TextTraits)
        /// A number, date or similar value, as it is displayed or stored.
        case figure(String)
        case badReference(String)
    }

    /// Returns the content of the cell that has ended; `nil` if it is empty.
    private mutating func content() -> Content? {
        if cell.hasInline, cell.kind == .inline || value.isEmpty {
            let (text, traits) = inline.finish()
            if !text.isEmpty || !traits.isDisjoint(with: [.tooLong, .badCharacter]) { return .text(text, traits) }
            if value.isEmpty { return nil }
        }
        guard !value.isEmpty else {
            // An empty text may be the result of a formula; otherwise, the formula was not calculated.
            guard cell.isFormula, cell.kind != .text || !cell.hasValue else { return nil }
            cell.kind = .formula
            return .figure("")
        }
        if cell.kind == .shared {
            if let number = Cell.number(value), number < book.strings.count { return .shared(number) }
            return .badReference(value.count > ReaderLimits.textBytes ? "" : String(decoding: value, as: UTF8.self))
        }
        guard value.count <= 7 * ReaderLimits.textBytes else { return .text([], .tooLong) }
        // Some programs write an inline text as a value.
        if cell.kind == .text || cell.kind == .inline {
            guard RichText.unescape(&value) else { return .text([], .badCharacter) }
            return value.count > ReaderLimits.textBytes ? .text([], .tooLong) : .text(value, .plain)
        }
        guard value.count <= ReaderLimits.textBytes else { return .text([], .tooLong) }
        let text = String(decoding: value, as: UTF8.self)
        return .figure(cell.kind == .boolean ? text == "1" ? "TRUE" : "FALSE" : text)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var trimmingSpaces: UnsafeRawBufferPointer {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let start = prefix(while: isSpace).count
        guard start < count, let last = lastIndex(where: { !isSpace($0) }) else {
            return UnsafeRawBufferPointer(rebasing: self[..<0])
        }
        return UnsafeRawBufferPointer(rebasing: self[start...last])
    }
}
