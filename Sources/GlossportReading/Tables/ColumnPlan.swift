/// The role of each column of a table, determined from the header and applied to every row below it.
struct ColumnPlan: Sendable, Equatable {
    struct Text: Sendable, Equatable {
        var column: Int
        /// The locale of all cells; `nil` if each row declares its own, or if it is unknown.
        var locale: String?
        /// The field of all cells if each row is a record.
        var field: String?
        var name: String
        /// The column with corrected texts; each nonempty cell in it replaces the text.
        var correction: Int?
        var states: [State] = []
        /// Whether the header marks the texts as not final.
        var isDoubtful = false
    }

    struct State: Sendable, Hashable {
        var column: Int
        /// The state that a “yes” in the column means.
        var flag: TranslationState?
        /// The locale of the texts that the state applies to; `nil` if it applies to all.
        var locale: String?
    }

    /// A column that is not read; its cells decide whether it is reported.
    struct Unread: Sendable, Equatable {
        var column: Int
        var place: TextPosition?
        /// The notation of the column in options.
        var reference: String
        var remedy: String
        var suggestion: String?
        /// Whether it is reported as a note even if it does not contain texts.
        var isAlwaysReported: Bool
    }

    var layout: TableOptions.Layout
    /// The row number of the header in a spreadsheet's numbering; 0 if there is none.
    var headerRow: Int
    /// The key column, or the message column if message and field form the key.
    var key: Int
    /// Columns that contain the same keys again, to the left of further texts.
    var repeatedKeys: [Int] = []
    /// The column with the field, which completes the key in ``key``.
    var field: Int?
    var locale: Int?
    /// The columns with a region or script that refines ``locale``.
    var regions: [Int]
    var texts: [Text]
    var notes: [Int]
    var source: Int?
    var width: Int
    var names: [String]
    var unread: [Unread] = []

    /// The number of cells that a complete row needs.
    var neededWidth: Int {
        (texts.map(\.column) + [key, field, locale].compactMap(\.self)).reduce(0) { max($0, $1 + 1) }
    }

    var isPackage: Bool { notes.contains { HeaderMeaning.isPackage(names[$0]) } }

    var used: Set<Int> {
        Set([key] + [field, locale, source].compactMap(\.self) + regions + notes)
            .union(texts.flatMap { [$0.column, $0.correction].compactMap(\.self) + $0.states.map(\.column) })
    }

    /// Returns the name of a column for messages: its header in quotation marks, otherwise its number.
    func name(of column: Int) -> String {
        let name = names.indices.contains(column) ? names[column].singleLine : ""
        return name.isEmpty ? "column \(column + 1)" : "“\(name.prefix(60))”"
    }

    /// Returns the notation of a column in options.
    func reference(_ column: Int) -> String {
        let name = names.indices.contains(column) ? names[column] : ""
        let isUnique = names.count { $0.lowercased() == name.lowercased() } == 1
        return ColumnReference.text(of: column, headed: name, isUnique: isUnique)
    }

    /// A description of the columns for users.
    var summary: String {
        var parts = ["\(layout == .record ? "message" : "key") \(name(of: key))"]
        if let field { parts.append("field \(name(of: field))") }
        if let locale { parts.append("locale \(name(of: locale))") }
        if !regions.isEmpty { parts.append("region " + regions.map { name(of: $0) }.joined(separator: ", ")) }
        switch layout {
        case .wide:
            parts.append("locales " + texts.map { $0.locale ?? $0.name }.joined(separator: ", "))
        case .record:
            let isDivided = Set(texts.map(\.locale)).count > 1
            let fields = texts.map { ($0.field ?? $0.name) + (isDivided ? $0.locale.map { " \($0)" } ?? "" : "") }
            parts.append("fields " + fields.joined(separator: ", "))
        case .long, .single:
            parts.append("text " + texts.map(\.name).joined(separator: ", "))
        }
        let corrections = texts.compactMap(\.correction)
        if !corrections.isEmpty {
            parts.append("corrected " + corrections.map { name(of: $0) }.joined(separator: ", "))
        }
        if let source { parts.append("source \(name(of: source))") }
        if !notes.isEmpty { parts.append("notes " + notes.map { name(of: $0) }.joined(separator: ", ")) }
        let states = Set(texts.flatMap { $0.states.map(\.column) }).sorted()
        if !states.isEmpty { parts.append("state " + states.map { name(of: $0) }.joined(separator: ", ")) }
        let used = used
        let ignored = names.indices.filter { !used.contains($0) && !names[$0].isEmpty }
        if !ignored.isEmpty { parts.append("not read " + ignored.map { name(of: $0) }.joined(separator: ", ")) }
        return parts.joined(separator: "; ")
    }
}

extension String {
    /// The text with a space in place of each line break.
    var singleLine: String {
        contains(where: \.isNewline) ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
    }
}
