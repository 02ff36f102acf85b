import GlossportReading

/// Makes the plan of a file's columns from one row, taken as its header.
struct PlanMaker {
    var options: CSVOptions
    /// The locale that the project file or the file's name gives to all rows.
    var givenLocale: String?
    /// The rows below the header, as far as they were looked at.
    var rows: ArraySlice<Sample.Row> = []

    /// What came of it.
    enum Outcome {
        case plan(ColumnPlan, [HeaderProblem])
        /// The row looks like a header, but can't be followed.
        case problem(HeaderProblem, understood: Int)
        /// Nothing in the row looks like a header.
        case noHeader
    }

    /// Reads one row as the header.
    func outcome(for row: Sample.Row) -> Outcome {
        let names = row.cells.prefix(max(row.filledWidth, mappedWidth)).map(\.trimmingWhitespace)
        let roles: ColumnRoles
        do {
            roles = try ColumnRoles(names: names, options: options)
        } catch {
            return .problem(Self.problem(error, names: names, row: row), understood: 0)
        }
        let maker = HeaderPlan(names: names, places: row.places, number: row.number, roles: roles, maker: self)
        switch maker.result {
        case .success(let plan): return .plan(plan, maker.warnings(for: plan))
        case .failure(let problem):
            return roles.understood < 1 ? .noHeader : .problem(problem, understood: roles.understood)
        }
    }

    /// Makes a plan for a file without a header, from column numbers alone.
    func headerless(width: Int) -> Outcome {
        let names = [String](repeating: "", count: max(width, mappedWidth))
        let roles: ColumnRoles
        do {
            roles = try ColumnRoles(names: names, options: options)
        } catch {
            return .problem(
                HeaderProblem(
                    rule: .missingColumn,
                    text:
                        "The option \(error.option) names the column \(error.reference), but the file has no header row.",
                    remedy: "Write the column's number instead of its name, counted from 1."
                ),
                understood: 0
            )
        }
        let maker = HeaderPlan(names: names, places: [], number: 0, roles: roles, maker: self)
        switch maker.result {
        case .success(let plan): return .plan(plan, maker.warnings(for: plan))
        case .failure(let problem): return .problem(problem, understood: 0)
        }
    }

    /// As many columns as the numbers in the project file ask for.
    private var mappedWidth: Int {
        var references = Array(options.columns.values) + options.map.compactMap(\.column)
        if case .column(let column)? = options.locale { references.append(column) }
        return references.reduce(0) { width, reference in
            if case .number(let number) = reference, number <= RowBatch.cellsPerRow { return max(width, number) }
            return width
        }
    }

    /// Whether all columns that the project file names have numbers, and there are enough of them to read without header.
    var canDoWithoutHeader: Bool {
        var references = Array(options.columns.values) + options.map.compactMap(\.column)
        if case .column(let column)? = options.locale { references.append(column) }
        let hasTexts = options.columns[.text] != nil || options.map.contains { $0.locale != nil }
        let hasKey = options.columns[.key] != nil || options.columns[.message] != nil
        return hasTexts && hasKey
            && references.allSatisfy { if case .number = $0 { true } else { false } }
    }

    /// Whether the project file names columns by their headers.
    var namesColumns: Bool {
        var references = Array(options.columns.values) + options.map.compactMap(\.column)
        if case .column(let column)? = options.locale { references.append(column) }
        return references.contains { if case .name = $0 { true } else { false } }
    }

    private static func problem(
        _ error: ColumnRoles.ReferenceError,
        names: [String],
        row: Sample.Row
    ) -> HeaderProblem {
        if error.found.isEmpty {
            return HeaderProblem(
                rule: .missingColumn,
                text: "The option \(error.option) names the column \(error.reference), which the file does not have.",
                remedy: "Its columns are \(names.filter { !$0.isEmpty }.listed(limit: 12)): write one of these, "
                    + "or its number from 1.",
                place: row.places.first
            )
        }
        let numbers = error.found.map { String($0 + 1) }.joined(separator: ", ")
        return HeaderProblem(
            rule: .ambiguousColumn,
            text:
                "The option \(error.option) names the column \(error.reference), and \(error.found.count) columns are "
                + "called that.",
            remedy: "Write the number of the right one instead: one of \(numbers).",
            place: row.places[error.found[0]],
            related: error.found.dropFirst().map { row.places[$0] }
        )
    }
}
