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
    private let declaredByHeader: [String]
    private let isLocaleFixed: Bool
    /// The first locale in the locale column, for which the given one counts.
    private var fileLocale: (cell: String, place: SourceLocation)?
    /// The words of the state column; a word that is not known counts as translated.
    private var states: [String: TranslationState] = [:]
    /// Units emitted.
    public private(set) var units = 0
    /// Rows read, without the header and without empty ones.
    public private(set) var rows = 0
    /// Every row that was taken.
    package private(set) var taken = 0
    private var skipped: [Skip: Int] = [:]
    /// Hidden rows with texts: the first, and how many.
    private var hiddenRows: (place: SourceLocation, count: Int)?
    /// Remarks that are made once for a column: the first place, and how many.
    private var remarks: [ColumnRemark: (place: SourceLocation, count: Int)] = [:]

    private struct ColumnRemark: Hashable {
        var column: Int
        var remark: CellRemark
    }

    /// The reasons under which cells and rows are counted that make no unit.
    private enum Skip: String {
        case emptyCell = "empty cell"
        case missingCell = "missing cell"
        case shiftedRow = "cell of a shifted row"
        case damagedCell = "damaged cell"
        case withoutKey = "text without a key"
        case withoutLocale = "text without a locale"
        case emptyRow = "empty row"
        case aboveHeader = "row above the header"
    }

    /// The most distinct states that are remembered.
    private static let knownStates = 64
    /// The most kinds of remarks that are counted by column.
    private static let countedRemarks = 1_000

    /// Begins with the rows of a table.
    ///
    /// - Parameter header: Its header; `nil` is made of one that can't be followed.
    public init?(_ header: TableHeader) {
        guard let plan = header.plan else { return nil }
        self.plan = plan
        path = header.path
        format = header.options.format
        keyPattern = header.options.recordKey
        givenLocale = header.givenLocale
        declaredByHeader = header.declared
        isLocaleFixed = header.options.fixedLocale != nil
        neededWidth = format.isSheet ? 0 : plan.neededWidth
    }

    /// The counts of what was read so far, and the locales that the table declares.
    public var summary: ReadSummary {
        var summary = ReadSummary()
        summary.units = units
        for (reason, count) in skipped { summary.skipped[reason.rawValue] = count }
        guard isLocaleFixed else { return summary }
        for locale in declaredByHeader {
            summary.declare(locale, at: SourceLocation(path: path, line: 1, column: 1))
        }
        if let fileLocale { summary.declare(LocaleName.locale(inCell: fileLocale.cell), at: fileLocale.place) }
        return summary
    }

    /// Reads a row.
    ///
    /// - Parameters:
    ///   - row: The row; also the header and those above it, from the first on.
    ///   - emit: Takes units and findings.
    public mutating func read(_ row: TableRow, emit: (ReadEvent) -> Void) {
        taken += 1
        guard row.number > plan.headerRow else {
            if row.number < plan.headerRow, !row.isBlank { skip(.aboveHeader) }
            return
        }
        if row.isBlank { return skip(.emptyRow) }
        rows += 1
        if row.count > plan.width, let extra = (plan.width..<row.count).first(where: { !row.isBlank($0) }) {
            skip(.shiftedRow, count: plan.texts.count)
            return emit(.finding(extraCells(row, at: extra)))
        }
        if row.count < neededWidth { emit(.finding(missingCells(row))) }
        guard let key = key(row, emit), let rowLocale = locale(row, emit) else { return }
        let state = state(row, emit)
        let source = plan.source.flatMap { aside(row, $0, "source", emit) }
        let notes = plan.notes.prefix(ReaderLimits.notesPerUnit).compactMap { aside(row, $0, "note", emit) }
        let unitsBefore = units
        for index in plan.texts.indices {
            let column = plan.texts[index].column
            let locale = plan.texts[index].locale ?? rowLocale.text
            let unitKey = plan.texts[index].field.map { keyPattern.key(message: key, field: $0) } ?? key
            guard let target = target(row, column, subject: key, key: unitKey, locale: locale, emit) else { continue }
            units += 1
            emit(
                .unit(
                    TranslationUnit(
                        key: unitKey,
                        locale: locale,
                        source: source,
                        target: target,
                        state: state,
                        notes: notes,
                        location: location(row, column)
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

    /// The place of a cell; in a sheet also of a missing one.
    func location(_ row: TableRow, _ column: Int) -> SourceLocation {
        format.isSheet && column >= row.count
            ? SourceLocation(path: path, line: row.number, column: column + 1) : row.location(column, in: path)
    }

    private mutating func skip(_ reason: Skip, count: Int = 1) { skipped[reason, default: 0] += count }

    private mutating func skipEmpty(_ row: TableRow, _ column: Int) {
        skip(column < row.count || format.isSheet ? .emptyCell : .missingCell)
    }

    /// Counts the texts of a row of which none can be read, and says whether there is one.
    private mutating func losesTexts(_ row: TableRow, _ reason: Skip) -> Bool {
        var loses = false
        for column in plan.texts.map(\.column) {
            if row.isEmpty(column), row.remark(column)?.isUnusable != true {
                skipEmpty(row, column)
            } else {
                skip(reason)
                loses = true
            }
        }
        return loses
    }

    // MARK: Key, locale, state

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
                if losesTexts(row, reason) {
                    let subject = "The \(word) in \(plan.name(of: column))"
                    emit(.finding(finding(remark, rule, subject, "the row was not read", at: location(row, column))))
                }
                return nil
            }
            if remark.isOnce { count(remark, row, column) }
        }
        let text = row.trimmedText(column)
        if text.isEmpty, losesTexts(row, reason) { emit(.finding(missing(rule, word, column, row))) }
        return text.isEmpty ? nil : text
    }

    private mutating func count(_ remark: CellRemark, _ row: TableRow, _ column: Int) {
        let key = ColumnRemark(column: column, remark: remark)
        let known = remarks[key]
        guard known != nil || remarks.count < Self.countedRemarks else { return }
        remarks[key] = (known?.place ?? location(row, column), (known?.count ?? 0) + 1)
    }

    private mutating func key(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> String? {
        guard let cell = needed(row, plan.key, .missingKey, "key", .withoutKey, emit) else { return nil }
        let key = FormulaGuard.unguarded(cell)
        if CellDefect.isScientific(key) {
            if losesTexts(row, .withoutKey) { emit(.finding(scientific(key, row))) }
            return nil
        }
        guard let column = plan.field else { return key }
        return needed(row, column, .missingField, "field", .withoutKey, emit)
            .map { keyPattern.key(message: key, field: RecordField.name(of: $0) ?? $0) }
    }

    private struct Locale { var text: String? }

    private mutating func locale(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> Locale? {
        guard let column = plan.locale else { return Locale(text: nil) }
        guard let givenLocale else {
            return needed(row, column, .missingLocale, "locale", .withoutLocale, emit)
                .map { Locale(text: LocaleName.locale(inCell: $0)) }
        }
        let cell = row.trimmedText(column)
        if cell.isEmpty { return Locale(text: givenLocale) }
        let first = fileLocale ?? (cell: cell, place: location(row, column))
        fileLocale = first
        if LanguageTag.folded(first.cell) == LanguageTag.folded(cell) { return Locale(text: givenLocale) }
        if losesTexts(row, .withoutLocale) {
            emit(.finding(localeConflict(cell, first: first.cell, given: givenLocale, row)))
        }
        return nil
    }

    private mutating func state(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> TranslationState {
        guard let column = plan.state else { return .translated }
        let word = row.trimmedText(column)
        if word.isEmpty { return .translated }
        if let known = states[word] { return known }
        let state = StateWord.state(of: word)
        if states.count < Self.knownStates {
            states[word] = state ?? .translated
            if state == nil { emit(.finding(unknownState(word, at: location(row, column)))) }
        }
        return state ?? .translated
    }

    // MARK: Texts

    /// The source or a note; nothing is uploaded of it, so a defect in it is only a warning.
    private func aside(_ row: TableRow, _ column: Int, _ word: String, _ emit: (ReadEvent) -> Void) -> String? {
        guard let remark = row.remark(column), remark.isUnusable, let rule = remark.rule,
            word != "note" || !remark.servesAsNote
        else { return row.text(column).map(FormulaGuard.unguarded) }
        var finding = finding(remark, rule, "The \(word)", "it was left out", at: location(row, column))
        finding.severity = .warning
        emit(.finding(finding))
        return nil
    }

    /// The text of a cell; `nil` if it has none that can be used, which is said or counted.
    private mutating func target(
        _ row: TableRow,
        _ column: Int,
        subject: String,
        key: String,
        locale: String?,
        _ emit: (ReadEvent) -> Void
    ) -> String? {
        func report(_ finding: Finding) {
            var finding = finding
            finding.key = key
            emit(.finding(finding))
        }
        func place() -> SourceLocation { location(row, column) }
        if let remark = row.remark(column), let rule = remark.rule {
            if remark.isOnce {
                count(remark, row, column)
            } else {
                report(finding(remark, rule, subject, "it was not read", at: place(), locale: locale))
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
        for rule in defects { report(finding(rule, in: target, of: subject, locale: locale, at: place())) }
        if defects.contains(where: { $0.severity == .error }) {
            skip(.damagedCell)
            return nil
        }
        return defects.contains(.formulaGuard) ? FormulaGuard.unguarded(target) : target
    }
}
