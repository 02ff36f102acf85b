/// Decides which columns a header row names and which layout they make, and finds what is wrong with that.
struct HeaderPlan {
    /// The header without white space around its cells; empty names if there is none.
    private let names: [String]
    /// The header; `nil` if the table has none.
    private let row: HeaderSearch.Row?
    private let options: TableOptions
    private let givenLocale: String?
    /// The rows below the header, as far as they were looked at.
    private let rows: ArraySlice<HeaderSearch.Row>

    /// Columns by their purpose; several where the header does not tell which is meant.
    private var roles: [ColumnRole: [Int]] = [:]
    /// Locales by column.
    private var locales: [Int: String] = [:]
    /// Columns whose locale the project file gives.
    private var mapped: Set<Int> = []
    /// Fields of a record by column.
    private var fields: [Int: String] = [:]
    /// Columns that nothing is known about.
    private var unknown: [Int] = []

    /// Looks at each cell of a header.
    ///
    /// - Throws: ``HeaderProblem`` for a column that the project file names and the header does not have just once.
    init(
        _ row: HeaderSearch.Row?,
        names: [String],
        options: TableOptions,
        givenLocale: String?,
        rows: ArraySlice<HeaderSearch.Row>
    ) throws(HeaderProblem) {
        (self.row, self.names, self.options, self.givenLocale, self.rows) = (row, names, options, givenLocale, rows)
        var taken: Set<Int> = []
        for role in ColumnRole.allCases {
            var reference = options.columns[role]
            if role == .locale, case .column(let column)? = options.locale { reference = column }
            guard let reference else { continue }
            let index = try only(reference, option: role.rawValue)
            roles[role] = [index]
            taken.insert(index)
        }
        for mapping in options.map {
            guard let column = mapping.column else { continue }
            let index = try only(column, option: "map")
            taken.insert(index)
            guard let locale = mapping.locale else { continue }
            locales[index] = locale
            mapped.insert(index)
        }
        // Columns headed `id`: a key, if there is no better one, else perhaps Indonesian.
        var weakKeys: [Int] = []
        for index in names.indices where !taken.contains(index) {
            if HeaderWord.plain(names[index]) == "id", options.columns[.key] == nil {
                weakKeys.append(index)
            } else {
                place(index)
            }
        }
        if roles[.key] == nil, !weakKeys.isEmpty, roles[.message] == nil || fields.isEmpty {
            roles[.key] = weakKeys
        } else {
            for index in weakKeys { locales[index] = names[index] }
        }
    }

    /// How many columns are understood.
    var understood: Int { roles.values.reduce(0) { $0 + $1.count } + locales.count + fields.count }

    private mutating func place(_ index: Int) {
        let name = names[index]
        let role = HeaderWord.role(of: name)
        let isGiven = role.map { $0 == .locale ? options.locale != nil : options.columns[$0] != nil } ?? false
        if name.isEmpty { return }
        if let role, !isGiven {
            roles[role, default: []].append(index)
        } else if let field = RecordField.name(of: name) {
            fields[index] = field
        } else if let locale = LocaleName.locale(in: name) {
            locales[index] = locale
        } else if !HeaderWord.isNeedless(name), !isGiven, !options.map.contains(where: { $0.column == nil }) {
            unknown.append(index)
        }
    }

    /// The one column that the project file names.
    private func only(_ reference: ColumnReference, option: String) throws(HeaderProblem) -> Int {
        let found = reference.indices(in: names)
        if found.count == 1, let index = found.first { return index }
        var problem: HeaderProblem
        let option = "The option \(option) names the column \(reference)"
        if let first = found.first {
            problem = self.problem(
                .ambiguousColumn,
                "\(option), and \(found.count) columns have that header.",
                remedy: "Write the number of the right one instead: one of "
                    + "\(found.map { String($0 + 1) }.joined(separator: ", ")).",
                at: first,
                related: Array(found.dropFirst())
            )
        } else if row == nil {
            problem = self.problem(
                .missingColumn,
                "\(option), but the file has no header row.",
                remedy: "Write the column's number instead of its name, counted from 1."
            )
        } else {
            problem = self.problem(
                .missingColumn,
                "\(option), which the file does not have.",
                remedy: "Its columns are \(names.filter { !$0.isEmpty }.listed(limit: 12)): write one of these, "
                    + "or its number from 1."
            )
        }
        problem.isReference = true
        throw problem
    }

    /// The one column for a role; `nil` if there is none or more than one.
    private func only(_ role: ColumnRole) -> Int? { roles[role].flatMap { $0.count == 1 ? $0.first : nil } }

    // MARK: The plan

    /// Makes the plan.
    ///
    /// - Throws: The first problem.
    mutating func plan() throws(HeaderProblem) -> ColumnPlan {
        // `key,locale,message`: next to a key, the message is the text.
        if only(.key) != nil, roles[.text] == nil, fields.isEmpty, locales.isEmpty, roles[.field] == nil,
            let message = only(.message), options.columns[.message] == nil
        {
            roles[.text] = [message]
            roles[.message] = nil
        }
        for role in ColumnRole.allCases where role != .notes {
            if let columns = roles[role], columns.count > 1 {
                throw problem(
                    .ambiguousColumn,
                    "The columns \(columns.map { names[$0] }.listed()) may each be the \(role.rawValue) column.",
                    remedy:
                        "Name it under options, such as \(role.rawValue): \(columns[0] + 1) for the first of them.",
                    at: columns[0],
                    related: Array(columns.dropFirst())
                )
            }
        }
        let layout = try self.layout()
        var plan = ColumnPlan(
            layout: layout,
            headerRow: row?.number ?? 0,
            key: try key(for: layout),
            field: layout == .record ? nil : only(.field),
            locale: layout == .wide ? nil : only(.locale),
            texts: try texts(for: layout),
            notes: roles[.notes] ?? [],
            source: only(.source),
            state: only(.state),
            width: names.count,
            names: names,
            ignored: []
        )
        let used = Set([plan.key] + [plan.field, plan.locale, plan.source, plan.state].compactMap(\.self))
            .union(plan.texts.map(\.column)).union(plan.notes)
        plan.ignored = names.indices.filter { !used.contains($0) && !names[$0].isEmpty }
        return plan
    }

    private func layout() throws(HeaderProblem) -> TableOptions.Layout {
        if let layout = options.layout { return layout }
        let isRecord = !fields.isEmpty && (roles[.locale] != nil || locales.isEmpty)
        if isRecord, roles[.text] == nil, mapped.isEmpty { return .record }
        if !mapped.isEmpty, options.columns[.text] == nil { return .wide }
        if let text = roles[.text]?.first {
            if roles[.locale] != nil { return .long }
            guard options.columns[.text] == nil, let locale = locales.keys.min() else { return .single }
            throw problem(
                .ambiguousColumn,
                "The columns “\(names[text])” and “\(names[locale])” may both hold translations.",
                remedy: (only(.key) == nil
                    ? "If “\(names[text])” holds the keys, write key: \"\(names[text])\" under options. " : "")
                    + "Choose one under options: layout: wide with map: \"\(names[text])=ignore\", "
                    + "or layout: single with text: \"\(names[text])\".",
                at: text,
                related: [locale]
            )
        }
        if !locales.isEmpty { return .wide }
        throw problem(
            .noHeader,
            "No column with translations was found among \(shownNames).",
            remedy: "Name the columns under options, such as key: \(example), text: \(example), locale: \(example), "
                + "or map: \"\(exampleName)=de-DE\"."
        )
    }

    private func key(for layout: TableOptions.Layout) throws(HeaderProblem) -> Int {
        let (key, message) = (only(.key), only(.message))
        let prefersMessage = layout == .record || roles[.field] != nil
        if let column = prefersMessage ? message ?? key : key ?? message { return column }
        // The key column of a sheet often has no header.
        if row != nil, let first = names.first, first.isEmpty, names.count > 1 { return 0 }
        // The likeliest column of keys: the first one without another role.
        let used = Set(roles.values.joined()).union(locales.keys)
        let likely = names.indices.first { !names[$0].isEmpty && !used.contains($0) }.map { "\"\(names[$0])\"" }
        throw problem(
            .noKeyColumn,
            "No column holds keys: the columns are \(shownNames).",
            remedy: "Write key: and the column's header or number under options, such as key: \(likely ?? example)."
        )
    }

    private func texts(for layout: TableOptions.Layout) throws(HeaderProblem) -> [ColumnPlan.Text] {
        let locale = only(.locale) == nil ? givenLocale : nil
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
            return [ColumnPlan.Text(column: text, locale: locale, name: name(of: text))]
        }
    }

    private func fieldColumns(_ locale: String?) throws(HeaderProblem) -> [ColumnPlan.Text] {
        let columns = fields.sorted { $0.key < $1.key }
        if let (first, second) = Self.twins(columns.map(\.value)).map({ (columns[$0].key, columns[$1].key) }) {
            throw problem(
                .ambiguousColumn,
                "The columns “\(names[first])” and “\(names[second])” both hold the field \(fields[second] ?? "").",
                remedy: "Write map: \"\(second + 1)=ignore\" under options for the one to ignore.",
                at: second,
                related: [first]
            )
        }
        if columns.isEmpty {
            throw problem(
                .noHeader,
                "No column holds a field: the columns are \(shownNames).",
                remedy: "Head the columns header, body, altText, bullets.1.text; or leave out layout: record."
            )
        }
        return columns.map { ColumnPlan.Text(column: $0.key, locale: locale, field: $0.value, name: name(of: $0.key)) }
    }

    private func localeColumns() throws(HeaderProblem) -> [ColumnPlan.Text] {
        let columns = locales.sorted { $0.key < $1.key }
        if columns.isEmpty {
            throw problem(
                .noHeader,
                "No column is headed by a locale: the columns are \(shownNames).",
                remedy: "Name them under options: map: \"\(exampleName)=fr-FR\"."
            )
        }
        let strangers =
            (unknown.filter { !toleratesUnknown || isShapedLikeTag(names[$0]) } + fields.keys + (roles[.text] ?? [])
            + (roles[.locale] ?? [])).sorted()
        if let first = strangers.first {
            let examples = strangers.prefix(3).map { "\(names[$0])=ignore" }.joined(separator: ", ")
            throw problem(
                .unknownColumn,
                "It is unclear what \(strangers.map { names[$0] }.listed()) among the locale columns "
                    + (strangers.count == 1 ? "is." : "are."),
                remedy:
                    "Declare it under options: map: \"\(examples)\", with a locale such as fr-FR in place of ignore "
                    + "where the column holds translations; \"*=ignore\" ignores all that are not named.",
                at: first,
                related: Array(strangers.dropFirst())
            )
        }
        for (column, locale) in columns where !mapped.contains(column) {
            guard let value = figure(in: column) else { continue }
            throw problem(
                .ambiguousColumn,
                "The column “\(names[column])” may be the locale \(locale) or something else: it holds “\(value)”.",
                remedy:
                    "Declare it under options: map: \"\(names[column])=ignore\" or map: \"\(names[column])=\(locale)\".",
                at: column
            )
        }
        if let (first, second) = Self.twins(columns.map { LanguageTag.folded($0.value) }) {
            let column = columns[second].key
            throw problem(
                .duplicateLocale,
                "\(name(of: columns[first].key, at: true)) and \(name(of: column, at: true)) are both "
                    + "\(columns[second].value).",
                remedy: "Ignore one under options: map: \"\(column + 1)=ignore\".",
                at: column,
                related: [columns[first].key]
            )
        }
        if let givenLocale, columns.count > 1 {
            throw problem(
                .localeConflict,
                "The delivery is set to \(givenLocale), but the file has columns for \(columns.count) locales: "
                    + "\(columns.map(\.value).listed()).",
                remedy: "Remove the delivery's locale, so that each column's own is used.",
                at: columns[0].key
            )
        }
        return columns.map {
            ColumnPlan.Text(column: $0.key, locale: givenLocale ?? $0.value, name: name(of: $0.key))
        }
    }

    /// The first value that was there before, with its predecessor.
    private static func twins(_ values: [String]) -> (first: Int, second: Int)? {
        var seen: [String: Int] = [:]
        for (second, value) in values.enumerated() {
            if let first = seen.updateValue(second, forKey: value) { return (first, second) }
        }
        return nil
    }

    /// A cell that shows that a column holds no texts, although its header may be a language, or `nil`.
    private func figure(in column: Int) -> String? { AmbiguousWord.figure(under: names[column], in: column, of: rows) }

    /// Whether at least two columns certainly are locales, so that one that is not understood hardly is one.
    private var toleratesUnknown: Bool {
        locales.keys.count { mapped.contains($0) || !AmbiguousWord.contains(names[$0]) } >= 2
    }

    /// Whether a header has the form of a language tag, such as `xx-YY`: a slip in it must not cost a whole locale.
    private func isShapedLikeTag(_ name: String) -> Bool {
        name.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})+/) != nil
    }

    // MARK: Warnings

    /// The warnings about a header that can be followed.
    func warnings(for plan: ColumnPlan) -> [HeaderProblem] {
        var warnings = plan.layout == .wide ? unknownColumns(plan) : ignoredLocales(plan)
        if plan.locale == nil, plan.texts.contains(where: { $0.locale == nil }) {
            warnings.append(
                problem(
                    .noLocale,
                    "The file's locale is unknown.",
                    remedy: "Give the delivery a locale, or write locale: from-filename"
                        + (options.format.isSheet ? ", locale: from-sheet" : "") + " or locale: =de-DE under options."
                )
            )
        }
        return warnings
    }

    /// The warning about columns that are headed by locales although the layout has none.
    private func ignoredLocales(_ plan: ColumnPlan) -> [HeaderProblem] {
        let ignored = plan.ignored.filter { column in
            locales[column] != nil && !mapped.contains(column) && names[column].lowercased() != "id"
                && figure(in: column) == nil
        }
        guard let first = ignored.first else { return [] }
        return [
            problem(
                .ignoredColumn,
                "\(ignored.map { names[$0] }.listed()) \(ignored.count == 1 ? "looks" : "look") like a locale, but "
                    + "the file is read as \(plan.layout.rawValue), so the column is not read.",
                severity: .warning,
                remedy: "Write layout: wide under options if it holds translations, "
                    + "or map: \"\(names[first])=ignore\" if not.",
                at: first,
                related: Array(ignored.dropFirst())
            )
        ]
    }

    /// The warnings and the note about columns that are skipped because there are enough locales beside them.
    private func unknownColumns(_ plan: ColumnPlan) -> [HeaderProblem] {
        var problems: [HeaderProblem] = []
        var rest: [Int] = []
        for column in unknown where plan.ignored.contains(column) {
            guard let locale = LocaleName.suggestion(for: names[column]) else {
                rest.append(column)
                continue
            }
            problems.append(
                problem(
                    .unknownColumn,
                    "The column “\(names[column])” is not a locale, so it was not read; it may be \(locale).",
                    severity: .warning,
                    remedy: "Write map: \"\(names[column])=\(locale)\" under options if it holds translations, "
                        + "or map: \"\(names[column])=ignore\" if not.",
                    at: column
                )
            )
        }
        guard let first = rest.first else { return problems }
        let note = problem(
            .unknownColumn,
            "\(rest.map { names[$0] }.listed()) among the locale columns "
                + (rest.count == 1
                    ? "is not a locale, so it was not read." : "are not locales, so they were not read."),
            severity: .note,
            remedy: "Write map: \"\(names[first])=ignore\" under options, or a locale such as fr-FR in place of ignore "
                + "where the column holds translations.",
            at: first,
            related: Array(rest.dropFirst())
        )
        return problems + [note]
    }

    // MARK: Words

    private func problem(
        _ rule: TableRule,
        _ text: String,
        severity: Severity = .error,
        remedy: String,
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
            place: place(column),
            related: related.compactMap(place)
        )
    }

    private var shownNames: String {
        let shown = names.filter { !$0.isEmpty }
        return shown.isEmpty ? "not named" : shown.listed()
    }

    /// A column of this file to show in an example.
    private var example: String { exampleName == "2" ? "2" : "\"\(exampleName)\"" }
    private var exampleName: String { names.last { !$0.isEmpty } ?? "2" }

    private func name(of column: Int, at start: Bool = false) -> String {
        let name = names[column]
        return name.isEmpty ? "\(start ? "Column" : "column") \(column + 1)" : "“\(name)”"
    }
}
