/// Makes translation units of the rows of a table, as its header says.
///
/// Every text cell of every row is counted once: as a unit, or under the reason why it is not one. Rows are passed one
/// by one, and none is kept.
public struct TableReading {
    let plan: ColumnPlan
    let path: String
    let format: TableFormat
    private let keyPattern: KeyPattern
    /// The locale that the options give, where the table has a locale column too.
    private let givenLocale: String?
    private let neededWidth: Int
    private var fileLocale: String?
    /// The first locale of the table's own that the given one stands for.
    private var declared: DeclaredLocale?
    private let declaredByHeader: [DeclaredLocale]
    private let isLocaleFixed: Bool
    private var fieldNames: [String: String] = [:]
    private var unknownStates: Set<String> = []
    /// States come in runs, and looking a word up costs more than all else in a row.
    private var lastState = (word: "", state: TranslationState.translated)
    /// Units emitted or passed over.
    public private(set) var units = 0
    private var others = 0
    private var namedLocales: Set<String> = []
    /// Which keys are wanted; all if there is none, or if keys are made of several cells.
    private let wanted: KeyFilter?
    /// Rows read, without the header and without empty ones.
    public private(set) var rows = 0
    private var counts = [Int](repeating: 0, count: Skip.allCases.count)
    /// Hidden rows with texts: the first, and how many.
    private var hiddenRows: (place: SourceLocation, count: Int)?
    /// Remarks that are made once for a column: the first place, and how many.
    private var remarks: [ColumnRemark: (place: SourceLocation, count: Int)] = [:]
    // The facts of the plan needed for every row, without touching the plan itself: that would count references.
    private let columns: [Int]
    private let locales: [String?]
    /// How the keys of a column are made, where a row is a record.
    private let frames: [KeyPattern.Frame?]
    private let width: Int
    private let headerRow: Int
    private let sourceColumn: Int?
    private let noteColumns: [Int]

    private struct ColumnRemark: Hashable {
        var column: Int
        var remark: CellRemark
    }

    /// The reasons under which cells and rows are counted that make no unit.
    private enum Skip: Int, CaseIterable {
        case emptyCell, missingCell, shiftedRow, damagedCell, withoutKey, withoutLocale, emptyRow, aboveHeader

        static let names = [
            "empty cell", "missing cell", "cell of a shifted row", "damaged cell", "text without a key",
            "text without a locale", "empty row", "row above the header",
        ]
    }

    /// Begins with the rows of a table.
    ///
    /// - Parameter header: Its header; `nil` is made of one that can't be followed.
    public init?(_ header: TableHeader) {
        guard let plan = header.plan else { return nil }
        let options = header.options
        self.plan = plan
        path = header.path
        format = options.format
        keyPattern = options.recordKey
        givenLocale = header.givenLocale
        wanted = plan.field == nil && plan.texts.allSatisfy { $0.field == nil } ? options.wanted : nil
        let start = SourceLocation(path: header.path, line: 1, column: 1)
        declaredByHeader = header.declared.map { DeclaredLocale(locale: $0, place: start) }
        isLocaleFixed = options.fixedLocale != nil
        neededWidth = format.isSheet ? 0 : plan.neededWidth
        columns = plan.texts.map(\.column)
        locales = plan.texts.map(\.locale)
        frames = plan.texts.map { $0.field.map(options.recordKey.frame) }
        width = plan.width
        headerRow = plan.headerRow
        sourceColumn = plan.source
        noteColumns = Array(plan.notes.prefix(ReaderLimits.notesPerUnit))
    }

    /// The counts of what was read so far, and the locales that the table declares.
    public var summary: ReadSummary {
        var summary = ReadSummary()
        summary.units = units
        summary.others = others
        for (name, count) in zip(Skip.names, counts) where count > 0 { summary.skipped[name] = count }
        for declared in isLocaleFixed ? declaredByHeader + [declared].compactMap(\.self) : [] {
            summary.declare(declared.locale, at: declared.place)
        }
        return summary
    }

    /// Reads a row.
    ///
    /// - Parameters:
    ///   - row: The row; also the header and those above it, from the first on.
    ///   - emit: Takes units and findings.
    public mutating func read(_ row: TableRow, emit: (ReadEvent) -> Void) {
        guard row.number > headerRow else {
            if row.number < headerRow, !row.isBlank { skip(.aboveHeader) }
            return
        }
        if row.isBlank { return skip(.emptyRow) }
        rows += 1
        if row.count > width, let extra = (width..<row.count).first(where: { !row.isBlank($0) }) {
            skip(.shiftedRow, count: columns.count)
            return emit(.finding(extraCells(row, at: extra)))
        }
        if row.count < neededWidth { emit(.finding(missingCells(row))) }
        if passOver(row, emit) { return }
        guard let key = key(row, emit), let rowLocale = locale(row, emit) else { return }
        let state = state(row, emit)
        let source = sourceColumn.flatMap { aside(row, $0, "source", emit) }
        let notes = notes(row, emit)
        let unitsBefore = units
        for text in columns.indices {
            let locale = locales[text] ?? rowLocale.text
            guard let target = target(row, text, key: key.text, locale: locale, emit) else { continue }
            units += 1
            emit(
                .unit(
                    TranslationUnit(
                        key: frames[text].map { $0.key(key.text) } ?? key.text,
                        locale: locale,
                        source: source,
                        target: target,
                        state: state,
                        notes: notes,
                        location: location(row, columns[text])
                    )
                )
            )
        }
        if row.isHidden, units > unitsBefore {
            hiddenRows = (hiddenRows?.place ?? location(row, plan.key), (hiddenRows?.count ?? 0) + 1)
        }
    }

    /// Ends the table.
    ///
    /// - Parameter emit: Takes findings about all of its rows.
    public func end(emit: (ReadEvent) -> Void) {
        if let hiddenRows { emit(.finding(hidden(hiddenRows.count, at: hiddenRows.place))) }
        for (key, found) in remarks.sorted(by: { $0.value.place < $1.value.place }) {
            if let rule = key.remark.rule {
                emit(.finding(finding(key.remark, rule, in: key.column, found.count, at: found.place)))
            }
        }
    }

    /// Skips a row with an unwanted key, unless there is a finding about its key or texts.
    @inline(__always)
    private mutating func passOver(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> Bool {
        guard let wanted, !row.isEmpty(plan.key), !row.hasRemarks,
            // A key that starts with a digit may be a mangled number; surrounding white space is trimmed.
            row.withContent(
                plan.key,
                { key in
                    guard let first = key.first, let last = key.last else { return false }
                    return (0x21...0x7E).contains(first) && (0x21...0x7E).contains(last)
                        && !(0x30...0x39).contains(first) && !wanted.lets(key)
                }
            ), columns.allSatisfy({ row.isEmpty($0) || row.withContent($0, CellDefect.find).isEmpty })
        else { return false }
        guard let rowLocale = locale(row, emit) else { return true }
        _ = state(row, emit)
        let isNew = rowLocale.text.map { namedLocales.count < 1_024 && namedLocales.insert($0).inserted } ?? false
        let isNamed = isNew || others < ReaderLimits.namedOthers
        for text in columns.indices {
            let column = columns[text]
            if row.isEmpty(column) {
                skipEmpty(row, column)
                continue
            }
            units += 1
            others += 1
            guard isNamed else { continue }
            let unit = OtherUnit(
                key: row.trimmedText(plan.key),
                locale: locales[text] ?? rowLocale.text,
                location: location(row, column)
            )
            emit(.other(unit))
        }
        return true
    }

    private mutating func notes(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> [String] {
        noteColumns.isEmpty ? [] : noteColumns.compactMap { aside(row, $0, "note", emit) }
    }

    /// The source or a note; nothing is uploaded of it, so a defect in it is only a warning.
    private func aside(_ row: TableRow, _ column: Int, _ word: String, _ emit: (ReadEvent) -> Void) -> String? {
        if let remark = row.remark(column), remark.isUnusable, let rule = remark.rule,
            !(word == "note" && remark.servesAsNote)
        {
            var finding = finding(remark, rule, "The \(word)", "it was left out", at: location(row, column))
            finding.severity = .warning
            emit(.finding(finding))
            return nil
        }
        return row.text(column)
    }

    /// The place of a cell; in a sheet also of a missing one.
    func location(_ row: TableRow, _ column: Int) -> SourceLocation {
        format.isSheet && column >= row.count
            ? SourceLocation(path: path, line: row.number, column: column + 1) : row.location(column, in: path)
    }

    private mutating func skip(_ reason: Skip, count: Int = 1) { counts[reason.rawValue] += count }

    private mutating func skipEmpty(_ row: TableRow, _ column: Int) {
        skip(column < row.count || format.isSheet ? .emptyCell : .missingCell)
    }

    /// Counts the texts of a row of which none can be read.
    private mutating func skipTexts(_ row: TableRow, _ reason: Skip) -> Int {
        var lost = 0
        for column in columns {
            if row.isEmpty(column), row.remark(column)?.isUnusable != true {
                skipEmpty(row, column)
            } else {
                skip(reason)
                lost += 1
            }
        }
        return lost
    }

    /// The cell that a row can't do without, without white space around it; `nil` if it has none.
    private mutating func needed(
        _ row: TableRow,
        _ column: Int,
        _ rule: TableRule,
        _ word: String,
        _ reason: Skip,
        _ emit: (ReadEvent) -> Void
    ) -> String? {
        if let remark = row.remark(column), let rule = remark.rule {
            if remark.isUnusable {
                if skipTexts(row, reason) > 0 {
                    let subject = "The \(word) in \(plan.name(of: column))"
                    emit(.finding(finding(remark, rule, subject, "the row was not read", at: location(row, column))))
                }
                return nil
            }
            if remark.isOnce { note(remark, row, column) }
        }
        let text = row.trimmedText(column)
        if text.isEmpty, skipTexts(row, reason) > 0 { emit(.finding(missing(rule, word, column, row))) }
        return text.isEmpty ? nil : text
    }

    private mutating func note(_ remark: CellRemark, _ row: TableRow, _ column: Int) {
        let key = ColumnRemark(column: column, remark: remark)
        let known = remarks[key]
        // No more kinds are kept than a person would read.
        guard known != nil || remarks.count < 1_000 else { return }
        remarks[key] = (known?.place ?? location(row, column), (known?.count ?? 0) + 1)
    }

    // MARK: Key, locale, state

    private struct Key { var text: String }

    private mutating func key(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> Key? {
        guard let key = needed(row, plan.key, .missingKey, "key", .withoutKey, emit) else { return nil }
        if let first = key.utf8.first, (0x30...0x39).contains(first), CellDefect.isScientific(key) {
            if skipTexts(row, .withoutKey) > 0 { emit(.finding(scientific(key, row))) }
            return nil
        }
        guard let field = plan.field else { return Key(text: key) }
        guard let name = needed(row, field, .missingField, "field", .withoutKey, emit) else { return nil }
        return Key(text: keyPattern.key(message: key, field: fieldName(name)))
    }

    private mutating func fieldName(_ words: String) -> String {
        if let known = fieldNames[words] { return known }
        let name = RecordField.name(of: words) ?? words
        if fieldNames.count < 256 { fieldNames[words] = name }
        return name
    }

    private struct Locale { var text: String? }

    private mutating func locale(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> Locale? {
        guard let column = plan.locale else { return Locale(text: nil) }
        if let givenLocale {
            let cell = row.trimmedText(column)
            let first = fileLocale ?? cell
            fileLocale = first.isEmpty ? nil : first
            if declared == nil, !first.isEmpty {
                declared = DeclaredLocale(
                    locale: LocaleName.locale(inCell: first),
                    place: location(row, column)
                )
            }
            if cell.isEmpty || LanguageTag.folded(first) == LanguageTag.folded(cell) {
                return Locale(text: givenLocale)
            }
            if skipTexts(row, .withoutLocale) > 0 {
                emit(.finding(localeConflict(cell, first: first, given: givenLocale, row)))
            }
            return nil
        }
        return needed(row, column, .missingLocale, "locale", .withoutLocale, emit)
            .map { Locale(text: LocaleName.locale(inCell: $0)) }
    }

    private mutating func state(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> TranslationState {
        guard let column = plan.state else { return .translated }
        let word = row.trimmedText(column)
        if word.isEmpty { return .translated }
        if word == lastState.word { return lastState.state }
        if let state = StateWord.state(of: word) {
            lastState = (word, state)
            return state
        }
        if unknownStates.count < 64, unknownStates.insert(word).inserted {
            emit(.finding(unknownState(word, at: location(row, column))))
        }
        return .translated
    }

    // MARK: Texts

    private mutating func target(
        _ row: TableRow,
        _ text: Int,
        key: String,
        locale: String?,
        _ emit: (ReadEvent) -> Void
    ) -> String? {
        let column = columns[text]
        let remark = row.remark(column)
        if let remark, let rule = remark.rule {
            if remark.isOnce {
                note(remark, row, column)
            } else {
                let place = location(row, column)
                var finding = finding(remark, rule, key, "it was not read", at: place, locale: locale)
                finding.key = frames[text].map { $0.key(key) } ?? key
                emit(.finding(finding))
            }
            if remark.isUnusable {
                skip(.damagedCell)
                return nil
            }
        }
        guard let target = row.text(column) else {
            skipEmpty(row, column)
            return nil
        }
        let defects = row.withContent(column, CellDefect.find)
        if defects.isEmpty { return target }
        var isLost = false
        for defect in defects {
            let place = location(row, column)
            var finding = finding(defect, text: target, key: key, locale: locale, at: place)
            finding.key = frames[text].map { $0.key(key) } ?? key
            isLost = isLost || finding.severity == .error
            emit(.finding(finding))
        }
        if isLost {
            skip(.damagedCell)
            return nil
        }
        return defects.contains(.formulaGuard) ? String(target.unicodeScalars.dropFirst()) : target
    }
}
