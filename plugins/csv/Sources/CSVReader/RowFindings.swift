import GlossportReading

/// The sentences about rows and cells.
extension RowReader {
    func extraCells(_ cells: Cells, at column: Int) -> Finding {
        var finding = Finding(
            .extraCells,
            .error,
            "The row has \(cells.count) cells, but the file has \(plan.width) columns; none of its texts was read.",
            remedy:
                "Put the text that holds a delimiter in quotes, probably in a cell before “\(excerpt(cells, column))”.",
            at: cells.location(column, in: path),
            related: [cells.location(0, in: path)]
        )
        // The key stands before the texts, and so before what has shifted.
        if plan.field == nil, plan.texts.allSatisfy({ $0.field == nil }) { finding.key = cells.trimmedText(plan.key) }
        return finding
    }

    func missingCells(_ cells: Cells) -> Finding {
        let columns = ([plan.key, plan.field, plan.locale].compactMap(\.self) + plan.texts.map(\.column))
            .filter { $0 >= cells.count }.sorted()
        let names = columns.prefix(6).map { plan.name(of: $0) }.joined(separator: ", ")
        return Finding(
            .missingCells,
            .warning,
            "The row ends after \(cells.count) \(cells.count == 1 ? "cell" : "cells"); "
                + "\(names)\(columns.count > 6 ? " and \(columns.count - 6) more" : "") "
                + "\(columns.count == 1 ? "is" : "are") missing.",
            remedy: "Add the missing texts, or delete the row if it is only a remark.",
            at: cells.location(0, in: path)
        )
    }

    func missing(_ rule: RuleID, _ what: String, _ column: Int, _ cells: Cells) -> Finding {
        Finding(
            rule,
            .error,
            "The row has a text but no \(what) in \(plan.name(of: column)); it was not read.",
            remedy: "Fill in the \(what), or delete the row.",
            at: cells.location(column, in: path)
        )
    }

    func scientific(_ key: String, _ cells: Cells) -> Finding {
        Finding(
            .scientificKey,
            .error,
            "The key “\(key)” is a long number that a spreadsheet has rounded; the row was not read.",
            remedy: "Format the key column as text in the spreadsheet, enter the key again and export once more.",
            at: cells.location(plan.key, in: path)
        )
    }

    func localeConflict(_ locale: String, first: String, given: String, _ cells: Cells) -> Finding {
        Finding(
            .localeConflict,
            .error,
            "The delivery is said to be \(given), but the file holds both “\(first)” and “\(locale)”; the row was not read.",
            remedy: "Leave out the delivery's locale, so that each row's own is taken.",
            at: cells.location(plan.locale ?? 0, in: path),
            locale: locale
        )
    }

    func unknownState(_ word: String, at location: SourceLocation) -> Finding {
        Finding(
            .unknownState,
            .warning,
            "The state “\(word.prefix(40))” is not known; texts with it count as translated.",
            remedy: "Use words such as new, needs review, translated, reviewed or final.",
            at: location
        )
    }

    func strayQuote(_ quote: RowBatch.StrayQuote) -> Finding {
        Finding(
            .strayQuote,
            .warning,
            "A single quote was taken as a character: “\(quote.excerpt)”.",
            remedy: "Check that the text is complete.",
            at: quote.place.location(in: path)
        )
    }

    func finding(for defect: CellDefect, text: String, key: String, locale: String?, at place: SourceLocation)
        -> Finding
    {
        let shown = text.beginning(40)
        let (rule, severity, sentence, remedy): (RuleID, Severity, String, String) =
            switch defect {
            case .spreadsheetError(let error):
                (
                    .spreadsheetError, .error, "\(key) holds \(error) instead of its text.",
                    "Format the column as text in the spreadsheet, enter the text again and export once more."
                )
            case .replacementCharacter:
                (
                    .replacementCharacter, .error, "\(key) has lost a character: “\(shown)”.",
                    "Export the file again as UTF-8 from the original."
                )
            case .formulaGuard:
                (
                    .formulaGuard, .warning,
                    "\(key) begins with a protecting apostrophe, which was taken away: “\(shown)”.",
                    "Nothing has to be done unless the apostrophe belongs to the text."
                )
            case .formula:
                (
                    .formula, .warning, "\(key) looks like a formula: “\(shown)”.",
                    "Export the cell's value instead of its formula."
                )
            case .questionMarks:
                (
                    .questionMarks, .warning, "\(key) has question marks where letters should be: “\(shown)”.",
                    "Export the file again as UTF-8 from the original."
                )
            case .mojibake:
                (
                    .mojibake, .warning, "\(key) looks as if it had been read in the wrong encoding: “\(shown)”.",
                    "Export the file again as UTF-8 from the original."
                )
            }
        return Finding(rule, severity, sentence, remedy: remedy, at: place, locale: locale)
    }

    private func excerpt(_ cells: Cells, _ column: Int) -> String {
        String((cells.text(column) ?? "").prefix(30))
    }
}
