/// The sentences about rows and cells.
extension TableReading {
    /// A finding of one of the rules about tables, with the rule's severity.
    private func finding(
        _ rule: TableRule,
        _ text: String,
        remedy: String,
        at place: SourceLocation,
        locale: String? = nil
    ) -> Finding {
        Finding(format.id(rule), rule.severity, text, remedy: remedy, at: place, locale: locale)
    }

    func extraCells(_ row: TableRow, at column: Int) -> Finding {
        let text = (row.text(column) ?? "").prefix(30)
        var finding: Finding
        if format.isSheet {
            finding = self.finding(
                .extraCells,
                "The cell right of the last column with a header contains “\(text)”; none of the row's texts was read, since they "
                    + "may have been shifted.",
                remedy:
                    "Move the cells back if they were shifted; otherwise give the column a header, or clear the cell.",
                at: location(row, column)
            )
        } else {
            finding = self.finding(
                .extraCells,
                "The row has \(row.count) cells, but the file has \(plan.width) columns; none of its texts was read.",
                remedy: "Put the text that contains a delimiter in quotes, probably in a cell before “\(text)”.",
                at: location(row, column)
            )
            finding.related = [location(row, 0)]
        }
        // The key is before the texts, and so before the shifted cells.
        if plan.field == nil, plan.texts.allSatisfy({ $0.field == nil }) { finding.key = row.trimmedText(plan.key) }
        return finding
    }

    func hidden(_ count: Int, at place: SourceLocation) -> Finding {
        let (rows, they) =
            count == 1 ? ("1 row with texts is", "it was") : ("\(count) rows with texts are", "they were")
        return finding(
            .hidden,
            "\(rows) hidden in the spreadsheet, perhaps by a filter; \(they) read nevertheless.",
            remedy: "Delete rows that are not meant to be delivered.",
            at: place
        )
    }

    /// A finding about all cells of a column with the same remark.
    func finding(_ remark: CellRemark, _ rule: RuleID, in column: Int, _ count: Int, at place: SourceLocation)
        -> Finding
    {
        let cells = count == 1 ? "1 cell" : "\(count) cells"
        let text = "\(cells) in \(plan.name(of: column)) \(count == 1 ? "holds" : "hold") \(remark.holds)."
        return Finding(rule, remark.severity, text, remedy: remark.remedy, at: place)
    }

    /// A finding about a cell with a remark: the cell as the beginning of a sentence, and the consequence if it can't be used.
    func finding(
        _ remark: CellRemark,
        _ rule: RuleID,
        _ subject: String,
        _ loss: String,
        at place: SourceLocation,
        locale: String? = nil
    ) -> Finding {
        let text = "\(subject) holds \(remark.holds)\(remark.isUnusable ? "; \(loss)" : "")."
        return Finding(rule, remark.severity, text, remedy: remark.remedy, at: place, locale: locale)
    }

    func missingCells(_ row: TableRow) -> Finding {
        let columns = ([plan.key, plan.field, plan.locale].compactMap(\.self) + plan.texts.map(\.column))
            .filter { $0 >= row.count }.sorted()
        let names = columns.prefix(6).map { plan.name(of: $0) }.joined(separator: ", ")
        let more = columns.count > 6 ? " and \(columns.count - 6) more" : ""
        return finding(
            .missingCells,
            "The row ends after \(row.count) \(row.count == 1 ? "cell" : "cells"); \(names)\(more) "
                + "\(columns.count == 1 ? "is" : "are") missing.",
            remedy: "Add the missing texts, or delete the row if it is only a remark.",
            at: location(row, 0)
        )
    }

    func missing(_ rule: TableRule, _ what: String, _ column: Int, _ row: TableRow) -> Finding {
        finding(
            rule,
            "The row has a text but no \(what) in \(plan.name(of: column)); it was not read.",
            remedy: "Fill in the \(what), or delete the row.",
            at: location(row, column)
        )
    }

    func scientific(_ key: String, _ row: TableRow) -> Finding {
        finding(
            .scientificKey,
            "The key “\(key)” is a long number that a spreadsheet has rounded; the row was not read.",
            remedy: "Format the key column as text in the spreadsheet, enter the key again and export once more.",
            at: location(row, plan.key)
        )
    }

    func localeConflict(_ locale: String, first: String, given: String, _ row: TableRow) -> Finding {
        finding(
            .localeConflict,
            "The delivery is set to \(given), but the file holds both “\(first)” and “\(locale)”; the row was not read.",
            remedy: "Remove the delivery's locale, so that each row's own is used.",
            at: location(row, plan.locale ?? 0),
            locale: locale
        )
    }

    func unknownState(_ word: String, at place: SourceLocation) -> Finding {
        finding(
            .unknownState,
            "The state “\(word.prefix(40))” is unknown; texts with it count as translated.",
            remedy: "Use words such as new, needs review, translated, reviewed or final.",
            at: place
        )
    }

    /// A finding about the traces of a spreadsheet or a wrong encoding in a text.
    func finding(_ rule: TableRule, in text: String, of key: String, locale: String?, at place: SourceLocation)
        -> Finding
    {
        let shown = text.beginning(40)
        var remedy = "Export the file again as UTF-8 from the original."
        let sentence: String
        switch rule {
        case .spreadsheetError:
            sentence = "holds \(text.trimmingWhitespace) instead of its text."
            remedy = "Format the column as text in the spreadsheet, enter the text again and export once more."
        case .formulaGuard:
            sentence = "begins with a protecting apostrophe, which was removed: “\(shown)”."
            remedy = "No action is needed unless the apostrophe belongs to the text."
        case .formulaText:
            sentence = "looks like a formula: “\(shown)”."
            remedy = "Export the cell's value instead of its formula."
        case .replacementCharacter: sentence = "has lost a character: “\(shown)”."
        case .questionMarks: sentence = "has question marks where letters should be: “\(shown)”."
        default: sentence = "looks as if it had been read in the wrong encoding: “\(shown)”."
        }
        return finding(rule, "\(key) \(sentence)", remedy: remedy, at: place, locale: locale)
    }
}
