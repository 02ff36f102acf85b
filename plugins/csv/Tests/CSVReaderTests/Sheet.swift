import GlossportReading

/// A sheet of a workbook, read by the engine only.
struct Sheet {
    var units: [TranslationUnit] = []
    var findings: [Finding] = []

    /// Reads a sheet whose rows are lines, with cells separated by tabs and `⏎` for a line break in a cell.
    init(_ text: String, named name: String = "Texts", _ options: [String: String] = [:]) throws {
        let format = TableFormat(id: "xlsx", isSheet: true)
        let tables = try TableOptions(ReaderOptions(values: options), of: format)
        var rows: [TableRow] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var row = TableRow(number: index + 1)
            for (column, cell) in line.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
                row.append(
                    String(cell).replacing("⏎", with: "\n"),
                    at: TextPosition(line: index + 1, column: column + 1)
                )
            }
            if !row.isBlank { rows.append(row) }
        }
        let header = TableHeader(
            in: Array(rows.prefix(TableHeader.sampleRows)),
            of: "book.xlsx",
            sheet: name,
            options: tables
        )
        findings = header.warnings + [header.problem].compactMap(\.self)
        guard var reading = TableReading(header) else { return }
        var units: [TranslationUnit] = []
        var found: [Finding] = []
        func take(_ event: ReadEvent) {
            switch event {
            case .unit(let unit): units.append(unit)
            case .finding(let finding): found.append(finding)
            case .other: break
            }
        }
        for row in rows { reading.read(row, emit: take) }
        reading.end(emit: take)
        self.units = units
        findings += found
    }

    /// Each unit as `key|locale|text`.
    var texts: [String] { units.map { "\($0.key)|\($0.locale ?? "-")|\($0.target ?? "-")" } }
    /// Each finding as `severity rule`.
    var reported: [String] { findings.map { "\($0.severity) \($0.rule.rawValue)" } }
}
