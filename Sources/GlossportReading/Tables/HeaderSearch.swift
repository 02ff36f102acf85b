/// Finds the header among the first rows of a table, and plans its columns.
struct HeaderSearch {
    struct Row {
        var cells: [String]
        var places: [TextPosition]
        var number: Int

        init(_ row: TableRow) {
            cells = (0..<row.count).map { row.text($0) ?? "" }
            places = (0..<row.count).map { row.place($0) }
            number = row.number
        }

        var isBlank: Bool { cells.allSatisfy { $0.trimmingWhitespace.isEmpty } }
        var filledCells: Int { cells.count { !$0.trimmingWhitespace.isEmpty } }
        /// The number of cells up to the last nonblank one.
        var filledWidth: Int { (cells.lastIndex { !$0.trimmingWhitespace.isEmpty } ?? -1) + 1 }
    }

    let options: TableOptions
    let givenLocale: String?
    let sheetLocale: String?
    private let rows: [Row]

    init(_ rows: [TableRow], options: TableOptions, givenLocale: String?, sheetLocale: String?) {
        self.options = options
        self.givenLocale = givenLocale
        self.sheetLocale = sheetLocale
        var rows = rows.map(Row.init)
        if options.format.isSheet {
            // In a sheet, no cell is missing, so all rows get the same width.
            let width = rows.map(\.cells.count).max() ?? 0
            for index in rows.indices {
                rows[index].cells += Array(repeating: "", count: width - rows[index].cells.count)
            }
        }
        self.rows = rows
    }

    /// The most common row width and its share of the rows; ignores blank rows and leading title rows of one cell.
    var typicalWidth: (width: Int, share: Double)? {
        let widths = rows.filter { !$0.isBlank }.map(\.cells.count).drop { $0 < 2 }
        guard !widths.isEmpty else { return nil }
        let counts = Dictionary(widths.map { ($0, 1) }, uniquingKeysWith: +)
        guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        return (best.key, Double(best.value) / Double(widths.count))
    }

    typealias Outcome = (plan: ColumnPlan, warnings: [HeaderProblem])

    func outcome() throws(HeaderProblem) -> Outcome {
        guard let number = options.headerRow else { return try search() }
        guard number > 0 else { return try headerless() }
        guard let index = rows.firstIndex(where: { $0.number == number }) else {
            throw HeaderProblem(
                rule: .noHeader,
                text:
                    "The option headerRow is \(number), but no such row was found among the first \(rows.count) non-empty rows.",
                remedy: "Write the row's number as a spreadsheet shows it, or remove headerRow."
            )
        }
        do {
            return try outcome(ofRow: index)
        } catch {
            throw error.understood > 0 || error.isInvalidReference ? error : Self.noHeader(rows[index])
        }
    }

    /// Tries the rows in order.
    ///
    /// The first row that looks like a header is the header, even if it is invalid: a data row below an invalid header
    /// must not be mistaken for the header. Only a valid row with more nonblank cells overrides it, or any valid row if
    /// the first row's problem concerns a column that the options name.
    private func search() throws(HeaderProblem) -> Outcome {
        var first: (problem: HeaderProblem, filled: Int)?
        for (index, row) in rows.enumerated() where !row.isBlank {
            // With column numbers alone, any row would qualify as a header.
            if options.canDoWithoutHeader, !HeaderWord.areMostlyWords(row.cells) { continue }
            switch Result(catching: { () throws(HeaderProblem) in try outcome(ofRow: index) }) {
            case .success(let outcome):
                if let first, first.filled >= row.filledCells { throw first.problem }
                return outcome
            case .failure(let problem):
                let looksLikeHeader =
                    problem.understood >= 2 || problem.understood == 1 && row.filledCells >= 2 && index == 0
                if first == nil, problem.isInvalidReference ? row.filledCells >= 2 : looksLikeHeader {
                    first = (problem, problem.isInvalidReference ? 0 : row.filledCells)
                }
            }
        }
        if options.canDoWithoutHeader { return try headerless() }
        if let first { throw first.problem }
        throw Self.noHeader(rows.first { $0.filledCells >= 2 } ?? rows.first { !$0.isBlank })
    }

    /// Returns the plan with the first row as the header of a second table.
    func outcomeOfFirstRow() throws(HeaderProblem) -> Outcome { try outcome(ofRow: 0) }

    private func outcome(ofRow index: Int) throws(HeaderProblem) -> Outcome {
        let row = rows[index]
        let names = row.cells.prefix(max(row.filledWidth, mappedWidth)).map(\.trimmingWhitespace)
        return try outcome(of: row, names: names, rows: rows[(index + 1)...])
    }

    private func outcome(of row: Row?, names: [String], rows: ArraySlice<Row>) throws(HeaderProblem) -> Outcome {
        var header = try HeaderPlan(
            row,
            names: names,
            options: options,
            givenLocale: givenLocale,
            sheetLocale: sheetLocale,
            rows: rows
        )
        do {
            let plan = try header.plan()
            return (plan, header.warnings(for: plan))
        } catch {
            var problem = error
            problem.understood = header.understood
            throw problem
        }
    }

    /// Returns the plan for a table without a header, based on column numbers alone.
    private func headerless() throws(HeaderProblem) -> Outcome {
        let isSheet = options.format.isSheet
        let width = isSheet ? rows.map(\.cells.count).max() ?? 1 : typicalWidth?.width ?? 1
        let names = [String](repeating: "", count: max(width, mappedWidth))
        var outcome = try self.outcome(of: nil, names: names, rows: rows[...])
        if isSheet { outcome.plan.width = .max }
        return outcome
    }

    /// The number of columns required by the column numbers in the project file.
    private var mappedWidth: Int {
        options.references.reduce(0) { width, reference in
            if case .number(let number) = reference, number <= TableRow.cellLimit { return max(width, number) }
            return width
        }
    }

    // MARK: Sentences

    private static func noHeader(_ row: Row?) -> HeaderProblem {
        let names = row.map { $0.cells.map(\.trimmingWhitespace).filter { !$0.isEmpty } } ?? []
        // Names that can be written in options; a number would be read as a column number.
        let plain = names.filter { name in
            name.utf8.count <= 60 && Int(name) == nil && !name.contains { $0.isNewline || "\"\\=,".contains($0) }
        }
        let first = plain.count > 1 ? "key: \"\(plain[0])\", text: \"\(plain[1])\"" : "key: 1, text: 2, headerRow: none"
        return HeaderProblem(
            rule: .noHeader,
            text: names.isEmpty
                ? "No header row was found."
                : "No header row was found: nothing in \(names.listed()) names a key, a locale or a text.",
            remedy: "Name the columns under options, such as \(first) and locale: =de-DE"
                + (plain.count > 1 ? "; write their numbers and headerRow: none if the first row holds texts." : "."),
            place: row?.places.first
        )
    }
}
