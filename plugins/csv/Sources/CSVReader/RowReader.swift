import Glossport

/// Makes translation units of rows, as the plan of the columns says.
///
/// Every text cell of every row is counted once: as a unit, or under the reason for which it is none.
struct RowReader {
    /// The reasons under which cells and rows are counted that make no unit.
    enum Skip {
        static let emptyCell = "empty cell"
        static let missingCell = "missing cell"
        static let shiftedRow = "cell of a shifted row"
        static let damagedCell = "damaged cell"
        static let withoutKey = "text without a key"
        static let withoutLocale = "text without a locale"
        static let emptyRow = "empty row"
        static let aboveHeader = "row above the header"
    }

    let plan: ColumnPlan
    let path: String
    private let keyPattern: KeyPattern
    /// The locale that the project file gives, where the file has a locale column too.
    private let givenLocale: String?
    private let neededWidth: Int
    private var fileLocale: String?
    private var fieldNames: [String: String] = [:]
    private var unknownStates: Set<String> = []
    /// States come in runs, and looking a word up costs more than all else in a row.
    private var lastState = (word: "", state: TranslationState.translated)
    /// Units emitted.
    private(set) var units = 0
    /// Rows read, without the header and without empty ones.
    private(set) var rows = 0
    private(set) var skipped: [String: Int] = [:]

    init(plan: ColumnPlan, path: String, keyPattern: KeyPattern, givenLocale: String?) {
        self.plan = plan
        self.path = path
        self.keyPattern = keyPattern
        self.givenLocale = givenLocale
        neededWidth = plan.neededWidth
    }

    /// Reads a batch's row.
    mutating func read(_ index: Int, of batch: UnsafeMutablePointer<RowBatch>, emit: (ReadEvent) -> Void) {
        let row = batch.pointee.rows[index]
        let isEmpty = batch.pointee.isBlank(row.firstCell) && row.cells.allSatisfy { batch.pointee.isBlank($0) }
        guard row.number > plan.headerRow else {
            if row.number < plan.headerRow, !isEmpty { skip(Skip.aboveHeader) }
            return
        }
        if isEmpty { return skip(Skip.emptyRow) }
        rows += 1
        if !batch.pointee.strayQuotes.isEmpty {
            for quote in batch.pointee.strayQuotes(ofRow: index) { emit(.finding(strayQuote(quote))) }
        }
        let cells = Cells(batch: batch, row: row.cells)
        if cells.count > plan.width, let extra = (plan.width..<cells.count).first(where: { !cells.isBlank($0) }) {
            skip(Skip.shiftedRow, count: plan.texts.count)
            return emit(.finding(extraCells(cells, at: extra)))
        }
        if cells.count < neededWidth { emit(.finding(missingCells(cells))) }
        guard let key = key(cells, emit), let locale = locale(cells, emit) else { return }
        let state = state(cells, emit)
        let source = plan.source.flatMap { cells.text($0) }
        let notes = plan.notes.isEmpty ? [] : plan.notes.prefix(ReaderLimits.notesPerUnit).compactMap { cells.text($0) }
        for text in plan.texts {
            guard let target = target(cells, text, key: key.text, locale: text.locale ?? locale.text, emit) else {
                continue
            }
            units += 1
            emit(
                .unit(
                    TranslationUnit(
                        key: text.field.map { keyPattern.key(message: key.text, field: $0) } ?? key.text,
                        locale: text.locale ?? locale.text,
                        source: source,
                        target: target,
                        state: state,
                        notes: notes,
                        location: cells.location(text.column, in: path)
                    )
                )
            )
        }
    }

    private mutating func skip(_ reason: String, count: Int = 1) { skipped[reason, default: 0] += count }

    /// Counts the texts of a row of which none can be read.
    private mutating func skipTexts(_ cells: Cells, _ reason: String) -> Int {
        var lost = 0
        for text in plan.texts {
            if text.column >= cells.count {
                skip(Skip.missingCell)
            } else if cells.isEmpty(text.column) {
                skip(Skip.emptyCell)
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
            if skipTexts(cells, Skip.withoutKey) > 0 {
                emit(.finding(missing(.missingKey, "key", plan.key, cells)))
            }
            return nil
        }
        if let first = key.utf8.first, (0x30...0x39).contains(first), CellDefect.isScientific(key) {
            if skipTexts(cells, Skip.withoutKey) > 0 {
                emit(.finding(scientific(key, cells)))
            }
            return nil
        }
        guard let field = plan.field else { return Key(text: key) }
        let name = cells.trimmedText(field)
        if name.isEmpty {
            if skipTexts(cells, Skip.withoutKey) > 0 {
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
            if cell.isEmpty || LocaleName.identity(of: first) == LocaleName.identity(of: cell) {
                return Locale(text: givenLocale)
            }
            if skipTexts(cells, Skip.withoutLocale) > 0 {
                emit(.finding(localeConflict(cell, first: first, given: givenLocale, cells)))
            }
            return nil
        }
        if cell.isEmpty {
            if skipTexts(cells, Skip.withoutLocale) > 0 {
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
        _ text: ColumnPlan.Text,
        key: String,
        locale: String?,
        _ emit: (ReadEvent) -> Void
    ) -> String? {
        guard text.column < cells.count else {
            skip(Skip.missingCell)
            return nil
        }
        if cells.isEmpty(text.column) {
            skip(Skip.emptyCell)
            return nil
        }
        let defects = CellDefect.find(in: cells.content(text.column))
        guard let target = cells.text(text.column) else { return nil }
        if defects.isEmpty { return target }
        var isLost = false
        for defect in defects {
            let finding = finding(
                for: defect,
                text: target,
                key: key,
                locale: locale,
                at: cells.location(text.column, in: path)
            )
            isLost = isLost || finding.severity == .error
            emit(.finding(finding))
        }
        if isLost {
            skip(Skip.damagedCell)
            return nil
        }
        return defects.contains(.formulaGuard) ? String(target.unicodeScalars.dropFirst()) : target
    }
}

/// The cells of one row.
struct Cells {
    let batch: UnsafeMutablePointer<RowBatch>
    let row: Range<Int>

    var count: Int { row.count }

    /// Whether a cell holds nothing; so does one that is missing.
    func isEmpty(_ column: Int) -> Bool { column >= count || batch.pointee.isEmpty(row.lowerBound + column) }

    /// Whether a cell holds nothing but white space.
    func isBlank(_ column: Int) -> Bool { column >= count || batch.pointee.isBlank(row.lowerBound + column) }

    /// A cell's text; `nil` if it is empty or missing.
    func text(_ column: Int) -> String? { isEmpty(column) ? nil : batch.pointee.text(row.lowerBound + column) }

    /// A cell's text without white space around it; empty if it is missing.
    func trimmedText(_ column: Int) -> String {
        isEmpty(column) ? "" : batch.pointee.trimmedText(row.lowerBound + column)
    }

    /// A cell's content; valid until the batch changes.
    func content(_ column: Int) -> UnsafeRawBufferPointer { batch.pointee.content(row.lowerBound + column) }

    /// Where a cell stands; for a missing one, where the row begins.
    func location(_ column: Int, in path: String) -> SourceLocation {
        batch.pointee.cells[column < count ? row.lowerBound + column : row.lowerBound].place.location(in: path)
    }
}
