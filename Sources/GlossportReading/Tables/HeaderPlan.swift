/// Determines the columns and the layout from a header row, and reports its problems.
struct HeaderPlan {
    /// The trimmed cells of the header; empty strings if there is no header.
    let names: [String]
    /// The header row; `nil` if the table has none.
    let row: HeaderSearch.Row?
    let options: TableOptions
    let givenLocale: String?
    let sheetLocale: String?
    /// The sampled rows below the header.
    let rows: ArraySlice<HeaderSearch.Row>

    /// Headers shared by several columns, in lower case.
    let repeatedNames: Set<String>
    /// The meanings of headers whose columns the options do not assign.
    private(set) var meanings: [Int: HeaderMeaning] = [:]
    /// Columns by role, except ``states``; several if the header is ambiguous.
    var roles: [ColumnRole: [Int]] = [:]
    var locales: [Int: [String]] = [:]
    var mapped: Set<Int> = []
    private(set) var fields: [Int: String] = [:]
    private(set) var states: [ColumnPlan.State] = []
    /// Columns headed `Revised` and similar, without the name of the revised column.
    private(set) var corrections: [Int] = []
    private(set) var unknown: [Int] = []
    /// Columns without translations, according to the options or their headers.
    ///
    /// ``unread(_:)`` excludes them, but ``warnings(for:)`` reports those among the ``rivals`` that contain states.
    var declined: Set<Int> = []
    /// Whether a text column without a locale in its header uses the delivery's locale.
    private(set) var usesGivenLocale = false
    /// Columns that contain the same keys again, to the left of further texts.
    var repeatedKeys: [Int] = []
    /// Further columns that match a role assigned by the options.
    private(set) var rivals: [ColumnRole: [Int]] = [:]

    /// Interprets a header; throws ``HeaderProblem`` if a column named in the project file is missing or ambiguous.
    init(
        _ row: HeaderSearch.Row?,
        names: [String],
        options: TableOptions,
        givenLocale: String?,
        sheetLocale: String?,
        rows: ArraySlice<HeaderSearch.Row>
    ) throws(HeaderProblem) {
        (self.row, self.names, self.options, self.rows) = (row, names, options, rows)
        (self.givenLocale, self.sheetLocale) = (givenLocale, sheetLocale)
        var seen: Set<String> = []
        repeatedNames = Set(names.map { $0.lowercased() }.filter { !seen.insert($0).inserted })
        let taken = try followOptions()
        // Columns headed `id` are the key if there is no better one; otherwise they may be Indonesian.
        var weakKeys: [Int] = []
        let isPackage = names.contains(where: HeaderMeaning.isPackage)
        for index in names.indices where !taken.contains(index) && !names[index].isEmpty {
            if isPackage, HeaderMeaning.isForTranslators(names[index]) {
                declined.insert(index)
            } else if Self.isWeakKey(names[index]), options.columns[.key] == nil {
                weakKeys.append(index)
            } else {
                place(index)
            }
        }
        settleTitles()
        settleStems()
        if roles[.key] == nil, !weakKeys.isEmpty, roles[.message] == nil || fields.isEmpty {
            roles[.key] = weakKeys
        } else {
            for index in weakKeys {
                let content = content(of: index)
                if LanguageCodes.isCode(names[index]), !content.isNumbers {
                    locales[index] = [names[index]]
                } else {
                    declined.insert(index)
                }
            }
        }
        let hasTexts = roles[.text] != nil || !locales.isEmpty || !fields.isEmpty
        if !hasTexts, corrections.count == 1 {
            roles[.text] = corrections
            corrections = []
        }
    }

    var understood: Int {
        roles.filter { $0.key != .region }.values.reduce(0) { $0 + $1.count } + locales.count + fields.count
            + states.count + corrections.count
    }

    /// Whether a header is `id`, or the `key_id` that Lokalise exports beside `key_name`.
    private static func isWeakKey(_ name: String) -> Bool { ["id", "keyid"].contains(HeaderWord.plain(name)) }

    /// Assigns the columns named in the options; returns their indices.
    private mutating func followOptions() throws(HeaderProblem) -> Set<Int> {
        var taken: Set<Int> = []
        for role in ColumnRole.allCases {
            var reference = options.columns[role]
            if role == .locale, case .column(let column)? = options.locale { reference = column }
            guard let reference else { continue }
            let index = try only(reference, option: role.rawValue)
            if role == .state {
                states = [ColumnPlan.State(column: index, flag: flag(of: HeaderMeaning(names[index])))]
            } else {
                roles[role] = [index]
            }
            taken.insert(index)
        }
        for mapping in options.map {
            guard let column = mapping.column else { continue }
            let index = try only(column, option: "map")
            taken.insert(index)
            if let locale = mapping.locale {
                locales[index] = [locale]
                mapped.insert(index)
            } else {
                declined.insert(index)
            }
        }
        return taken
    }

    private func flag(of meaning: HeaderMeaning) -> TranslationState? {
        if case .flag(let state, _) = meaning.subject { state } else { nil }
    }

    private func isGiven(_ role: ColumnRole) -> Bool {
        role == .locale ? options.locale != nil : options.columns[role] != nil
    }

    private mutating func place(_ index: Int) {
        let meaning = HeaderMeaning(names[index])
        meanings[index] = meaning
        switch meaning.subject {
        case .role(let role) where isGiven(role):
            rivals[role, default: []].append(index)
            declined.insert(index)
        case .role(.state): states.append(ColumnPlan.State(column: index, flag: nil))
        case .role(let role): roles[role, default: []].append(index)
        case .field(let field): fields[index] = field
        case .needless: declined.insert(index)
        case .flag(let state, let isText): placeFlag(index, state, isText, meaning)
        case .locale where !meaning.locales.isEmpty: locales[index] = meaning.locales
        case .locale:
            let content = content(of: index)
            if meaning.age == .newer, content.holdsTexts { corrections.append(index) }
        case .unknown: unknown.append(index)
        }
    }

    /// Assigns a column such as `Approved` or `Final` by its cells, which may be states, texts or neither.
    private mutating func placeFlag(_ index: Int, _ state: TranslationState, _ isText: Bool, _ meaning: HeaderMeaning) {
        let content = content(of: index)
        if content.holdsStates || content.isEmpty {
            if isText, content.isEmpty, !meaning.locales.isEmpty {
                locales[index] = meaning.locales
            } else if isGiven(.state) {
                rivals[.state, default: []].append(index)
                declined.insert(index)
            } else {
                states.append(ColumnPlan.State(column: index, flag: state))
            }
        } else if isText, content.holdsTexts {
            if !meaning.locales.isEmpty {
                locales[index] = meaning.locales
            } else if meaning.age == .newer {
                corrections.append(index)
            } else {
                roles[.text, default: []].append(index)
            }
        } else {
            unknown.append(index)
        }
    }

    /// Accepts a title as the header field only beside other fields, or beside a message column without a text column,
    /// and never beside a header.
    private mutating func settleTitles() {
        for index in fields.keys where RecordField.isWeak(names[index]) {
            let others = fields.filter { $0.key != index }
            if others.values.contains("header") || others.isEmpty && (roles[.message] == nil || roles[.text] != nil) {
                fields[index] = nil
                unknown.append(index)
            }
        }
        unknown.sort()
    }

    /// Recognizes columns that share an unknown word and name one locale each: `label[de]` and `label[fr]`.
    private mutating func settleStems() {
        let stems = Dictionary(grouping: unknown.filter { meanings[$0]?.stem?.isEmpty == false }) {
            meanings[$0]?.stem ?? ""
        }
        .filter { $0.value.count > 1 }
        guard stems.count == 1, let columns = stems.values.first,
            columns.allSatisfy({ meanings[$0]?.locales.count == 1 }),
            Set(columns.compactMap { meanings[$0]?.locales.first.map(LanguageTag.folded) }).count == columns.count
        else { return }
        for column in columns { locales[column] = meanings[column]?.locales }
        unknown.removeAll { columns.contains($0) }
    }

    func content(of column: Int) -> ColumnContent {
        var content = ColumnContent()
        for row in rows where row.cells.indices.contains(column) { content.count(row.cells[column]) }
        return content
    }

    /// Returns the index of the column that the project file names.
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
        problem.isInvalidReference = true
        throw problem
    }

    /// Returns the only column for a role; `nil` if there are none or several.
    func only(_ role: ColumnRole) -> Int? { roles[role].flatMap { $0.count == 1 ? $0.first : nil } }

    // MARK: The plan

    mutating func plan() throws(HeaderProblem) -> ColumnPlan {
        // Beside a key, the message is the text, as in `key,locale,message`.
        if only(.key) != nil, roles[.text] == nil, fields.isEmpty, locales.isEmpty, roles[.field] == nil,
            let message = only(.message), options.columns[.message] == nil
        {
            roles[.text] = [message]
            roles[.message] = nil
        }
        try refuseTablesSideBySide()
        let correction = try textAndCorrection()
        for role in ColumnRole.allCases where role != .notes && role != .region {
            if let columns = roles[role], columns.count > 1 { throw ambiguous(role, columns) }
        }
        let layout = try self.layout()
        var plan = ColumnPlan(
            layout: layout,
            headerRow: row?.number ?? 0,
            key: try key(for: layout),
            field: layout == .record ? nil : only(.field),
            locale: layout == .wide ? nil : only(.locale),
            regions: layout == .wide || roles[.locale] == nil ? [] : roles[.region] ?? [],
            texts: try texts(for: layout),
            notes: roles[.notes] ?? [],
            source: only(.source),
            width: names.count,
            names: names
        )
        plan.repeatedKeys = repeatedKeys
        if let correction, plan.texts.count == 1 { plan.texts[0].correction = correction }
        try assignCorrections(&plan)
        for index in plan.texts.indices where plan.texts[index].correction == nil {
            plan.texts[index].isDoubtful = meanings[plan.texts[index].column]?.isDoubtful == true
        }
        try assignStates(&plan)
        // Without a language column, a country does not determine a text's locale.
        declined.formUnion(roles[.region] ?? [])
        plan.unread = unread(plan)
        return plan
    }

    private mutating func layout() throws(HeaderProblem) -> TableOptions.Layout {
        if let layout = options.layout { return layout }
        let isDivided = fields.keys.contains { meanings[$0]?.locales.isEmpty == false }
        let isRecord = !fields.isEmpty && (isDivided || roles[.locale] != nil || locales.isEmpty)
        if isRecord, roles[.text] == nil, mapped.isEmpty { return .record }
        if !mapped.isEmpty, options.columns[.text] == nil { return .wide }
        if let text = roles[.text]?.first {
            if roles[.locale] != nil { return .long }
            guard options.columns[.text] == nil, let locale = locales.keys.min() else { return .single }
            let stem = HeaderWord.plain(names[text])
            let isBase = locales.keys.allSatisfy { HeaderWord.plain(names[$0]).hasPrefix(stem) }
            // `text` beside `text[de-DE]` is in the delivery's locale.
            if isBase, let givenLocale {
                locales[text] = [givenLocale]
                roles[.text] = nil
                usesGivenLocale = true
                return .wide
            }
            if takeSource() { return .single }
            throw problem(
                .ambiguousColumn,
                "The columns \(shown(text)) and \(shown(locale)) may both hold translations.",
                remedy: (only(.key) == nil
                    ? "If \(shown(text)) holds the keys, write key: \"\(reference(text))\" under options. " : "")
                    + (isBase ? "Give the locale of the first under options: map: \"\(reference(text))=en-US\". " : "")
                    + "Choose one under options: layout: wide with map: \"\(reference(text))=ignore\", "
                    + "or layout: single with text: \"\(reference(text))\".",
                at: text,
                related: [locale]
            )
        }
        guard !locales.isEmpty else { throw noTexts() }
        settleSource()
        return .wide
    }

    /// Moves the only locale column to the source role if its header or the file's or sheet's locale shows that it is
    /// the source.
    private mutating func takeSource() -> Bool {
        guard roles[.source] == nil, locales.count == 1, let (column, names) = locales.first, names.count == 1 else {
            return false
        }
        let known = givenLocale ?? sheetLocale
        let isOther = known.map { LanguageTag.contradict($0, names[0]) } ?? false
        guard meanings[column]?.isSource == true || isOther else { return false }
        roles[.source] = [column]
        locales[column] = nil
        return true
    }

    private func key(for layout: TableOptions.Layout) throws(HeaderProblem) -> Int {
        let (key, message) = (only(.key), only(.message))
        let prefersMessage = layout == .record || roles[.field] != nil
        if let column = prefersMessage ? message ?? key : key ?? message { return column }
        // The key column of a sheet often has no header.
        if row != nil, let first = names.first, first.isEmpty, names.count > 1 { return 0 }
        throw noKey()
    }
}
