/// A row that a reader in another process hands out instead of units, see <doc:ReaderProtocol>.
package struct SheetRow: Sendable, Hashable {
    package var row: TableRow
    /// The sheet that the row is in.
    package var part: String?
    /// Whether the spreadsheet hides that sheet.
    package var isSheetHidden = false

    package init(_ row: TableRow, part: String? = nil) {
        self.row = row
        self.part = part
    }

    /// Reads the members of the message.
    ///
    /// - Throws: ``JSONScanner/Problem``.
    init(from scanner: inout JSONScanner, severities: [RuleID: Severity]) throws {
        self.init(TableRow(number: 0))
        var met: Set<String> = []
        var cells: [(text: String, place: TextPosition, remark: CellRemark?)] = []
        try scanner.object { scanner, name in
            guard met.insert(name).inserted else { throw scanner.problem("“\(name.prefix(40))” occurs twice") }
            switch name {
            case "line": row.number = try Self.number(&scanner, name)
            case "part":
                part = try scanner.stringOrNull()
                if let part, part.isEmpty || part.unicodeScalars.contains(where: \.isUnprintable) {
                    throw scanner.problem("“part” is empty or contains a character that can't be shown")
                }
            case "hidden":
                switch try scanner.stringOrNull() {
                case "row"?: row.isHidden = true
                case "sheet"?: isSheetHidden = true
                case nil: break
                default: throw scanner.problem("“hidden” is neither row nor sheet")
                }
            case "cells":
                try scanner.array { scanner in
                    guard cells.count < TableRow.cellLimit else {
                        throw scanner.problem("there are more than \(TableRow.cellLimit) cells")
                    }
                    cells.append(try Self.cell(cells.count + 1, &scanner, severities))
                }
            default: throw scanner.problem("“row” has no member “\(name.prefix(40))”")
            }
        }
        for name in ["line", "cells"] where !met.contains(name) { throw scanner.problem("“row” lacks “\(name)”") }
        for cell in cells {
            let line = cell.place.line == 0 ? row.number : cell.place.line
            row.append(cell.text, at: TextPosition(line: line, column: cell.place.column), remark: cell.remark)
        }
        guard row.byteCount <= TableRow.byteLimit else {
            throw scanner.problem("the cells have more than \(TableRow.byteLimit) bytes")
        }
    }

    private static func number(_ scanner: inout JSONScanner, _ name: String) throws -> Int {
        let number = try scanner.integer()
        guard 1...Int(Int32.max) ~= number else { throw scanner.problem("“\(name)” is out of range") }
        return number
    }

    private static func text(_ scanner: inout JSONScanner) throws -> String {
        let text = try scanner.string()
        guard text.utf8.count <= ReaderLimits.textBytes else {
            throw scanner.problem("a text has more than \(ReaderLimits.textBytes) bytes")
        }
        return text
    }

    /// Reads a cell: a text, `null`, or an object.
    private static func cell(
        _ column: Int,
        _ scanner: inout JSONScanner,
        _ severities: [RuleID: Severity]
    ) throws -> (text: String, place: TextPosition, remark: CellRemark?) {
        var place = TextPosition(line: 0, column: column)
        switch scanner.peek() {
        case .null:
            _ = try scanner.literal()
            return ("", place, nil)
        case .string: return (try text(&scanner), place, nil)
        default: break
        }
        var remark = CellRemark()
        var content = ""
        var met: Set<String> = []
        try scanner.object { scanner, name in
            guard met.insert(name).inserted else { throw scanner.problem("“\(name.prefix(40))” occurs twice") }
            switch name {
            case "text": content = scanner.peek() == .null ? try scanner.stringOrNull() ?? "" : try text(&scanner)
            case "line": place.line = try number(&scanner, name)
            case "column": place.column = try number(&scanner, name)
            case "hidden": remark.isHidden = try scanner.literal() ?? false
            case "once": remark.isOnce = try scanner.literal() ?? false
            case "note": remark.servesAsNote = try scanner.literal() ?? false
            case "holds": remark.holds = try text(&scanner)
            case "remedy": remark.remedy = try text(&scanner)
            case "rule":
                let rule = RuleID(rawValue: try text(&scanner))
                guard let severity = severities[rule] else {
                    throw scanner.problem("`describe` lists no rule “\(rule.rawValue.prefix(40))”")
                }
                (remark.rule, remark.severity) = (rule, severity)
            default: throw scanner.problem("a cell has no member “\(name.prefix(40))”")
            }
        }
        if (remark.rule != nil) != (met.contains("holds") && met.contains("remedy"))
            || remark.rule != nil && remark.holds == ""
        {
            throw scanner.problem("a cell has “rule”, “holds” and “remedy” together, or none of them")
        }
        return (content, place, remark == CellRemark() ? nil : remark)
    }
}
