/// The use of each column of a file: determined once from the header, applied to every row.
struct ColumnPlan: Sendable, Equatable {
    /// A column that holds texts to upload.
    struct Text: Sendable, Equatable {
        var column: Int
        /// The locale of all its cells; `nil` where each row says its own.
        var locale: String?
        /// The field of all its cells, where each row is a record.
        var field: String?
        /// The column's name in messages.
        var name: String
        /// A column with corrected texts; where it is filled, it replaces this one.
        var correction: Int?
        /// The columns with the state of these texts.
        var states: [State] = []
        /// Whether the header says that the texts are not the final ones.
        var isDoubtful = false
    }

    /// A column with states.
    struct State: Sendable, Hashable {
        var column: Int
        /// The state that a yes means.
        var flag: TranslationState?
        /// The locale of the rows that it is about; `nil` if it is about all.
        var locale: String?
    }

    /// A column that is not read, to be told if it holds texts.
    struct Unread: Sendable, Equatable {
        var column: Int
        /// Its header in the file.
        var place: TextPosition?
        /// The column as it can be written under options.
        var reference: String
        /// The line to write under options.
        var remedy: String
        /// The language that its header resembles.
        var suggestion: String?
        /// Whether it is said even if it holds no texts, as a note.
        var isNamed: Bool
    }

    var layout: TableOptions.Layout
    /// The header's row number as a spreadsheet counts; 0 if there is none.
    var headerRow: Int
    /// The key, or the message where each row is a record.
    var key: Int
    /// Columns that repeat the keys, for the texts to their right.
    var repeatedKeys: [Int] = []
    /// The field that makes a key together with ``key``.
    var field: Int?
    /// The column with the locale of a row.
    var locale: Int?
    /// The columns with the region and the script of ``locale``.
    var regions: [Int]
    var texts: [Text]
    var notes: [Int]
    var source: Int?
    /// How many columns the file has.
    var width: Int
    /// The names of the columns.
    var names: [String]
    var unread: [Unread] = []

    /// The cells that a row must have for nothing to be missing.
    var neededWidth: Int {
        (texts.map(\.column) + [key, field, locale].compactMap(\.self)).reduce(0) { max($0, $1 + 1) }
    }

    /// Whether the table is a package for a vendor.
    var isPackage: Bool { notes.contains { HeaderMeaning.isPackage(names[$0]) } }

    /// The columns that are read.
    var used: Set<Int> {
        Set([key] + [field, locale, source].compactMap(\.self) + regions + notes)
            .union(texts.flatMap { [$0.column, $0.correction].compactMap(\.self) + $0.states.map(\.column) })
    }

    /// The name of a column in messages: its header in quotes, otherwise its number.
    func name(of column: Int) -> String {
        let name = names.indices.contains(column) ? names[column].singleLine : ""
        return name.isEmpty ? "column \(column + 1)" : "“\(name.prefix(60))”"
    }

    /// A column as it can be written under options.
    func reference(_ column: Int) -> String {
        let name = names.indices.contains(column) ? names[column] : ""
        let isUnique = names.count { $0.lowercased() == name.lowercased() } == 1
        return ColumnReference.text(of: column, headed: name, isUnique: isUnique)
    }

    /// The columns as a person would tell them.
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
    /// The text with a blank for each line break.
    var singleLine: String {
        contains(where: \.isNewline) ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
    }
}
