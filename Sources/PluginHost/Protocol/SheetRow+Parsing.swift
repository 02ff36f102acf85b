import GlossportReading

extension SheetRow {
    /// Parses the members of a `row` message.
    ///
    /// - Throws: ``JSONScanner/Problem``.
    init(from scanner: inout JSONScanner, severities: [RuleID: Severity]) throws {
        self.init(TableRow(number: 0))
        var cells: [(text: String, remark: CellRemark?)] = []
        let met = try scanner.uniqueMembers { scanner, name in
            switch name {
            case "line": row.number = try scanner.number(name, from: 1)
            case "part":
                part = try scanner.string()
                if part.isEmpty || part.unicodeScalars.contains(where: \.isUnprintable) {
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
                    cells.append(try Self.cell(&scanner, severities))
                }
            default: throw scanner.problem("“row” has no member “\(name.prefix(40))”")
            }
        }
        for name in ["line", "part", "cells"] where !met.contains(name) {
            throw scanner.problem("“row” lacks “\(name)”")
        }
        for (index, cell) in cells.enumerated() {
            row.append(cell.text, at: TextPosition(line: row.number, column: index + 1), remark: cell.remark)
        }
        guard row.byteCount <= TableRow.byteLimit else {
            throw scanner.problem("the cells have more than \(TableRow.byteLimit) bytes")
        }
    }

    /// Parses a cell: a text, `null`, or an object.
    private static func cell(
        _ scanner: inout JSONScanner,
        _ severities: [RuleID: Severity]
    ) throws -> (text: String, remark: CellRemark?) {
        switch scanner.peek() {
        case .null:
            _ = try scanner.literal()
            return ("", nil)
        case .string: return (try scanner.text(), nil)
        default: break
        }
        var remark = CellRemark()
        var content = ""
        let met = try scanner.uniqueMembers { scanner, name in
            switch name {
            case "text": content = scanner.peek() == .null ? try scanner.stringOrNull() ?? "" : try scanner.text()
            case "hidden": remark.isHidden = try scanner.boolean()
            case "holds": remark.holds = try scanner.text()
            case "remedy": remark.remedy = try scanner.text()
            case "rule":
                let rule = RuleID(rawValue: try scanner.text())
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
        return (content, remark == CellRemark() ? nil : remark)
    }
}
