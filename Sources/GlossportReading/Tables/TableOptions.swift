/// A delivery's options for the layout of its tables, parsed and validated.
public struct TableOptions: Sendable {
    enum Layout: String, Sendable, CaseIterable {
        case long, wide, record, single
    }

    enum LocaleSource: Sendable, Hashable {
        case column(ColumnReference)
        case fileName
        case sheetName
        case fixed(String)
    }

    /// An entry of `map`.
    struct Mapping: Sendable, Hashable {
        /// The column; `nil` for `*`, which matches all unknown columns.
        var column: ColumnReference?
        /// The locale; `nil` for `ignore`.
        var locale: String?
    }

    /// The table format.
    public let format: TableFormat
    /// The locale set by the user, which overrides the file's.
    let fixedLocale: String?
    private(set) var layout: Layout?
    private(set) var columns: [ColumnRole: ColumnReference] = [:]
    private(set) var locale: LocaleSource?
    private(set) var map: [Mapping] = []
    /// The row number of the header; 0 for none, `nil` if it must be searched for.
    private(set) var headerRow: Int?
    private(set) var recordKey = KeyPattern.standard
    /// Whether to read or ignore sheets, by lowercase name; overrides all other criteria.
    private var sheets: [String: SheetUse] = [:]

    enum SheetUse: String { case read, ignore }

    /// Parses and validates the options of a delivery.
    ///
    /// - Parameters:
    ///   - options: The options; may only contain names in ``TableFormat/options``.
    ///   - format: The table format.
    /// - Throws: ``GlossportError`` with code `invalidOption` for an invalid value.
    public init(_ options: ReaderOptions, of format: TableFormat) throws {
        self.format = format
        fixedLocale = options.locale
        for (name, value) in options.values.sorted(by: { $0.key < $1.key }) { try set(name, value) }
    }

    /// Whether the options name enough columns by number to read a table without a header.
    public var canDoWithoutHeader: Bool {
        let hasTexts = columns[.text] != nil || map.contains { $0.locale != nil }
        let hasKey = columns[.key] != nil || columns[.message] != nil
        return hasTexts && hasKey && references.allSatisfy { if case .number = $0 { true } else { false } }
    }

    /// Returns a finding if the options require a locale in the file's name and there is none.
    public func missingLocale(inNameOf path: String) -> Finding? {
        guard case .fileName? = locale, givenLocale(path: path, sheet: nil) == nil else { return nil }
        return Finding(
            format.id(.noLocale),
            .error,
            "The file's name does not end with a locale, but locale: from-filename requires one; nothing was read.",
            remedy:
                "Name the file after its locale, such as de-DE.\(format.id), or write locale: =de-DE under options.",
            request: "Name the file after its locale, such as de-DE.\(format.id).",
            at: SourceLocation(path: path, line: 1, column: 1)
        )
    }

    /// Returns the finding for a file without rows.
    public func emptyTable(_ path: String, hasHeader: Bool) -> Finding {
        Finding(
            format.id(.empty),
            TableRule.empty.severity,
            "The \(format.isSheet && hasHeader ? "sheet" : "file") "
                + (hasHeader
                    ? "has a header but no rows." : format.isSheet ? "has no visible sheet with rows." : "is empty."),
            remedy: "Ask the vendor for the file with its translations, or remove it from the delivery.",
            request: "Send the file with its translations.",
            at: SourceLocation(path: path, line: 1, column: 1)
        )
    }

    // MARK: For the engine

    /// Removes the columns in `map` that a table does not contain: ignored ones, and in a sheet also those with a
    /// locale, because another sheet may contain them.
    ///
    /// Also returns the absent columns with a locale.
    func withoutAbsentColumns(in rows: [TableRow]) -> (options: TableOptions, columns: [ColumnReference]) {
        let names = map.compactMap { if case .name(let name)? = $0.column { name.lowercased() } else { nil } }
        guard !names.isEmpty else { return (self, []) }
        var missing = Set(names)
        for row in rows where !missing.isEmpty {
            for column in 0..<row.count { missing.remove(row.trimmedText(column).lowercased()) }
        }
        func isMissing(_ mapping: Mapping) -> Bool {
            guard case .name(let name)? = mapping.column, mapping.locale == nil || format.isSheet else { return false }
            return missing.contains(name.lowercased())
        }
        var options = self
        options.map.removeAll(where: isMissing)
        return (options, map.filter { isMissing($0) && $0.locale != nil }.compactMap(\.column))
    }

    var withoutColumns: TableOptions {
        var options = self
        (options.columns, options.map) = ([:], [])
        if case .column? = locale { options.locale = nil }
        return options
    }

    func use(ofSheet name: String) -> SheetUse? { sheets[name.trimmingWhitespace.lowercased()] }

    /// Forces a sheet to be read, regardless of its name.
    mutating func readSheet(_ name: String) { sheets[name.trimmingWhitespace.lowercased()] = .read }

    var takesSheetName: Bool { fixedLocale == nil && locale == .sheetName }

    var references: [ColumnReference] {
        var references = Array(columns.values) + map.compactMap(\.column)
        if case .column(let column)? = locale { references.append(column) }
        return references
    }

    /// Returns the locale of all rows: a fixed one, or the one in the name of the file or sheet if the options request
    /// that.
    func givenLocale(path: String, sheet: String?) -> String? {
        if let fixedLocale { return fixedLocale }
        if case .fixed(let locale)? = locale { return locale }
        return namedLocale(path: path, sheet: sheet)
    }

    /// Returns the locale in the name of the file or sheet if the options request it.
    func namedLocale(path: String, sheet: String?) -> String? {
        switch locale {
        case .fileName?:
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return SourceFile.code(endingName: name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
        case .sheetName?: return sheet.flatMap { LocaleName.locale(in: $0) }
        default: return nil
        }
    }

    private mutating func set(_ name: String, _ value: String) throws {
        let trimmed = value.trimmingWhitespace
        switch name {
        case "layout":
            layout = Layout(rawValue: trimmed.lowercased())
            if layout == nil { throw invalid(name, value, "Write long, wide, record or single.") }
        case "locale": locale = try localeSource(trimmed)
        case "headerRow":
            if trimmed.lowercased() == "none" {
                headerRow = 0
            } else if let number = Int(trimmed), number > 0 {
                headerRow = number
            } else {
                throw invalid(name, value, "Write the row's number as a spreadsheet shows it, or none.")
            }
        case "map": map = try mappings(value)
        case "sheets" where format.isSheet: sheets = try sheetUses(value)
        case "recordKey":
            guard let pattern = KeyPattern(trimmed, allowsAdjacent: true) else {
                throw invalid(name, value, "It must contain {message} and {field}, each once.")
            }
            recordKey = pattern
        default:
            guard let role = ColumnRole(rawValue: name) else {
                throw invalid(name, value, "The \(format.id.uppercased()) reader has no option of this name.")
            }
            guard !trimmed.isEmpty else {
                throw invalid(name, value, "Write the header of a column, or its number from 1.")
            }
            columns[role] = ColumnReference(trimmed)
        }
    }

    private func localeSource(_ text: String) throws -> LocaleSource {
        if text.lowercased() == "from-filename" { return .fileName }
        if text.lowercased() == "from-sheet", format.isSheet { return .sheetName }
        if text.hasPrefix("="), text.utf8.count > 1 { return .fixed(String(text.dropFirst()).trimmingWhitespace) }
        guard !text.isEmpty, text != "=" else {
            throw invalid("locale", text, "Write the header or number of a column, from-filename, or =de-DE.")
        }
        return .column(ColumnReference(text))
    }

    /// Parses `French=fr-FR, 4=de-DE, Owner=ignore, *=ignore`; the last `=` of an entry separates its parts.
    private func mappings(_ text: String) throws -> [Mapping] {
        var mappings: [Mapping] = []
        var entry = ""
        // A header may contain commas before its `=`.
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            entry += entry.isEmpty ? String(piece) : "," + piece
            guard let equals = entry.lastIndex(of: "=") else { continue }
            let column = String(entry[..<equals]).trimmingWhitespace
            let locale = String(entry[entry.index(after: equals)...]).trimmingWhitespace
            guard !column.isEmpty, !locale.isEmpty else { throw badMap(text) }
            let isIgnored = locale.lowercased() == "ignore"
            if column == "*", !isIgnored {
                throw invalid("map", text, "* may only be ignored: \"*=ignore\".")
            }
            mappings.append(
                Mapping(column: column == "*" ? nil : ColumnReference(column), locale: isIgnored ? nil : locale)
            )
            entry = ""
        }
        guard entry.trimmingWhitespace.isEmpty, !mappings.isEmpty else { throw badMap(text) }
        return mappings
    }

    /// Parses `Glossary=ignore, Notes=read`; the last `=` of an entry separates its parts.
    private func sheetUses(_ text: String) throws -> [String: SheetUse] {
        var uses: [String: SheetUse] = [:]
        var name = ""
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            name += name.isEmpty ? String(piece) : "," + piece
            guard let equals = name.lastIndex(of: "=") else { continue }
            let use = SheetUse(rawValue: String(name[name.index(after: equals)...]).trimmingWhitespace.lowercased())
            let sheet = String(name[..<equals]).trimmingWhitespace.lowercased()
            guard let use, !sheet.isEmpty else { break }
            uses[sheet] = use
            name = ""
        }
        guard name.isEmpty, !uses.isEmpty else {
            throw invalid("sheets", text, "Write it as \"Glossary=ignore, Notes=read\".")
        }
        return uses
    }

    private func badMap(_ text: String) -> GlossportError {
        invalid("map", text, "Write it as \"French=fr-FR, 4=de-DE, Owner=ignore\".")
    }

    private func invalid(_ name: String, _ value: String, _ remedy: String) -> GlossportError {
        GlossportError.invalidOption(name, value, of: format.id, remedy)
    }
}

extension GlossportError {
    /// Returns the error for an invalid option value; the remedy must describe the valid ones.
    public static func invalidOption(
        _ name: String,
        _ value: String,
        of format: String,
        _ remedy: String
    ) -> GlossportError {
        GlossportError(
            .invalidOption,
            "The option \(name) of the \(format.uppercased()) reader can't be “\(value)”.",
            remedy: remedy
        )
    }
}

/// A reference to a column in a project file, by header or by number.
enum ColumnReference: Sendable, Hashable, CustomStringConvertible {
    /// The number, from 1.
    case number(Int)
    case name(String)

    init(_ text: String) {
        let trimmed = text.trimmingWhitespace
        if let number = Int(trimmed), number > 0 { self = .number(number) } else { self = .name(trimmed) }
    }

    /// Returns the indices of the matching columns.
    ///
    /// Ignores case and surrounding spaces of a header. A number greater than the column count matches a header that
    /// consists of that number.
    func indices(in header: [String]) -> [Int] {
        if case .number(let number) = self, number <= header.count { return [number - 1] }
        let wanted =
            switch self {
            case .number(let number): String(number)
            case .name(let name): name.lowercased()
            }
        return header.indices.filter { header[$0].trimmingWhitespace.lowercased() == wanted }
    }

    /// Returns the notation of a column in options: its header, or its number if the header is not unique or cannot be
    /// written in an option.
    static func text(of column: Int, headed name: String, isUnique: Bool) -> String {
        let isPlain = !name.contains { $0.isNewline || "\"\\=".contains($0) } && Int(name) == nil && name != "*"
        return !name.isEmpty && isUnique && isPlain && name.utf8.count <= 60 ? name : "\(column + 1)"
    }

    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .name(let name): "“\(name)”"
        }
    }
}
