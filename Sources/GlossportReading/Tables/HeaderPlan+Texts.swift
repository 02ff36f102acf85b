/// The text columns, with their corrections and states.
extension HeaderPlan {
    func texts(for layout: TableOptions.Layout) throws(HeaderProblem) -> [ColumnPlan.Text] {
        let locale = only(.locale) == nil ? givenLocale ?? sheetLocale : nil
        switch layout {
        case .wide: return try localeColumns()
        case .record: return try fieldColumns(locale)
        case .long, .single:
            guard let text = only(.text) else {
                throw problem(
                    .noHeader,
                    "No column holds the text: the columns are \(shownNames).",
                    remedy: "Write text: and the column's header or number under options, such as text: \(example)."
                )
            }
            if layout == .long, only(.locale) == nil, givenLocale == nil {
                throw problem(
                    .noHeader,
                    "No column holds the locale: the columns are \(shownNames).",
                    remedy:
                        "Write locale: and the column's header or number under options, or locale: =de-DE for all rows."
                )
            }
            return [ColumnPlan.Text(column: text, locale: locale, name: shown(text))]
        }
    }

    private func fieldColumns(_ locale: String?) throws(HeaderProblem) -> [ColumnPlan.Text] {
        let texts = fields.sorted { $0.key < $1.key }.flatMap { column, field in
            let own = meanings[column]?.locales ?? []
            return (own.isEmpty ? [locale] : own.map(Optional.some)).map { locale in
                ColumnPlan.Text(column: column, locale: locale, field: field, name: shown(column))
            }
        }
        let identities = texts.map { "\($0.field ?? "")|\($0.locale.map(LanguageTag.folded) ?? "")" }
        if let (first, second) = Self.repetition(in: identities) {
            throw problem(
                .ambiguousColumn,
                "The columns \(texts[first].name) and \(texts[second].name) both hold the field \(texts[second].field ?? "").",
                remedy: "Write map: \"\(reference(texts[second].column))=ignore\" under options for the one to ignore.",
                at: texts[second].column,
                related: [texts[first].column]
            )
        }
        if texts.isEmpty {
            throw problem(
                .noHeader,
                "No column holds a field: the columns are \(shownNames).",
                remedy: "Head the columns header, body, altText, bullets.1.text; or leave out layout: record."
            )
        }
        return texts
    }

    private func localeColumns() throws(HeaderProblem) -> [ColumnPlan.Text] {
        if locales.isEmpty {
            throw problem(
                .noHeader,
                "No column is headed by a locale: the columns are \(shownNames).",
                remedy: "Name them under options: map: \"\(exampleName)=fr-FR\"."
            )
        }
        try refuseUnclearColumns()
        for (column, names) in locales.sorted(by: { $0.key < $1.key }) where !mapped.contains(column) {
            guard let value = figure(in: column) else { continue }
            throw problem(
                .ambiguousColumn,
                "The column \(shown(column)) may be the locale \(names.joined(separator: ", ")) or something else: it holds “\(value)”.",
                remedy: "Declare it under options: map: \"\(reference(column))=ignore\" "
                    + "or map: \"\(reference(column))=\(names.first ?? "de-DE")\".",
                at: column
            )
        }
        var texts: [ColumnPlan.Text] = []
        for (_, columns) in columnsByLocale() {
            guard let locale = columns.first?.locale else { continue }
            guard let group = versions(of: columns.map(\.column)) else {
                let (first, second) = (columns[0].column, columns[1].column)
                throw problem(
                    .duplicateLocale,
                    "\(shown(first, atStart: true)) and \(shown(second, atStart: true)) are both \(columns[1].locale).",
                    remedy: "Ignore one under options: map: \"\(reference(second))=ignore\".",
                    at: second,
                    related: [first]
                )
            }
            texts.append(
                ColumnPlan.Text(
                    column: group.text,
                    locale: locale,
                    name: shown(group.text),
                    correction: group.correction
                )
            )
        }
        texts.sort { ($0.column, $0.locale ?? "") < ($1.column, $1.locale ?? "") }
        return try withGivenLocale(texts)
    }

    private func columnsByLocale() -> [(locale: String, columns: [(column: Int, locale: String)])] {
        var groups: [(locale: String, columns: [(column: Int, locale: String)])] = []
        var known: [String: Int] = [:]
        for (column, names) in locales.sorted(by: { $0.key < $1.key }) {
            for name in names {
                let folded = LanguageTag.folded(name)
                if let index = known[folded] {
                    groups[index].columns.append((column, name))
                } else {
                    known[folded] = groups.count
                    groups.append((folded, [(column, name)]))
                }
            }
        }
        return groups
    }

    /// Gives the only column the delivery's locale, or the sheet's if that is more specific; rejects a delivery's
    /// locale for several columns.
    private func withGivenLocale(_ texts: [ColumnPlan.Text]) throws(HeaderProblem) -> [ColumnPlan.Text] {
        var texts = texts
        if let givenLocale, !usesGivenLocale {
            guard texts.count == 1 else {
                throw problem(
                    .localeConflict,
                    "The delivery is set to \(givenLocale), but the file has columns for \(texts.count) locales: "
                        + "\(texts.compactMap(\.locale).listed()).",
                    remedy: "Remove the delivery's locale, so that each column's own is used.",
                    at: texts[0].column
                )
            }
            texts[0].locale = givenLocale
        } else if let sheetLocale, texts.count == 1, let locale = texts[0].locale,
            !LanguageTag.contradict(locale, sheetLocale), sheetLocale.utf8.count > locale.utf8.count
        {
            texts[0].locale = sheetLocale
        }
        return texts
    }

    /// Identifies the source among locale columns: by its header, or as English if the sheet's name declares the
    /// language of the other column.
    mutating func settleSource() {
        guard roles[.source] == nil, mapped.isEmpty else { return }
        let declared = locales.keys.filter { meanings[$0]?.isSource == true }
        if let column = declared.first, declared.count == 1, locales.count > 1 {
            roles[.source] = [column]
            // If only one other language is left and the file has its own locale, the source is not delivered.
            if givenLocale != nil || sheetLocale != nil, locales.count == 2 { locales[column] = nil }
        } else if let sheetLocale, givenLocale == nil, locales.count == 2 {
            let others = locales.filter { $0.value.allSatisfy { LanguageTag.contradict($0, sheetLocale) } }
            // Only English is assumed to be the source; any other language may be a translation.
            guard let (column, found) = others.first, others.count == 1,
                found.allSatisfy({ !LanguageTag.contradict($0, "en") })
            else { return }
            roles[.source] = [column]
            locales[column] = nil
        }
    }

    // MARK: Versions

    /// Returns the text column and the correction column among several candidates; `nil` if the headers do not
    /// determine them.
    func versions(of columns: [Int]) -> (text: Int, correction: Int?)? {
        func age(_ column: Int) -> HeaderMeaning.Age {
            guard let meaning = meanings[column] else { return .plain }
            return meaning.isSource && columns.count > 1 ? .older : meaning.age
        }
        let newer = columns.filter { age($0) == .newer }
        let plain = columns.filter { age($0) == .plain }
        let older = columns.filter { age($0) == .older }
        guard newer.count <= 1, plain.count <= 1 else { return nil }
        if let text = plain.first { return (text, newer.first) }
        if let correction = newer.first {
            return older.count == 1 ? (older[0], correction) : (correction, nil)
        }
        return older.count == 1 ? (older[0], nil) : nil
    }

    /// Chooses between text columns such as `Translation` and `New translation`.
    mutating func textAndCorrection() throws(HeaderProblem) -> Int? {
        guard let columns = roles[.text], columns.count > 1 else { return nil }
        guard let group = versions(of: columns) else { throw ambiguous(.text, columns) }
        roles[.text] = [group.text]
        return group.correction
    }

    /// Assigns each column headed `Revised` to the text on its left, or to the only text.
    func assignCorrections(_ plan: inout ColumnPlan) throws(HeaderProblem) {
        for column in corrections {
            let left = plan.texts.indices.filter { plan.texts[$0].column == column - 1 }
            let owner = left.count == 1 ? left.first : plan.texts.count == 1 ? 0 : nil
            guard let owner, plan.texts[owner].correction == nil else { continue }
            try refuseOtherTexts(in: column, beside: plan.texts[owner])
            plan.texts[owner].correction = column
        }
    }

    /// Rejects a column headed `Edited` if most of its cells are unlike the texts beside them, such as editors' names
    /// or change notes.
    private func refuseOtherTexts(in column: Int, beside text: ColumnPlan.Text) throws(HeaderProblem) {
        let pairs = rows.map { row in [column, text.column].map { row.cells.indices.contains($0) ? row.cells[$0] : "" }
        }
        .filter { !$0[0].trimmingWhitespace.isEmpty }
        let others = pairs.filter { !Self.resemble($0[0], $0[1]) }
        guard others.count * 2 > pairs.count, let other = others.first else { return }
        throw problem(
            .ambiguousColumn,
            "The column \(shown(column)) may hold corrected texts or something else: “\(other[0].singleLine.prefix(40))” is unlike "
                + "“\(other[1].singleLine.prefix(40))” in \(text.name).",
            remedy:
                "Write map: \"\(reference(column))=ignore\" under options if it holds something else; otherwise head it "
                + "“\((text.locale.map { $0 + " " } ?? "text ").prefix(40))corrected”.",
            at: column,
            related: [text.column]
        )
    }

    /// Whether two texts share many pairs of adjacent letters.
    private static func resemble(_ left: String, _ right: String) -> Bool {
        func pairs(_ text: String) -> Set<[Character]> {
            let letters = Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
            return Set(zip(letters, letters.dropFirst()).map { [$0, $1] })
        }
        let (left, right) = (pairs(left), pairs(right))
        return left.intersection(right).count * 6 >= left.count + right.count
    }

    // MARK: States

    /// Assigns states to texts by the locale in the header, by position beside the text, or to all texts.
    func assignStates(_ plan: inout ColumnPlan) throws(HeaderProblem) {
        var common: [ColumnPlan.State] = []
        let known = TextsByLocale(plan.texts)
        for state in states {
            guard let locale = meanings[state.column]?.locales.first else {
                common.append(state)
                continue
            }
            for index in known.withoutLocale {
                var state = state
                state.locale = locale
                plan.texts[index].states.append(state)
            }
            for index in known.indices(of: locale) { plan.texts[index].states.append(state) }
        }
        // `Status` and `Approved` are two properties of one text; two columns headed `Status` belong to two texts.
        let isOneEach = Set(common.map(\.flag)).count == common.count
        if isOneEach {
            for index in plan.texts.indices { plan.texts[index].states += common }
            return
        }
        for offset in [-1, 1] {
            let owners = common.map { state in
                plan.texts.indices.filter { plan.texts[$0].column == state.column + offset }
            }
            guard owners.allSatisfy({ !$0.isEmpty }) else { continue }
            for (state, owners) in zip(common, owners) {
                for owner in owners { plan.texts[owner].states.append(state) }
            }
            return
        }
        throw problem(
            .ambiguousColumn,
            "It is unclear to which texts the columns \(common.map { names[$0.column] }.listed()) belong.",
            remedy: "Head each with its locale, such as “Status de-DE”, or ignore those without use under options: "
                + "map: \"\(reference(common[1].column))=ignore\".",
            at: common[0].column,
            related: common.dropFirst().map(\.column)
        )
    }

    /// The indices of text columns by locale, each tag parsed once because a header may have thousands of columns.
    private struct TextsByLocale {
        private(set) var withoutLocale: [Int] = []
        private var exact: [String: [Int]] = [:]
        private var tags: [(index: Int, tag: LanguageTag?)] = []

        init(_ texts: [ColumnPlan.Text]) {
            for (index, text) in texts.enumerated() {
                guard let locale = text.locale else {
                    withoutLocale.append(index)
                    continue
                }
                exact[LanguageTag.folded(locale), default: []].append(index)
                tags.append((index, LanguageTag(comparable: locale)))
            }
        }

        /// The texts in a locale or, if there are none, those whose locales do not contradict it.
        func indices(of locale: String) -> [Int] {
            if let indices = exact[LanguageTag.folded(locale)] { return indices }
            guard let wanted = LanguageTag(comparable: locale) else { return tags.map(\.index) }
            return tags.filter { $0.tag.map { !$0.contradicts(wanted) } ?? true }.map(\.index)
        }
    }

    // MARK: Evidence

    /// Returns the indices of the first repeated value.
    private static func repetition(in values: [String]) -> (first: Int, second: Int)? {
        var seen: [String: Int] = [:]
        for (second, value) in values.enumerated() {
            if let first = seen.updateValue(second, forKey: value) { return (first, second) }
        }
        return nil
    }

    /// Returns a cell that proves that a column does not contain texts although its header may be a language; otherwise
    /// `nil`.
    func figure(in column: Int) -> String? { AmbiguousWord.figure(under: names[column], in: column, of: rows) }
}
