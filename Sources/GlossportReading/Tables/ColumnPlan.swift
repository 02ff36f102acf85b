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
    }

    var layout: TableOptions.Layout
    /// The header's row number as a spreadsheet counts; 0 if there is none.
    var headerRow: Int
    /// The key, or the message where each row is a record.
    var key: Int
    /// The field that makes a key together with ``key``.
    var field: Int?
    /// The column with the locale of a row.
    var locale: Int?
    var texts: [Text]
    var notes: [Int]
    var source: Int?
    var state: Int?
    /// How many columns the file has.
    var width: Int
    /// The names of the columns.
    var names: [String]
    /// Columns that are not read.
    var ignored: [Int]

    /// The cells that a row must have for nothing to be missing.
    var neededWidth: Int {
        (texts.map(\.column) + [key, field, locale].compactMap(\.self)).reduce(0) { max($0, $1 + 1) }
    }

    /// The name of a column in messages: its header in quotes, otherwise its number.
    func name(of column: Int) -> String {
        let name = names.indices.contains(column) ? names[column] : ""
        return name.isEmpty ? "column \(column + 1)" : "“\(name)”"
    }

    /// The columns as a person would tell them.
    var summary: String {
        var parts = ["\(layout == .record ? "message" : "key") \(name(of: key))"]
        if let field { parts.append("field \(name(of: field))") }
        if let locale { parts.append("locale \(name(of: locale))") }
        switch layout {
        case .wide:
            parts.append("locales " + texts.map { $0.locale ?? $0.name }.joined(separator: ", "))
        case .record:
            parts.append("fields " + texts.map { $0.field ?? $0.name }.joined(separator: ", "))
        case .long, .single:
            parts.append("text " + texts.map(\.name).joined(separator: ", "))
        }
        if let source { parts.append("source \(name(of: source))") }
        if !notes.isEmpty { parts.append("notes " + notes.map { name(of: $0) }.joined(separator: ", ")) }
        if let state { parts.append("state \(name(of: state))") }
        if !ignored.isEmpty { parts.append("not read " + ignored.map { name(of: $0) }.joined(separator: ", ")) }
        return parts.joined(separator: "; ")
    }
}
