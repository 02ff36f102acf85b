/// Converts the rows of a table into translation units, according to its header.
///
/// Each text cell of a row that belongs to the table is counted exactly once: as a unit, or by the reason why it is not
/// a unit. Rows are passed one by one, and not kept.
public struct TableReading {
    private(set) var plan: ColumnPlan
    let path: String
    let format: TableFormat
    private let keyPattern: KeyPattern
    /// The locale that the options set, even if the table has a locale column.
    private let givenLocale: String?
    private let options: TableOptions
    private let sheetLocale: String?
    private var neededWidth: Int
    private let declaredByHeader: [String]
    private let isLocaleFixed: Bool
    /// The first cell of the locale column, recorded if the options set the locale.
    private var fileLocale: (cell: String, place: SourceLocation)?
    /// The states by cell content; unknown words count as needing review.
    private var states: [StateCell: TranslationState] = [:]
    /// The locales by language and region or script cell.
    private var regions: [[String]: String] = [:]
    /// The content beside the texts, for findings at the end of the table.
    private var surroundings: TableSurroundings
    /// The number of emitted units.
    public private(set) var units = 0
    /// The number of rows read, without the header and empty rows.
    public private(set) var rows = 0
    /// The number of rows passed, including skipped ones.
    package private(set) var taken = 0
    private var skipped: [Skip: Int] = [:]
    /// The location of the first hidden row with texts, and the number of such rows.
    private var hiddenRows: (place: SourceLocation, count: Int)?
    /// The first location and the count of remarks that are reported once per column.
    private var remarks: [ColumnRemark: (place: SourceLocation, count: Int)] = [:]

    private struct ColumnRemark: Hashable {
        var column: Int
        var remark: CellRemark
    }

    private struct StateCell: Hashable {
        var word: String
        var flag: TranslationState?
    }

    /// The reasons why cells and rows do not become units.
    private enum Skip: String {
        case emptyCell = "empty cell"
        case missingCell = "missing cell"
        case shiftedRow = "cell of a shifted row"
        case damagedCell = "damaged cell"
        case withoutKey = "text without a key"
        case withoutLocale = "text without a locale"
        case emptyRow = "empty row"
        case aboveHeader = "row above the header"
        case repeatedHeader = "repeated header"
        case otherTable = "row of a table that is not understood"
        case totalRow = "row of totals"
    }

    /// Words in the key column that mark a row of totals.
    private static let totals: Set = [
        "total", "totals", "total:", "sum", "summe", "gesamt", "totale", "somme", "suma", "totaal", "totalt", "итого",
        "合計", "总计", "合计", "총계",
    ]

    private func isTotal(_ row: TableRow, _ key: String) -> Bool {
        Self.totals.contains(key.lowercased())
            && plan.texts.contains { row.trimmedText($0.column).contains(where: \.isNumber) }
            && plan.texts.allSatisfy {
                let text = row.trimmedText($0.column)
                return text.allSatisfy { $0.isNumber || ".,'’ \u{A0}\u{202F}+-−".contains($0) }
            }
    }

    private static let knownStates = 64
    /// The maximum number of distinct remarks counted by column.
    private static let countedRemarks = 1_000

    /// Creates the reading of a table; `nil` for an invalid header.
    public init?(_ header: TableHeader) {
        guard let plan = header.plan else { return nil }
        self.plan = plan
        path = header.path
        format = header.options.format
        keyPattern = header.options.recordKey
        givenLocale = header.givenLocale
        options = header.options
        sheetLocale = header.sheetLocale
        surroundings = TableSurroundings(plan, fileLocale: header.fileLocale)
        declaredByHeader = header.declared
        isLocaleFixed = header.options.fixedLocale != nil
        neededWidth = format.isSheet ? 0 : plan.neededWidth
    }

    /// The totals so far, and the locales that the table declares.
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

    /// The locales of the columns that are read.
    public var locales: [String] { plan.texts.compactMap(\.locale) }

    /// Reads a row; all rows must be passed, including the header and those above it.
    public mutating func read(_ row: TableRow, emit: (ReadEvent) -> Void) {
        taken += 1
        guard row.number > plan.headerRow else {
            if row.number < plan.headerRow, !row.isBlank {
                skip(.aboveHeader)
                surroundings.countAbove(row, plan)
            }
            return
        }
        if row.isBlank { return skip(.emptyRow) }
        if surroundings.mayBeHeader(row, plan), isHeader(row, emit) { return }
        rows += 1
        if surroundings.isBelowUnusableHeader { return skip(.otherTable) }
        if row.count > plan.width, let extra = (plan.width..<row.count).first(where: { !row.isBlank($0) }) {
            skip(.shiftedRow, count: plan.texts.count)
            return emit(.finding(extraCells(row, at: extra)))
        }
        if row.count < neededWidth { emit(.finding(missingCells(row))) }
        surroundings.countUnread(row)
        guard let key = key(row, emit) else { return }
        if isTotal(row, key) { return skip(.totalRow, count: plan.texts.count) }
        guard let rowLocale = locale(row, emit) else { return }
        let source = plan.source.flatMap { aside(row, $0, "source", emit) }
        let notes = plan.notes.prefix(ReaderLimits.notesPerUnit).compactMap { aside(row, $0, "note", emit) }
        let unitsBefore = units
        let strange = plan.repeatedKeys.first { row.trimmedText($0) != row.trimmedText(plan.key) } ?? .max
        if isStrange(row, from: strange) { emit(.finding(otherKey(row, in: strange))) }
        for index in plan.texts.indices {
            let column = column(of: index, in: row)
            if column > strange {
                row.isBlank(column) ? skipEmpty(row, column) : skip(.withoutKey)
                continue
            }
            let locale = plan.texts[index].locale ?? rowLocale.text
            let unitKey = plan.texts[index].field.map { keyPattern.key(message: key, field: $0) } ?? key
            guard let target = target(row, column, subject: key, key: unitKey, locale: locale, emit) else { continue }
            var state = state(row, plan.texts[index].states, of: locale, emit)
            if plan.texts[index].isDoubtful { state = min(state, .needsReview) }
            units += 1
            emit(
                .unit(
                    TranslationUnit(
                        key: unitKey,
                        locale: locale,
                        source: plan.source == column ? nil : source,
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

    /// Ends the table; emits findings about the whole table.
    public func end(emit: (ReadEvent) -> Void) {
        for finding in surroundingFindings(surroundings) { emit(.finding(finding)) }
        if let hiddenRows { emit(.finding(hidden(hiddenRows.count, at: hiddenRows.place))) }
        for (key, found) in remarks.sorted(by: { $0.value.place < $1.value.place }) {
            if let rule = key.remark.rule {
                emit(.finding(finding(key.remark, rule, in: key.column, found.count, at: found.place)))
            }
        }
    }

    /// Whether there are texts to the right of a repeated key column whose cell differs from the row's key.
    private func isStrange(_ row: TableRow, from column: Int) -> Bool {
        plan.texts.contains { $0.column > column && !row.isBlank($0.column) }
    }

    /// Returns the location of a cell; in a sheet, also of a missing cell.
    func location(_ row: TableRow, _ column: Int) -> SourceLocation {
        format.isSheet && column >= row.count
            ? SourceLocation(path: path, line: row.number, column: column + 1) : row.location(column, in: path)
    }

    /// Returns the column of a text: the correction column if it is filled in this row.
    private mutating func column(of index: Int, in row: TableRow) -> Int {
        let column = plan.texts[index].column
        guard let correction = plan.texts[index].correction, !row.isBlank(correction) else { return column }
        if !row.isBlank(column) { surroundings.countCorrection(index, location(row, correction)) }
        return correction
    }

    private mutating func skip(_ reason: Skip, count: Int = 1) { skipped[reason, default: 0] += count }

    private mutating func skipEmpty(_ row: TableRow, _ column: Int) {
        skip(column < row.count || format.isSheet ? .emptyCell : .missingCell)
    }

    /// Counts the texts of an unreadable row; returns whether there are any.
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

    /// Returns a required cell, trimmed; `nil` if it is empty or unusable, which is reported if the row contains texts.
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
            guard let cell = needed(row, column, .missingLocale, "locale", .withoutLocale, emit) else { return nil }
            guard let locale = withRegion(LocaleName.locale(inCell: cell), row, emit) else { return nil }
            surroundings.countLocale(locale, location(row, column))
            return Locale(text: locale)
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

    /// Adds the region and script from separate columns; returns `nil` if they contradict the language.
    private mutating func withRegion(_ language: String, _ row: TableRow, _ emit: (ReadEvent) -> Void) -> String? {
        var locale = language
        for column in plan.regions where !row.isBlank(column) {
            let cell = row.trimmedText(column)
            if let known = regions[[locale, cell]] {
                locale = known
                continue
            }
            let found = LocaleName.locale(locale, region: cell)
            if found == nil, LocaleName.namesRegions(cell) {
                if losesTexts(row, .withoutLocale) {
                    emit(.finding(otherRegion(cell, beside: locale, at: location(row, column))))
                }
                return nil
            }
            if regions.count < Self.knownStates {
                regions[[locale, cell]] = found ?? locale
                if found == nil {
                    emit(.finding(unknownRegion(cell, in: column, beside: locale, at: location(row, column))))
                }
            }
            locale = found ?? locale
        }
        return locale
    }

    /// Returns the state of a text: the lowest state if one is below `translated`, otherwise the highest.
    private mutating func state(
        _ row: TableRow,
        _ columns: [ColumnPlan.State],
        of locale: String?,
        _ emit: (ReadEvent) -> Void
    ) -> TranslationState {
        if columns.isEmpty { return .translated }
        let states = columns.compactMap { (column) -> TranslationState? in
            if let own = column.locale, let locale, LanguageTag.contradict(own, locale) { return nil }
            return state(row, column, emit)
        }
        guard let lowest = states.min(), let highest = states.max() else { return .translated }
        return lowest < .translated ? lowest : highest
    }

    private mutating func state(_ row: TableRow, _ state: ColumnPlan.State, _ emit: (ReadEvent) -> Void)
        -> TranslationState?
    {
        let word = row.trimmedText(state.column)
        if word.isEmpty { return nil }
        let cell = StateCell(word: word, flag: state.flag)
        if let known = states[cell] { return known }
        let found = StateWord.state(of: word, flag: state.flag)
        if states.count < Self.knownStates {
            states[cell] = found ?? .needsReview
            if found == nil { emit(.finding(unknownState(word, at: location(row, state.column)))) }
        }
        return found ?? .needsReview
    }

    // MARK: Other tables

    /// Whether a row is a header: a repetition of the current one, or that of another table, which then applies to the
    /// rows below.
    private mutating func isHeader(_ row: TableRow, _ emit: (ReadEvent) -> Void) -> Bool {
        let cells = (0..<row.count).map { row.trimmedText($0) }
        let isSame = TableSurroundings.isSame(cells, plan)
        if !isSame {
            guard TableSurroundings.isHeader(cells) else { return false }
            let search = HeaderSearch([row], options: options, givenLocale: givenLocale, sheetLocale: sheetLocale)
            do throws(HeaderProblem) {
                let header = try search.outcomeOfFirstRow()
                if rows > 0 || !header.warnings.isEmpty { emit(.finding(secondHeader(row, problem: nil))) }
                for finding in surroundingFindings(surroundings) where rows > 0 { emit(.finding(finding)) }
                plan = header.plan
                plan.headerRow = row.number
                surroundings = TableSurroundings(plan, fileLocale: surroundings.fileLocale)
                neededWidth = format.isSheet ? 0 : plan.neededWidth
            } catch {
                surroundings.isBelowUnusableHeader = true
                emit(.finding(secondHeader(row, problem: error)))
            }
        } else {
            surroundings.isBelowUnusableHeader = false
        }
        skip(.repeatedHeader)
        return true
    }

    // MARK: Texts

    /// Returns the source or a note; a defect is only a warning, because neither is uploaded.
    private func aside(_ row: TableRow, _ column: Int, _ word: String, _ emit: (ReadEvent) -> Void) -> String? {
        guard let remark = row.remark(column), remark.isUnusable, let rule = remark.rule,
            word != "note" || !remark.servesAsNote
        else { return row.text(column).map(FormulaGuard.unguarded) }
        var finding = finding(remark, rule, "The \(word)", "it was left out", at: location(row, column))
        finding.severity = .warning
        emit(.finding(finding))
        return nil
    }

    /// Returns the text of a cell; `nil` if it is empty or unusable, which is counted or reported.
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
        var defects = row.withContent(column, CellDefect.find)
        // An app's own text “Loading...” typically has a key that contains `load`.
        if defects == [.spreadsheetError], target.utf8.first == 0x4C, key.lowercased().contains("load") { defects = [] }
        // In a returned package, Glossport itself added the formula guard.
        for rule in defects where rule != .formulaGuard || !plan.isPackage {
            report(finding(rule, in: target, of: subject, locale: locale, at: place()))
        }
        if defects.contains(where: { $0.severity == .error }) {
            skip(.damagedCell)
            return nil
        }
        return defects.contains(.formulaGuard) ? FormulaGuard.unguarded(target) : target
    }
}
