/// Collects what findings report about a table besides its texts: unread columns, corrections, rows above the header, and
/// the locale column.
struct TableSurroundings: Sendable {
    let fileLocale: String?
    /// Whether the current rows are below the header of another table, and that header is unusable.
    var isBelowUnusableHeader = false
    /// The unread columns and statistics of their content.
    private(set) var unread: [(column: ColumnPlan.Unread, content: ColumnContent)]
    /// The first location and the number of corrections, by the index of the replaced text.
    private(set) var corrections: [Int: (place: SourceLocation, count: Int)] = [:]
    /// The first row above the header that looks like table content, and the number of such rows.
    private(set) var above: (row: TableRow, count: Int)?
    /// The first locale in the locale column; recorded only if the file names a locale.
    private(set) var locale: (text: String, place: SourceLocation)?
    /// Whether the locale column contains another locale, too.
    private(set) var hasSeveralLocales = false
    private let keyName: [UInt8]
    private let keyBeginning: UInt64?

    init(_ plan: ColumnPlan, fileLocale: String?) {
        self.fileLocale = fileLocale
        unread = plan.unread.map { ($0, ColumnContent()) }
        keyName = Array((plan.names.indices.contains(plan.key) ? plan.names[plan.key] : "").lowercased().utf8)
        keyBeginning = keyName.withUnsafeBytes { HeaderWord.beginning(of: $0) }
    }

    mutating func countUnread(_ row: TableRow) {
        for index in unread.indices where !row.isBlank(unread[index].column.column) {
            row.withContent(unread[index].column.column) { unread[index].content.count($0) }
        }
    }

    mutating func countCorrection(_ text: Int, _ place: SourceLocation) {
        corrections[text] = (corrections[text]?.place ?? place, (corrections[text]?.count ?? 0) + 1)
    }

    mutating func countLocale(_ text: String, _ place: SourceLocation) {
        if hasSeveralLocales || fileLocale == nil { return }
        if locale == nil { locale = (text, place) } else if locale?.text != text { hasSeveralLocales = true }
    }

    /// Counts a row above the header if it has a key and a text.
    mutating func countAbove(_ row: TableRow, _ plan: ColumnPlan) {
        let isKey = row.trimmedText(plan.key).wholeMatch(of: /[\p{L}][\p{L}0-9]*([._\/-][\p{L}0-9]+)+/) != nil
        let hasText = plan.texts.contains { text in
            if case .text = CellContent(row.trimmedText(text.column)) { true } else { false }
        }
        if isKey, hasText { above = (above?.row ?? row, (above?.count ?? 0) + 1) }
    }

    // MARK: Headers among the rows

    /// Whether a row may be a header: its key equals the key column's header or is a word for a key or message, or its
    /// texts are codes of other locales.
    ///
    /// This fast check nearly always returns `false`.
    func mayBeHeader(_ row: TableRow, _ plan: ColumnPlan) -> Bool {
        if exchangesLocales(row, plan) { return true }
        guard !row.isEmpty(plan.key) else { return false }
        let isCandidate = row.withContent(plan.key) { text in
            guard text.count <= 32, !text.contains(0x2E) else { return false }
            // Ignore a suffix in brackets, as in `Key (offers)`.
            let text = UnsafeRawBufferPointer(rebasing: text.prefix { $0 != 0x28 && $0 != 0x5B })
            guard let beginning = HeaderWord.beginning(of: text) else { return true }
            return beginning == keyBeginning || HeaderWord.beginningsOfKeys.contains(beginning)
        }
        guard isCandidate else { return false }
        let word = row.trimmedText(plan.key)
        if !keyName.isEmpty, Array(word.lowercased().utf8) == keyName { return true }
        guard case .role(let role)? = HeaderWord(word.prefix { $0 != "(" && $0 != "[" }) else { return false }
        return role == .key || role == .message
    }

    /// Whether texts of a row are codes of other locales, as in the header of a table with reordered columns.
    private func exchangesLocales(_ row: TableRow, _ plan: ColumnPlan) -> Bool {
        guard plan.layout == .wide, plan.texts.count > 1, let first = plan.texts.first?.column, !row.isEmpty(first),
            row.withContent(first, { $0.count == 5 && ($0[2] == 0x2D || $0[2] == 0x5F) })
        else { return false }
        let codes = plan.texts.compactMap { text in
            let cell = row.trimmedText(text.column)
            return LanguageCodes.isCode(cell) && LanguageTag.contradict(cell, text.locale ?? cell) ? cell : nil
        }
        return Set(codes).count > 1
    }

    static func isSame(_ cells: [String], _ plan: ColumnPlan) -> Bool {
        plan.names.indices.allSatisfy {
            plan.names[$0].lowercased() == (cells.indices.contains($0) ? cells[$0] : "").lowercased()
        }
    }

    /// Whether cells are the header of another table: at least half are known headers, and one names a locale or a field;
    /// otherwise all must be known, and exactly one must name the text.
    ///
    /// The name of a language does not count if the first cell is its code: a message with the key `id` may have the
    /// text `Indonesian`.
    static func isHeader(_ cells: [String]) -> Bool {
        let filled = cells.filter { !$0.isEmpty }
        let meanings = filled.map { HeaderMeaning($0) }
        guard meanings.count(where: \.isUnderstood) * 2 >= filled.count else { return false }
        let namesLocaleOrField = meanings.contains { meaning in
            switch meaning.subject {
            case .role(.locale), .field: true
            default:
                meaning.mayHoldTexts
                    && meaning.locales.contains { LanguageTag(beginning: $0).language != filled[0].lowercased() }
            }
        }
        // The check without a locale or field is stricter because a message with the key `key` may have the text `value` in
        // each locale.
        return namesLocaleOrField
            || meanings.allSatisfy(\.isUnderstood) && meanings.count { $0.subject == .role(.text) } == 1
    }
}
