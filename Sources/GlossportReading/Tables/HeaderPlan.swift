/// Decides which layout a header stands for, and what is wrong with it.
struct HeaderPlan {
    var names: [String]
    var places: [TextPosition]
    /// The header's row number; 0 if there is none.
    var number: Int
    var roles: ColumnRoles
    var options: TableOptions
    var givenLocale: String?
    /// The rows below the header, as far as they were looked at.
    var rows: ArraySlice<HeaderSearch.Row>

    /// The plan.
    ///
    /// - Throws: The first problem.
    func plan() throws(HeaderProblem) -> ColumnPlan {
        var roles = roles
        // `key,locale,message`: next to a key, the message is the text.
        if roles.only(.key) != nil, roles.roles[.text] == nil, roles.fields.isEmpty, roles.locales.isEmpty,
            roles.roles[.field] == nil, let message = roles.only(.message), options.columns[.message] == nil
        {
            roles.roles[.text] = [message]
            roles.roles[.message] = nil
        }
        for role in ColumnRole.allCases where role != .notes {
            if let columns = roles.roles[role], columns.count > 1 { throw twoColumns(role, columns) }
        }
        let layout = try self.layout(roles)
        var plan = ColumnPlan(
            layout: layout,
            headerRow: number,
            key: try key(for: layout, roles),
            field: layout == .record ? nil : roles.only(.field),
            locale: layout == .wide ? nil : roles.only(.locale),
            texts: try texts(for: layout, roles),
            notes: roles.roles[.notes] ?? [],
            source: roles.only(.source),
            state: roles.only(.state),
            width: names.count,
            names: names,
            ignored: []
        )
        let used = Set([plan.key] + [plan.field, plan.locale, plan.source, plan.state].compactMap(\.self))
            .union(plan.texts.map(\.column)).union(plan.notes)
        plan.ignored = names.indices.filter { !used.contains($0) && !names[$0].isEmpty }
        return plan
    }

    // MARK: The layout

    private func layout(_ roles: ColumnRoles) throws(HeaderProblem) -> TableOptions.Layout {
        if let layout = options.layout { return layout }
        let hasText = roles.roles[.text] != nil
        let isRecord = !roles.fields.isEmpty && (roles.roles[.locale] != nil || roles.locales.isEmpty)
        if isRecord, !hasText, roles.mapped.isEmpty { return .record }
        if !roles.mapped.isEmpty, options.columns[.text] == nil { return .wide }
        if hasText {
            if roles.roles[.locale] != nil || options.columns[.text] != nil { return longOrSingle(roles) }
            guard let locale = roles.locales.min(by: { $0.key < $1.key }) else { return longOrSingle(roles) }
            let text = roles.roles[.text]?.first ?? 0
            throw problem(
                .ambiguousColumn,
                "The columns “\(names[text])” and “\(names[locale.key])” may both hold translations.",
                remedy: (roles.only(.key) == nil
                    ? "If “\(names[text])” holds the keys, write key: \"\(names[text])\" under options. " : "")
                    + "Choose one under options: layout: wide with map: \"\(names[text])=ignore\", "
                    + "or layout: single with text: \"\(names[text])\".",
                at: text,
                related: [locale.key]
            )
        }
        if !roles.locales.isEmpty { return .wide }
        throw problem(
            .noHeader,
            "No column with translations was found among \(shownNames).",
            remedy: "Name the columns under options, such as key: \(example), text: \(example), locale: \(example), "
                + "or map: \"\(exampleName)=de-DE\".",
            at: 0
        )
    }

    private func longOrSingle(_ roles: ColumnRoles) -> TableOptions.Layout {
        roles.roles[.locale] == nil ? .single : .long
    }

    // MARK: The key

    private func key(for layout: TableOptions.Layout, _ roles: ColumnRoles) throws(HeaderProblem) -> Int {
        let (key, message) = (roles.only(.key), roles.only(.message))
        let prefersMessage = layout == .record || roles.roles[.field] != nil
        if let column = prefersMessage ? message ?? key : key ?? message { return column }
        // The key column of a sheet often has no header.
        if number > 0, let first = names.first, first.isEmpty, names.count > 1 { return 0 }
        throw problem(
            .noKeyColumn,
            "No column holds keys: the columns are \(shownNames).",
            remedy: "Write key: and the column's header or number under options, such as key: \(keyExample(roles)).",
            at: 0
        )
    }

    // MARK: The texts

    private func texts(
        for layout: TableOptions.Layout,
        _ roles: ColumnRoles
    ) throws(HeaderProblem) -> [ColumnPlan.Text] {
        switch layout {
        case .wide: return try localeColumns(roles)
        case .record: return try fieldColumns(roles)
        case .long, .single:
            guard let text = roles.only(.text) else {
                throw problem(
                    .noHeader,
                    "No column holds the text: the columns are \(shownNames).",
                    remedy: "Write text: and the column's header or number under options, such as text: \(example).",
                    at: 0
                )
            }
            if layout == .long, roles.only(.locale) == nil, givenLocale == nil {
                throw problem(
                    .noHeader,
                    "No column holds the locale: the columns are \(shownNames).",
                    remedy:
                        "Write locale: and the column's header or number under options, or locale: =de-DE for all rows.",
                    at: 0
                )
            }
            return [
                ColumnPlan.Text(
                    column: text,
                    locale: roles.only(.locale) == nil ? givenLocale : nil,
                    name: name(of: text)
                )
            ]
        }
    }

    private func fieldColumns(_ roles: ColumnRoles) throws(HeaderProblem) -> [ColumnPlan.Text] {
        let columns = roles.fields.sorted { $0.key < $1.key }
        for (index, (column, field)) in columns.enumerated() {
            if let other = columns[..<index].first(where: { $0.value == field }) {
                throw problem(
                    .ambiguousColumn,
                    "The columns “\(names[other.key])” and “\(names[column])” both hold the field \(field).",
                    remedy: "Write map: \"\(column + 1)=ignore\" under options for the one to ignore.",
                    at: column,
                    related: [other.key]
                )
            }
        }
        if columns.isEmpty {
            throw problem(
                .noHeader,
                "No column holds a field: the columns are \(shownNames).",
                remedy: "Head the columns header, body, altText, bullets.1.text; or leave out layout: record.",
                at: 0
            )
        }
        let locale = roles.only(.locale) == nil ? givenLocale : nil
        return columns.map { ColumnPlan.Text(column: $0.key, locale: locale, field: $0.value, name: name(of: $0.key)) }
    }

    private func localeColumns(_ roles: ColumnRoles) throws(HeaderProblem) -> [ColumnPlan.Text] {
        let columns = roles.locales.sorted { $0.key < $1.key }
        let strangers =
            (roles.unknown.filter { !toleratesUnknown || isShapedLikeTag(names[$0]) } + roles.fields.keys
            + (roles.roles[.text] ?? [])
            + (roles.roles[.locale] ?? [])).sorted()
        if columns.isEmpty {
            throw problem(
                .noHeader,
                "No column is headed by a locale: the columns are \(shownNames).",
                remedy: "Name them under options: map: \"\(exampleName)=fr-FR\".",
                at: 0
            )
        }
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
        for (column, locale) in columns where !roles.mapped.contains(column) {
            if let value = AmbiguousWord.figure(under: names[column], in: column, of: rows) {
                throw problem(
                    .ambiguousColumn,
                    "The column “\(names[column])” may be the locale \(locale) or something else: it holds “\(value)”.",
                    remedy:
                        "Declare it under options: map: \"\(names[column])=ignore\" or map: \"\(names[column])=\(locale)\".",
                    at: column
                )
            }
        }
        for (index, (column, locale)) in columns.enumerated() {
            let identity = LanguageTag.folded(locale)
            if let other = columns[..<index].first(where: { LanguageTag.folded($0.value) == identity }) {
                throw problem(
                    .duplicateLocale,
                    "\(name(of: other.key, at: true)) and \(name(of: column, at: true)) are both \(locale).",
                    remedy: "Ignore one under options: map: \"\(column + 1)=ignore\".",
                    at: column,
                    related: [other.key]
                )
            }
        }
        if let given = givenLocale {
            guard columns.count == 1, let column = columns.first?.key else {
                throw problem(
                    .localeConflict,
                    "The delivery is set to \(given), but the file has columns for \(columns.count) locales: "
                        + "\(columns.map(\.value).listed()).",
                    remedy: "Remove the delivery's locale, so that each column's own is used.",
                    at: columns[0].key
                )
            }
            return [ColumnPlan.Text(column: column, locale: given, name: name(of: column))]
        }
        return columns.map { ColumnPlan.Text(column: $0.key, locale: $0.value, name: name(of: $0.key)) }
    }

    /// Whether at least two columns certainly are locales, so that one that is not understood hardly is one.
    private var toleratesUnknown: Bool {
        roles.locales.count { roles.mapped.contains($0.key) || !AmbiguousWord.isOne(names[$0.key]) } >= 2
    }

    /// Whether a header has the form of a language tag, such as `xx-YY`: a slip in it must not cost a whole locale.
    private func isShapedLikeTag(_ name: String) -> Bool {
        name.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})+/) != nil
    }

    // MARK: Warnings

    /// The warnings about a header that can be followed.
    func warnings(for plan: ColumnPlan) -> [HeaderProblem] {
        var warnings: [HeaderProblem] = []
        if plan.layout != .wide {
            let locales = plan.ignored.filter { column in
                let name = names[column]
                return roles.locales[column] != nil && !roles.mapped.contains(column) && name.lowercased() != "id"
                    && AmbiguousWord.figure(under: name, in: column, of: rows) == nil
            }
            if let first = locales.first {
                var warning = problem(
                    .ignoredColumn,
                    "\(locales.map { names[$0] }.listed()) \(locales.count == 1 ? "looks" : "look") like a locale, but "
                        + "the file is read as \(plan.layout.rawValue), so the column is not read.",
                    remedy: "Write layout: wide under options if it holds translations, "
                        + "or map: \"\(names[first])=ignore\" if not.",
                    at: first,
                    related: Array(locales.dropFirst())
                )
                warning.severity = .warning
                warnings.append(warning)
            }
        }
        if plan.layout == .wide, !roles.unknown.isEmpty { warnings += unknownColumns(plan) }
        if plan.locale == nil, plan.texts.contains(where: { $0.locale == nil }) {
            warnings.append(
                problem(
                    .noLocale,
                    "The file's locale is unknown.",
                    remedy:
                        "Give the delivery a locale, or write locale: from-filename or locale: =de-DE under options.",
                    at: 0
                )
            )
        }
        return warnings
    }

    /// The warnings about columns that are skipped because there are enough locales beside them.
    private func unknownColumns(_ plan: ColumnPlan) -> [HeaderProblem] {
        let unknown = roles.unknown.filter(plan.ignored.contains)
        let suggestions = unknown.reduce(into: [Int: String]()) { $0[$1] = LocaleName.suggestion(for: names[$1]) }
        var problems: [HeaderProblem] = suggestions.sorted { $0.key < $1.key }.map { column, locale in
            problem(
                .unknownColumn,
                "The column “\(names[column])” is not a locale, so it was not read; it may be \(locale).",
                remedy: "Write map: \"\(names[column])=\(locale)\" under options if it holds translations, "
                    + "or map: \"\(names[column])=ignore\" if not.",
                at: column
            )
        }
        for index in problems.indices { problems[index].severity = .warning }
        let rest = unknown.filter { suggestions[$0] == nil }
        guard let first = rest.first else { return problems }
        var note = problem(
            .unknownColumn,
            "\(rest.map { names[$0] }.listed()) among the locale columns "
                + (rest.count == 1
                    ? "is not a locale, so it was not read." : "are not locales, so they were not read."),
            remedy: "Write map: \"\(names[first])=ignore\" under options, or a locale such as fr-FR in place of ignore "
                + "where the column holds translations.",
            at: first,
            related: Array(rest.dropFirst())
        )
        note.severity = .note
        return problems + [note]
    }

    // MARK: Words

    private func twoColumns(_ role: ColumnRole, _ columns: [Int]) -> HeaderProblem {
        problem(
            .ambiguousColumn,
            "The columns \(columns.map { names[$0] }.listed()) may each be the \(role.rawValue) column.",
            remedy: "Name it under options, such as \(role.rawValue): \(columns[0] + 1) for the first of them.",
            at: columns[0],
            related: Array(columns.dropFirst())
        )
    }

    private func problem(
        _ rule: TableRule,
        _ text: String,
        remedy: String,
        at column: Int,
        related: [Int] = []
    ) -> HeaderProblem {
        let place = { (column: Int) in places.indices.contains(column) ? places[column] : places.first }
        return HeaderProblem(
            rule: rule,
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

    /// The likeliest column of keys: the first one without another role.
    private func keyExample(_ roles: ColumnRoles) -> String {
        let used = Set(roles.roles.values.joined()).union(roles.locales.keys)
        return names.indices.first { !names[$0].isEmpty && !used.contains($0) }.map { "\"\(names[$0])\"" } ?? example
    }

    /// A column of this file to show in an example.
    private var example: String { exampleName == "2" ? "2" : "\"\(exampleName)\"" }
    private var exampleName: String { names.last { !$0.isEmpty } ?? "2" }

    private func name(of column: Int, at start: Bool = false) -> String {
        let name = names[column]
        return name.isEmpty ? "\(start ? "Column" : "column") \(column + 1)" : "“\(name)”"
    }
}
