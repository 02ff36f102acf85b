/// Problems of a header, and the columns that are not read.
extension HeaderPlan {
    // MARK: Errors

    func ambiguous(_ role: ColumnRole, _ columns: [Int]) -> HeaderProblem {
        problem(
            .ambiguousColumn,
            "The columns \(columns.map { names[$0].singleLine }.listed()) may each be the \(role.rawValue) column.",
            remedy: "Name it under options, such as \(role.rawValue): \(quoted(columns[0])) for the first of them.",
            at: columns[0],
            related: Array(columns.dropFirst())
        )
    }

    /// Rejects two tables side by side, because their rows may be unrelated; accepts a second key column with the same
    /// keys.
    mutating func refuseTablesSideBySide() throws(HeaderProblem) {
        let keys = ((roles[.key] ?? []) + (rivals[.key] ?? [])).sorted()
        let texts = Set(locales.keys).union(fields.keys).union(roles[.text] ?? [])
        for (first, second) in zip(keys, keys.dropFirst())
        where texts.contains(where: { first < $0 && $0 < second }) && texts.contains(where: { $0 > second }) {
            let pairs = rows.map {
                [first, second].map { [cells = $0.cells] in cells.indices.contains($0) ? cells[$0] : "" }
            }
            if options.columns[.key] == nil, !pairs.isEmpty, pairs.allSatisfy({ $0[0] == $0[1] }) {
                roles[.key]?.removeAll { $0 == second }
                declined.insert(second)
                repeatedKeys.append(second)
                continue
            }
            throw problem(
                .ambiguousColumn,
                "The columns \(shown(first)) and \(shown(second)) both hold keys, each with texts to its right: "
                    + "two tables are side by side.",
                remedy: "Move the second table to a sheet or file of its own, or ignore its columns under options: "
                    + "map: \"\((second..<names.count).map { "\($0 + 1)=ignore" }.joined(separator: ", "))\".",
                at: second,
                related: [first]
            )
        }
    }

    func noTexts() -> HeaderProblem {
        let filled = names.indices.filter { !names[$0].isEmpty }
        var remedy =
            "Name the columns under options: key: and text: with their headers or numbers, or map: with the locale of each "
        remedy += "column of translations"
        if filled.count > 1, let first = filled.first, let last = filled.last {
            remedy =
                "Name the columns under options, such as key: \"\(reference(first))\" with map: \"\(reference(last))=de-DE\""
        }
        // A transposed table, such as `Locale, keep.header, keep.body`.
        let keys = filled.filter { names[$0].contains(".") && HeaderMeaning(names[$0]).subject == .unknown }
        if !keys.isEmpty, let locale = only(.locale), keys.count + 1 == filled.count {
            remedy =
                "Exchange rows and columns: head the first column key, and each other one with a locale from “\(names[locale])”"
        }
        return problem(.noHeader, "No column with translations was found among \(shownNames).", remedy: remedy + ".")
    }

    func noKey() -> HeaderProblem {
        // The first column without another role most likely contains the keys.
        let used = Set(roles.values.joined()).union(locales.keys).union(fields.keys)
        let likely = names.indices.first { !names[$0].isEmpty && !used.contains($0) }
        if likely == nil, let field = only(.field) {
            return problem(
                .noKeyColumn,
                "The rows name fields in \(shown(field)), but no column names their message: the columns are \(shownNames).",
                remedy: "Add a column headed message with the message's name in each row, such as keep-annual.",
                for: .vendor,
                at: field
            )
        }
        return problem(
            .noKeyColumn,
            "No column holds keys: the columns are \(shownNames).",
            remedy: likely.map {
                "Write key: and the column's header or number under options, such as key: \"\(reference($0))\"."
            } ?? "Head the column of keys “key”, or add one, with a key such as keep-annual.header in each row.",
            for: likely == nil ? .vendor : .team
        )
    }

    /// Rejects columns of unclear meaning among locale columns, because they may contain translations.
    func refuseUnclearColumns() throws(HeaderProblem) {
        let unclear =
            (unknown.filter { !toleratesUnknown || isShapedLikeTag(names[$0]) } + fields.keys + (roles[.text] ?? [])
            + (roles[.locale] ?? [])).sorted()
        guard let first = unclear.first else { return }
        let examples = unclear.prefix(3).map { "\(reference($0))=ignore" }.joined(separator: ", ")
        throw problem(
            .unknownColumn,
            "It is unclear what \(unclear.map { names[$0].singleLine }.listed()) among the locale columns "
                + (unclear.count == 1 ? "is." : "are."),
            remedy:
                "Declare it under options: map: \"\(examples)\", with a locale such as fr-FR in place of ignore "
                + "where the column holds translations; \"*=ignore\" ignores all that are not named.",
            at: first,
            related: Array(unclear.dropFirst())
        )
    }

    /// Whether unknown columns may be ignored: the options contain `*=ignore`, or at least two columns are certainly
    /// locales, so that an unknown column is unlikely to be one.
    private var toleratesUnknown: Bool {
        options.map.contains { $0.column == nil }
            || locales.keys.count { mapped.contains($0) || !AmbiguousWord.contains(names[$0]) } >= 2
    }

    /// Whether a header has the form of a language tag, such as `xx-YY`, and the options do not contain `*=ignore`; a
    /// typo in a tag must not drop a whole locale.
    private func isShapedLikeTag(_ name: String) -> Bool {
        !options.map.contains { $0.column == nil } && name.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,4})+/) != nil
    }

    // MARK: Columns that are not read

    /// Returns the unread columns whose cells decide whether they are reported.
    func unread(_ plan: ColumnPlan) -> [ColumnPlan.Unread] {
        guard !options.map.contains(where: { $0.column == nil }) else { return [] }
        let known = plan.used.union(declined).union(ignoredLocales(plan))
        // The column of findings in a returned package is not reported, although it has no header.
        func isReturned(_ column: Int) -> Bool {
            names[column].isEmpty
                && rows.contains { $0.cells.indices.contains(column) && $0.cells[column].hasPrefix("glossport: ") }
        }
        let unread = names.indices.filter { !known.contains($0) && !isReturned($0) }
        return unread.enumerated().map { position, column in
            let named = meanings[column]?.isDoubtful == true ? nil : meanings[column]?.locales.first
            let resembled = position < Self.mostSuggestions ? LocaleName.suggestion(for: names[column]) : nil
            let suggestion = plan.layout == .wide ? named ?? resembled : nil
            return ColumnPlan.Unread(
                column: column,
                place: row.flatMap { $0.places.indices.contains(column) ? $0.places[column] : nil },
                reference: reference(column),
                remedy: remedy(for: column, plan.layout, suggestion),
                suggestion: suggestion,
                isAlwaysReported: plan.layout == .wide && unknown.contains(column)
            )
        }
    }

    /// The number of columns checked for a misspelled language; each check takes a third of a millisecond.
    private static let mostSuggestions = 100

    private func remedy(for column: Int, _ layout: TableOptions.Layout, _ suggestion: String?) -> String {
        let name = reference(column)
        let ignore = "map: \"\(name)=ignore\""
        return switch layout {
        case .wide:
            "Write map: \"\(name)=\(suggestion ?? "de-DE")\"\(suggestion == nil ? ", with its locale," : "") under options if it holds "
                + "translations, or \(ignore) if not."
        case .record:
            "Write \(ignore) under options if it holds no text of the message; otherwise head it with its field, such as body."
        case .long, .single: "Write text: \"\(name)\" under options if it holds the translations, or \(ignore) if not."
        }
    }

    // MARK: Warnings

    func warnings(for plan: ColumnPlan) -> [HeaderProblem] {
        [localeWarning(plan), stateWarning(), olderTextsWarning(plan), noLocaleWarning(plan)].compactMap(\.self)
    }

    private func localeWarning(_ plan: ColumnPlan) -> HeaderProblem? {
        let ignored = ignoredLocales(plan)
        guard let first = ignored.first else { return nil }
        return problem(
            .ignoredColumn,
            "\(ignored.map { names[$0].singleLine }.listed()) \(ignored.count == 1 ? "looks" : "look") like a locale, but "
                + "the file is read as \(plan.layout.rawValue), so the column is not read.",
            severity: .warning,
            remedy: (plan.layout == .record
                ? "Head it with its field, too, such as “Body \(locales[first]?.first ?? "DE")”, "
                : "Write layout: wide under options ") + "if it holds translations, "
                + "or \(plan.layout == .record ? "write " : "")map: \"\(reference(first))=ignore\"\(plan.layout == .record ? " under options" : "") if not.",
            at: first,
            related: Array(ignored.dropFirst())
        )
    }

    private func stateWarning() -> HeaderProblem? {
        let states = (rivals[.state] ?? []).filter { content(of: $0).holdsStates }
        guard let first = states.first else { return nil }
        return problem(
            .ignoredColumn,
            "\(states.map { names[$0].singleLine }.listed()) \(states.count == 1 ? "holds" : "hold") states, too, but the "
                + "option state names another column for all texts.",
            severity: .warning,
            remedy: "Head each such column with its locale, such as “Status de-DE”, and remove the option; "
                + "or write map: \"\(reference(first))=ignore\".",
            at: first,
            related: Array(states.dropFirst())
        )
    }

    private func olderTextsWarning(_ plan: ColumnPlan) -> HeaderProblem? {
        let doubtful = plan.texts.filter(\.isDoubtful)
        guard let first = doubtful.first else { return nil }
        return problem(
            .olderTexts,
            "\(doubtful.map { names[$0.column].singleLine }.listed()) \(doubtful.count == 1 ? "says" : "say") that the texts "
                + "are not the final ones; they count as needing a review.",
            severity: .warning,
            remedy:
                "Write map: \"\(reference(first.column))=ignore\" under options if they are not meant to be delivered"
                + (plan.layout == .wide
                    ? ", or map: \"\(reference(first.column))=\(first.locale ?? "de-DE")\" if they are final."
                    : "."),
            at: first.column,
            related: doubtful.dropFirst().map(\.column)
        )
    }

    private func noLocaleWarning(_ plan: ColumnPlan) -> HeaderProblem? {
        guard plan.locale == nil, plan.texts.contains(where: { $0.locale == nil }) else { return nil }
        return problem(
            .noLocale,
            "The file's locale is unknown.",
            remedy: "Give the delivery a locale, or write locale: from-filename"
                + (options.format.isSheet ? ", locale: from-sheet" : "") + " or locale: =de-DE under options."
        )
    }

    /// Returns the columns with a locale header that the layout does not use.
    private func ignoredLocales(_ plan: ColumnPlan) -> [Int] {
        guard plan.layout != .wide else { return [] }
        let used = plan.used
        return locales.keys.sorted().filter { column in
            !used.contains(column) && !mapped.contains(column) && names[column].lowercased() != "id"
                && figure(in: column) == nil
        }
    }

    // MARK: Words

    func problem(
        _ rule: TableRule,
        _ text: String,
        severity: Severity = .error,
        remedy: String,
        for audience: Finding.Audience = .team,
        at column: Int = 0,
        related: [Int] = []
    ) -> HeaderProblem {
        let places = row?.places ?? []
        let place = { (column: Int) in places.indices.contains(column) ? places[column] : places.first }
        return HeaderProblem(
            rule: rule,
            severity: severity,
            text: text,
            remedy: remedy,
            audience: audience,
            place: place(column),
            related: related.compactMap(place)
        )
    }

    var shownNames: String {
        let shown = names.filter { !$0.isEmpty }.map(\.singleLine)
        return shown.isEmpty ? "not named" : shown.listed()
    }

    var example: String { exampleName == "2" ? "2" : "\"\(exampleName)\"" }
    var exampleName: String { names.indices.last { !names[$0].isEmpty }.map { reference($0) } ?? "2" }

    /// Returns the name of a column for use in a sentence.
    func shown(_ column: Int, atStart: Bool = false) -> String {
        let name = names[column].singleLine
        return name.isEmpty ? "\(atStart ? "Column" : "column") \(column + 1)" : "“\(name)”"
    }

    /// Returns the notation of a column in options.
    func reference(_ column: Int) -> String {
        let isUnique = !repeatedNames.contains(names[column].lowercased())
        return ColumnReference.text(of: column, headed: names[column], isUnique: isUnique)
    }

    /// Returns the notation of a column after `key: `.
    private func quoted(_ column: Int) -> String {
        let reference = reference(column)
        return Int(reference) == nil ? "\"\(reference)\"" : reference
    }
}
