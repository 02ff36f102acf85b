/// The texts of findings about rows and cells.
extension TableReading {
    private func finding(
        _ rule: TableRule,
        _ text: String,
        remedy: String,
        at place: SourceLocation,
        locale: String? = nil,
        severity: Severity? = nil,
        for audience: Finding.Audience = .vendor,
        request: String? = nil
    ) -> Finding {
        Finding(
            format.id(rule),
            severity ?? rule.severity,
            text,
            remedy: remedy,
            for: audience,
            request: request,
            at: place,
            locale: locale
        )
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
        if plan.field == nil, plan.texts.allSatisfy({ $0.field == nil }) { finding.key = unshiftedKey(row) }
        return finding
    }

    /// Returns the key of a row with shifted cells; `nil` if the key may have been shifted, too.
    ///
    /// Any text before the key may contain a delimiter that shifts the cells after it; locales and regions do not.
    private func unshiftedKey(_ row: TableRow) -> String? {
        let isInPlace = (0..<plan.key).allSatisfy {
            row.isBlank($0) || $0 == plan.locale || plan.regions.contains($0)
        }
        let key = FormulaGuard.unguarded(row.trimmedText(plan.key))
        return isInPlace && !key.isEmpty ? key : nil
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

    /// Returns a finding about all cells of a column with the same remark.
    func finding(_ remark: CellRemark, _ rule: RuleID, in column: Int, _ count: Int, at place: SourceLocation)
        -> Finding
    {
        let cells = count == 1 ? "1 cell" : "\(count) cells"
        let text = "\(cells) in \(plan.name(of: column)) \(count == 1 ? "holds" : "hold") \(remark.holds)."
        return Finding(rule, remark.severity, text, remedy: remark.remedy, at: place)
    }

    /// Returns a finding about one cell; `subject` begins the sentence, and `loss` is the consequence if the cell
    /// cannot be used.
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
            locale: locale,
            for: .team
        )
    }

    func unknownState(_ word: String, at place: SourceLocation) -> Finding {
        finding(
            .unknownState,
            "The state “\(word.prefix(40))” is unknown; texts with it count as needing a review.",
            remedy: "Use words such as new, needs review, translated, reviewed or final.",
            at: place
        )
    }

    func unknownRegion(_ word: String, in column: Int, beside language: String, at place: SourceLocation) -> Finding {
        finding(
            .unknownRegion,
            "“\(word.prefix(40))” beside the language \(language) is not a known region or script; only the language was used.",
            remedy:
                "Write a region such as MX or Mexico, or map the column under options: map: \"\(plan.reference(column))=ignore\".",
            at: place,
            locale: language,
            request: "Write a region such as MX or Mexico."
        )
    }

    func otherRegion(_ word: String, beside language: String, at place: SourceLocation) -> Finding {
        finding(
            .unknownRegion,
            "“\(word.prefix(40))” beside the language \(language) is another region or more than one; the row was not read.",
            remedy: "Correct the one that is wrong, or write a row for each region.",
            at: place,
            locale: language,
            severity: .error
        )
    }

    func otherKey(_ row: TableRow, in column: Int) -> Finding {
        finding(
            .ambiguousColumn,
            "The row has two keys, “\(row.trimmedText(plan.key).beginning(40))” and “\(row.trimmedText(column).beginning(40))” in "
                + "\(plan.name(of: column)): the texts behind the second were not read.",
            remedy: "Move the second table to a \(format.isSheet ? "sheet" : "file") of its own, or correct the key.",
            at: location(row, column)
        )
    }

    func secondHeader(_ row: TableRow, problem: HeaderProblem?) -> Finding {
        var finding = finding(
            .otherTable,
            "The row is the header of another table; the rows below it were "
                + (problem.map { "not read. \($0.text)" } ?? "read by it."),
            remedy: "Move the second table to a \(format.isSheet ? "sheet" : "file") of its own"
                + (problem == nil ? " if that is not intended." : "."),
            at: location(row, plan.key)
        )
        if problem != nil { finding.severity = .error }
        return finding
    }

    /// Returns the findings about content beside the texts that were read.
    func surroundingFindings(_ found: TableSurroundings) -> [Finding] {
        var findings: [Finding] = []
        if let above = found.above {
            findings.append(
                finding(
                    .otherTable,
                    "\(above.count == 1 ? "A row with a key and a text is" : "\(above.count) rows with keys and texts are") "
                        + "above the header in row \(plan.headerRow); \(above.count == 1 ? "it was" : "they were") not read.",
                    remedy:
                        "If they are a table of their own, move it to a \(format.isSheet ? "sheet" : "file") of its own, "
                        + "with a header such as key, de-DE, fr-FR.",
                    at: location(above.row, plan.key)
                )
            )
        }
        for (index, correction) in found.corrections.sorted(by: { $0.key < $1.key }) {
            let (text, column) = (plan.texts[index], plan.texts[index].correction ?? 0)
            findings.append(
                finding(
                    .correctedTexts,
                    "\(correction.count) \(correction.count == 1 ? "text" : "texts") of \(plan.name(of: column)) "
                        + "\(correction.count == 1 ? "was" : "were") read in place of the older ones in \(text.name).",
                    remedy:
                        "No action is needed if they are the right ones; otherwise write map: \"\(plan.reference(column))=ignore\" under options.",
                    at: correction.place,
                    locale: text.locale,
                    for: .team
                )
            )
        }
        if let named = found.fileLocale, let locale = found.locale, !found.hasSeveralLocales,
            LanguageTag.contradict(named, locale.text)
        {
            findings.append(
                Self.contradiction(
                    of: ("file", named),
                    [locale.text],
                    in: plan.name(of: plan.locale ?? 0),
                    format,
                    at: locale.place
                )
            )
        }
        return findings + unreadFindings(found)
    }

    private func unreadFindings(_ found: TableSurroundings) -> [Finding] {
        var findings: [Finding] = []
        var rest: [ColumnPlan.Unread] = []
        func place(_ column: ColumnPlan.Unread) -> SourceLocation {
            column.place.map { $0.location(in: path) }
                ?? SourceLocation(
                    path: path,
                    line: max(plan.headerRow, 1),
                    column: format.isSheet ? column.column + 1 : 1
                )
        }
        for (column, content) in found.unread {
            let name = plan.names.indices.contains(column.column) ? plan.names[column.column] : ""
            // A state word such as `New` counts as a text in a column without a header or with other texts.
            let count = content.texts + (name.isEmpty || content.texts > 0 ? content.states : 0)
            if let overlooked = overlooked(column, content, at: place(column)) {
                findings.append(overlooked)
                continue
            }
            guard count > 0 && !content.isChoice || column.suggestion != nil && !content.lacksLetters else {
                if column.isAlwaysReported { rest.append(column) }
                continue
            }
            let lacksHeader = name.isEmpty && plan.headerRow > 0
            let subject = name.isEmpty ? "Column \(column.column + 1)" : "The column “\(name.singleLine.prefix(60))”"
            let texts = count == 1 ? "1 text" : count == 0 ? "cells" : "\(count) texts"
            findings.append(
                finding(
                    plan.layout == .wide ? .unknownColumn : .ignoredColumn,
                    "\(subject) \(lacksHeader ? "has no header" : "was not read") but holds \(texts)"
                        + (lacksHeader ? "; it was not read" : "")
                        + (column.suggestion.map { "; it may be \($0)." } ?? "."),
                    remedy: column.remedy,
                    at: place(column),
                    severity: .warning,
                    for: .team
                )
            )
        }
        guard let first = rest.first else { return findings }
        let names = rest.map { plan.names[$0.column].singleLine }.listed()
        return findings + [
            finding(
                .unknownColumn,
                "\(names) among the locale columns \(rest.count == 1 ? "is not a locale, so it was" : "are not locales, so they were") not read.",
                remedy:
                    "Write map: \"\(first.reference)=ignore\" under options, or a locale such as fr-FR in place of ignore where the "
                    + "column holds translations.",
                at: place(first),
                severity: .note,
                for: .team
            )
        ]
    }

    /// Returns the warning about an unread column of locales or states.
    private func overlooked(_ column: ColumnPlan.Unread, _ content: ColumnContent, at place: SourceLocation) -> Finding?
    {
        let lacksLocale = plan.layout != .wide && plan.locale == nil && content.isLocales
        let lacksState = content.namesStates && plan.texts.allSatisfy(\.states.isEmpty)
        guard lacksLocale || lacksState && !plan.names[column.column].isEmpty else { return nil }
        return finding(
            .ignoredColumn,
            "The column \(plan.name(of: column.column)) holds \(lacksLocale ? "locales" : "states") but was not read.",
            remedy: "Write \(lacksLocale ? "locale" : "state"): \"\(column.reference)\" under options, or "
                + "map: \"\(column.reference)=ignore\" if it means something else.",
            at: place,
            for: .team
        )
    }

    /// Returns the warning that the language in the name of a file, folder or sheet differs from the language of its
    /// texts.
    static func contradiction(
        of name: (holder: String, locale: String),
        _ locales: [String],
        in column: String,
        _ format: TableFormat,
        at place: SourceLocation
    ) -> Finding {
        Finding(
            format.id(.localeConflict),
            .warning,
            "The \(name.holder) is named after “\(name.locale)”, but its texts are in \(locales.prefix(6).joined(separator: ", ")) by "
                + "\(column), which \(locales.count == 1 ? "was" : "were") used.",
            remedy: "Correct the one that is wrong, or give the \(name.holder) a name without a language.",
            at: place,
            locale: locales.first
        )
    }

    /// Returns a finding about traces of a spreadsheet or a wrong encoding in a text.
    func finding(_ rule: TableRule, in text: String, of key: String, locale: String?, at place: SourceLocation)
        -> Finding
    {
        let shown = text.beginning(40)
        var remedy = "Export the file again as UTF-8 from the original."
        let sentence: String
        switch rule {
        case .spreadsheetError where text.utf8.first == 0x4C:
            sentence = "holds “\(shown)” instead of its text: the sheet was exported before it was translated."
            remedy = "Wait until the sheet shows every text, replace its formulas by their values and export once more."
        case .spreadsheetError:
            sentence = "holds \(text.trimmingWhitespace) instead of its text."
            remedy = "Format the column as text in the spreadsheet, enter the text again and export once more."
        case .formulaGuard:
            sentence = "begins with a protecting apostrophe, which was removed: “\(shown)”."
            remedy = "No action is needed unless the apostrophe belongs to the text."
        case .formulaText:
            sentence = "is a formula instead of a text: “\(shown)”; it was not read."
            remedy = "Export the cell's value instead of its formula."
        case .replacementCharacter: sentence = "has lost a character: “\(shown)”."
        case .questionMarks: sentence = "has question marks where letters should be: “\(shown)”."
        default: sentence = "looks as if it had been read in the wrong encoding: “\(shown)”."
        }
        return finding(rule, "\(key) \(sentence)", remedy: remedy, at: place, locale: locale)
    }
}
