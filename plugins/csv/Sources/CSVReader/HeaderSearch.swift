import GlossportReading

/// Finds the header row of a file and makes the plan of its columns.
struct HeaderSearch {
    var options: CSVOptions
    /// The locale that the project file or the file's name gives to all rows.
    var givenLocale: String?

    /// The plan for the sampled file, or what stands in its way.
    func plan(for sample: Sample) -> PlanResult {
        var maker = PlanMaker(options: options, givenLocale: givenLocale)
        switch options.headerRow {
        case .none: return result(of: maker.headerless(width: sample.typicalWidth?.width ?? 1))
        case .number(let number):
            guard let index = sample.rows.firstIndex(where: { $0.number == number }) else {
                return .failure(
                    HeaderProblem(
                        rule: .noHeader,
                        text: "The option headerRow says \(number), but no such row was found among the first "
                            + "\(sample.rows.count) rows with something in them.",
                        remedy: "Write the row's number as a spreadsheet shows it, or leave headerRow out."
                    )
                )
            }
            maker.rows = sample.rows[(index + 1)...]
            return result(of: maker.outcome(for: sample.rows[index]), at: sample.rows[index])
        case .detected: return search(sample, maker)
        }
    }

    /// Tries one row after the other.
    ///
    /// The first row that looks like a header is the header, whether it can be followed or not: a data row further down
    /// must not be taken for one because the true header is not understood. Only a row with more columns may overrule it.
    private func search(
        _ sample: Sample,
        _ maker: PlanMaker
    ) -> PlanResult {
        var maker = maker
        var first: (problem: HeaderProblem, filled: Int)?
        for (index, row) in sample.rows.enumerated() where !row.isBlank {
            // Numbers alone would make a header of any row.
            if maker.canDoWithoutHeader, !HeaderWord.areMostlyWords(row.cells) { continue }
            maker.rows = sample.rows[(index + 1)...]
            switch maker.outcome(for: row) {
            case .plan(let plan, let warnings):
                if let first, first.filled >= row.filledCells { return .failure(first.problem) }
                return .success((plan, warnings))
            case .problem(let problem, let understood):
                let isReference = problem.rule == .missingColumn || problem.rule == .ambiguousColumn && understood == 0
                let looksLikeHeader = understood >= 2 || understood == 1 && row.filledCells >= 2 && index == 0
                if first == nil, isReference ? row.filledCells >= 2 : looksLikeHeader {
                    first = (problem, isReference ? 0 : row.filledCells)
                }
            case .noHeader: break
            }
        }
        if maker.canDoWithoutHeader, !maker.namesColumns {
            return result(of: maker.headerless(width: sample.typicalWidth?.width ?? 1))
        }
        if let first { return .failure(first.problem) }
        let row = sample.rows.first { $0.filledCells >= 2 } ?? sample.rows.first { !$0.isBlank }
        return .failure(Self.noHeader(row))
    }

    private func result(
        of outcome: PlanMaker.Outcome,
        at row: Sample.Row? = nil
    ) -> PlanResult {
        switch outcome {
        case .plan(let plan, let warnings): .success((plan, warnings))
        case .problem(let problem, _): .failure(problem)
        case .noHeader: .failure(Self.noHeader(row))
        }
    }

    private static func noHeader(_ row: Sample.Row?) -> HeaderProblem {
        let names = row.map { $0.cells.map(\.trimmingWhitespace).filter { !$0.isEmpty } } ?? []
        return HeaderProblem(
            rule: .noHeader,
            text: names.isEmpty
                ? "No header row was found."
                : "No header row was found: nothing in \(names.listed()) names a key, a locale or a text.",
            remedy:
                "Name the columns under options (key: \"…\", text: \"…\", locale: \"…\", or map: \"French=fr-FR\"), "
                + "or write headerRow: none and number them.",
            place: row?.places.first
        )
    }
}
