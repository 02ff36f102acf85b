import GlossportReading

/// Makes translation units of rows, as the plan of the columns says.
///
/// Every text cell of every row is counted once: as a unit, or under the reason for which it is none.
struct RowReader {
    let plan: ColumnPlan
    let path: String
    private let keyPattern: KeyPattern
    /// The locale that the project file gives, where the file has a locale column too.
    private let givenLocale: String?
    private let neededWidth: Int
    private var fileLocale: String?
    /// The first locale of the file's own that the given one stands for.
    private(set) var declared: DeclaredLocale?
    private var fieldNames: [String: String] = [:]
    private var unknownStates: Set<String> = []
    /// States come in runs, and looking a word up costs more than all else in a row.
    private var lastState = (word: "", state: TranslationState.translated)
    /// Units emitted or passed over.
    private(set) var units = 0
    /// Units passed over.
    private(set) var others = 0
    private var namedLocales: Set<String> = []
    /// Which keys are wanted; all if there is none, or if keys are made of several cells.
    private let wanted: KeyFilter?
    /// Rows read, without the header and without empty ones.
    private(set) var rows = 0
    private var counts = [Int](repeating: 0, count: Skip.allCases.count)
    // What is asked of the plan for every row, without touching the plan itself: that would count references.
    private let columns: [Int]
    private let locales: [String?]
    /// How the keys of a column are made, where a row is a record.
    private let frames: [KeyPattern.Frame?]
    private let width: Int
    private let headerRow: Int
    private let sourceColumn: Int?
    private let noteColumns: [Int]

    init(plan: ColumnPlan, path: String, keyPattern: KeyPattern, wanted: KeyFilter? = nil, givenLocale: String?) {
        self.plan = plan
        self.wanted = plan.field == nil && plan.texts.allSatisfy { $0.field == nil } ? wanted : nil
        self.path = path
        self.keyPattern = keyPattern
        self.givenLocale = givenLocale
        neededWidth = plan.neededWidth
        columns = plan.texts.map(\.column)
        locales = plan.texts.map(\.locale)
        frames = plan.texts.map { $0.field.map(keyPattern.frame) }
        width = plan.width
        headerRow = plan.headerRow
        sourceColumn = plan.source
        noteColumns = Array(plan.notes.prefix(ReaderLimits.notesPerUnit))
    }

    /// What made no unit, by reason.
    var skipped: [String: Int] {
        var skipped: [String: Int] = [:]
        for reason in Skip.allCases where counts[reason.rawValue] > 0 { skipped[reason.name] = counts[reason.rawValue] }
        return skipped
    }

    /// Reads a batch's row.
    mutating func read(_ index: Int, of batch: UnsafeMutablePointer<RowBatch>, emit: (ReadEvent) -> Void) {
        let row = batch.pointee.rows[index]
        let isEmpty = batch.pointee.isBlank(row.firstCell) && row.cells.allSatisfy { batch.pointee.isBlank($0) }
        guard row.number > headerRow else {
            if row.number < headerRow, !isEmpty { skip(.aboveHeader) }
            return
        }
        if isEmpty { return skip(.emptyRow) }
        rows += 1
        if !batch.pointee.strayQuotes.isEmpty {
            for quote in batch.pointee.strayQuotes(ofRow: index) { emit(.finding(strayQuote(quote))) }
        }
        let cells = Cells(batch: batch, row: row.cells)
        if cells.count > width, let extra = (width..<cells.count).first(where: { !cells.isBlank($0) }) {
            skip(.shiftedRow, count: columns.count)
            return emit(.finding(extraCells(cells, at: extra)))
        }
        if cells.count < neededWidth { emit(.finding(missingCells(cells))) }
        if passOver(cells, emit) { return }
        guard let key = key(cells, emit), let rowLocale = locale(cells, emit) else { return }
        let state = state(cells, emit)
        let source = sourceColumn.flatMap { cells.text($0) }
        let notes = notes(cells)
        for text in columns.indices {
            let locale = locales[text] ?? rowLocale.text
            guard let target = target(cells, text, key: key.text, locale: locale, emit) else { continue }
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
                        location: cells.location(columns[text], in: path)
                    )
                )
            )
        }
    }

    /// Passes over a row whose key nobody wants, unless there is something to be said about its key or texts.
    @inline(__always)
    private mutating func passOver(_ cells: Cells, _ emit: (ReadEvent) -> Void) -> Bool {
        guard let wanted, plan.key < cells.count else { return false }
        let key = cells.content(plan.key)
        // A key that begins like a number may have been one, and white space around it is no part of it.
        guard let first = key.first, let last = key.last, (0x21...0x7E).contains(first), (0x21...0x7E).contains(last),
            !(0x30...0x39).contains(first), !wanted.lets(key),
            columns.allSatisfy({ cells.isEmpty($0) || CellDefect.find(in: cells.content($0)).isEmpty })
        else { return false }
        guard let rowLocale = locale(cells, emit) else { return true }
        _ = state(cells, emit)
        let isNew = rowLocale.text.map { namedLocales.count < 1_024 && namedLocales.insert($0).inserted } ?? false
        let isNamed = isNew || others < ReaderLimits.namedOthers
        for text in columns.indices {
            let column = columns[text]
            if cells.isEmpty(column) {
                skip(column < cells.count ? .emptyCell : .missingCell)
                continue
            }
            units += 1
            others += 1
            guard isNamed else { continue }
            let unit = OtherUnit(
                key: cells.trimmedText(plan.key),
                locale: locales[text] ?? rowLocale.text,
                location: cells.location(column, in: path)
            )
            emit(.other(unit))
        }
        return true
    }

    @inline(__always)
    private func notes(_ cells: Cells) -> [String] {
        if noteColumns.count == 1 { return cells.text(noteColumns[0]).map { [$0] } ?? [] }
        return noteColumns.isEmpty ? [] : noteColumns.compactMap { cells.text($0) }
    }

    private mutating func skip(_ reason: Skip, count: Int = 1) { counts[reason.rawValue] += count }

    /// Counts the texts of a row of which none can be read.
    private mutating func skipTexts(_ cells: Cells, _ reason: Skip) -> Int {
        var lost = 0
        for column in columns {
            if column >= cells.count {
                skip(.missingCell)
            } else if cells.isEmpty(column) {
                skip(.emptyCell)
            } else {
                skip(reason)
                lost += 1
            }
        }
        return lost
    }

    // MARK: Key, locale, state

    private struct Key { var text: String }

    private mutating func key(_ cells: Cells, _ emit: (ReadEvent) -> Void) -> Key? {
        let key = cells.trimmedText(plan.key)
        if key.isEmpty {
            if skipTexts(cells, .withoutKey) > 0 {
                emit(.finding(missing(.missingKey, "key", plan.key, cells)))
            }
            return nil
        }
        if let first = key.utf8.first, (0x30...0x39).contains(first), CellDefect.isScientific(key) {
            if skipTexts(cells, .withoutKey) > 0 {
                emit(.finding(scientific(key, cells)))
            }
            return nil
        }
        guard let field = plan.field else { return Key(text: key) }
        let name = cells.trimmedText(field)
        if name.isEmpty {
            if skipTexts(cells, .withoutKey) > 0 {
                emit(.finding(missing(.missingField, "field", field, cells)))
            }
            return nil
        }
        return Key(text: keyPattern.key(message: key, field: fieldName(name)))
    }

    private mutating func fieldName(_ words: String) -> String {
        if let known = fieldNames[words] { return known }
        let name = RecordField.name(of: words) ?? words
        if fieldNames.count < 256 { fieldNames[words] = name }
        return name
    }

    private struct Locale { var text: String? }

    private mutating func locale(_ cells: Cells, _ emit: (ReadEvent) -> Void) -> Locale? {
        guard let column = plan.locale else { return Locale(text: nil) }
        let cell = cells.trimmedText(column)
        if let givenLocale {
            let first = fileLocale ?? cell
            fileLocale = first.isEmpty ? nil : first
            if declared == nil, !first.isEmpty {
                declared = DeclaredLocale(
                    locale: LocaleName.locale(inCell: first),
                    place: cells.location(column, in: path)
                )
            }
            if cell.isEmpty || LanguageTag.folded(first) == LanguageTag.folded(cell) {
                return Locale(text: givenLocale)
            }
            if skipTexts(cells, .withoutLocale) > 0 {
                emit(.finding(localeConflict(cell, first: first, given: givenLocale, cells)))
            }
            return nil
        }
        if cell.isEmpty {
            if skipTexts(cells, .withoutLocale) > 0 {
                emit(.finding(missing(.missingLocale, "locale", column, cells)))
            }
            return nil
        }
        return Locale(text: LocaleName.locale(inCell: cell))
    }

    private mutating func state(_ cells: Cells, _ emit: (ReadEvent) -> Void) -> TranslationState {
        guard let column = plan.state else { return .translated }
        let word = cells.trimmedText(column)
        if word.isEmpty { return .translated }
        if word == lastState.word { return lastState.state }
        if let state = StateWord.state(of: word) {
            lastState = (word, state)
            return state
        }
        if unknownStates.count < 64, unknownStates.insert(word).inserted {
            emit(.finding(unknownState(word, at: cells.location(column, in: path))))
        }
        return .translated
    }

    // MARK: Texts

    private mutating func target(
        _ cells: Cells,
        _ text: Int,
        key: String,
        locale: String?,
        _ emit: (ReadEvent) -> Void
    ) -> String? {
        let column = columns[text]
        guard column < cells.count else {
            skip(.missingCell)
            return nil
        }
        if cells.isEmpty(column) {
            skip(.emptyCell)
            return nil
        }
        let defects = CellDefect.find(in: cells.content(column))
        guard let target = cells.text(column) else { return nil }
        if defects.isEmpty { return target }
        var isLost = false
        for defect in defects {
            var finding = finding(
                for: defect,
                text: target,
                key: key,
                locale: locale,
                at: cells.location(column, in: path)
            )
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
