import GlossportReading

/// The options of one delivery, checked and typed.
struct CSVOptions: Sendable {
    /// Which of the four ways of laying out translations a file follows.
    enum Layout: String, Sendable, CaseIterable {
        case long, wide, record, single
    }

    /// Where the locale of a row comes from.
    enum LocaleSource: Sendable, Hashable {
        case column(ColumnReference)
        case fileName
        case fixed(String)
    }

    /// Which row names the columns.
    enum HeaderRow: Sendable, Hashable {
        case detected
        case number(Int)
        case none
    }

    /// What a `map` entry says of a column.
    struct Mapping: Sendable, Hashable {
        /// The column; `nil` for `*`, all the others.
        var column: ColumnReference?
        /// The locale; `nil` for `ignore`.
        var locale: String?
    }

    /// Which keys are wanted; all if there is none.
    var wanted: KeyFilter?
    /// What the user says the locale is, whatever the file says.
    var fixedLocale: String?
    var layout: Layout?
    var columns: [ColumnRole: ColumnReference] = [:]
    var locale: LocaleSource?
    var map: [Mapping] = []
    var headerRow = HeaderRow.detected
    var delimiter: UInt8?
    /// The quote; `.some(nil)` for none.
    var quote: UInt8?? = nil
    var encoding: TextEncoding?
    var recordKey = KeyPattern.standard
    var lenient = false
    var trim = false

    /// - Throws: ``GlossportError`` with code `invalidOption` for a value that makes no sense.
    init(_ options: ReaderOptions) throws {
        fixedLocale = options.locale
        wanted = options.wanted
        for (name, value) in options.values.sorted(by: { $0.key < $1.key }) { try set(name, value) }
        if let quote, let quote, quote == delimiter {
            throw Self.invalid("quote", "the same character as the delimiter", "Choose another one.")
        }
    }

    /// The locale that the project file, or as it asks the file's name, gives to all rows.
    func givenLocale(fileName: String) -> String? {
        if let fixedLocale { return fixedLocale }
        switch locale {
        case .fixed(let locale)?: return locale
        case .fileName?: return Self.locale(inFileName: fileName)
        case .column?, nil: return nil
        }
    }

    /// The locale at the end of a file's name, before its extension.
    static func locale(inFileName fileName: String) -> String? {
        let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
        return LocaleName.locale(inFileName: stem)
    }

    private mutating func set(_ name: String, _ value: String) throws {
        let trimmed = value.trimmingWhitespace
        switch name {
        case "layout":
            layout = Layout(rawValue: trimmed.lowercased())
            if layout == nil { throw Self.invalid(name, value, "Write long, wide, record or single.") }
        case "locale": locale = try Self.localeSource(trimmed)
        case "headerRow": headerRow = try Self.headerRow(trimmed)
        case "delimiter": delimiter = try Self.delimiter(value)
        case "quote": quote = .some(try Self.quote(trimmed))
        case "encoding":
            encoding = TextEncoding(named: trimmed)
            if encoding == nil {
                throw Self.invalid(name, value, "Write a name such as utf-8, utf-16le, windows-1252 or shift_jis.")
            }
        case "map": map = try Self.map(value)
        case "recordKey":
            guard let pattern = KeyPattern(trimmed, allowsAdjacent: true) else {
                throw Self.invalid(name, value, "It must hold {message} and {field}, each once.")
            }
            recordKey = pattern
        case "lenient": lenient = try Self.flag(name, trimmed)
        case "trim": trim = try Self.flag(name, trimmed)
        default:
            guard let role = ColumnRole(rawValue: name) else {
                throw Self.invalid(name, value, "The CSV reader has no option of this name.")
            }
            guard !trimmed.isEmpty else {
                throw Self.invalid(name, value, "Write the header of a column, or its number from 1.")
            }
            columns[role] = ColumnReference(trimmed)
        }
    }

    private static func localeSource(_ text: String) throws -> LocaleSource {
        if text.lowercased() == "from-filename" { return .fileName }
        if text.hasPrefix("="), text.utf8.count > 1 { return .fixed(String(text.dropFirst()).trimmingWhitespace) }
        guard !text.isEmpty, text != "=" else {
            throw invalid("locale", text, "Write the header or number of a column, from-filename, or =de-DE.")
        }
        return .column(ColumnReference(text))
    }

    private static func headerRow(_ text: String) throws -> HeaderRow {
        if text.lowercased() == "none" { return .none }
        guard let number = Int(text), number > 0 else {
            throw invalid("headerRow", text, "Write the row's number as a spreadsheet shows it, or none.")
        }
        return .number(number)
    }

    private static func delimiter(_ text: String) throws -> UInt8 {
        let words: [String: UInt8] = [
            "comma": 0x2C, "semicolon": 0x3B, "tab": 0x09, "\\t": 0x09, "pipe": 0x7C, "colon": 0x3A, "space": 0x20,
        ]
        let trimmed = text.trimmingWhitespace
        if let byte = words[trimmed.lowercased()] { return byte }
        let one = trimmed.isEmpty ? text : trimmed
        guard one.utf8.count == 1, let byte = one.utf8.first, byte != 0x0A, byte != 0x0D, byte != 0x22, byte != 0
        else {
            throw invalid("delimiter", text, "Write one ASCII character such as \",\" or \";\", or tab, or pipe.")
        }
        return byte
    }

    private static func quote(_ text: String) throws -> UInt8? {
        if text.lowercased() == "none" { return nil }
        guard text.utf8.count == 1, let byte = text.utf8.first, (0x21...0x7E).contains(byte) else {
            throw invalid("quote", text, "Write one ASCII character such as \" or ', or none.")
        }
        return byte
    }

    private static func flag(_ name: String, _ text: String) throws -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw invalid(name, text, "Write true or false.")
        }
    }

    /// Reads `French=fr-FR, 4=de-DE, Owner=ignore, *=ignore`; the last `=` of an entry divides it.
    private static func map(_ text: String) throws -> [Mapping] {
        var mappings: [Mapping] = []
        var entry = ""
        // A comma inside a header is possible as long as what stands before it has no `=` yet.
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            entry += entry.isEmpty ? String(piece) : "," + piece
            guard let equals = entry.lastIndex(of: "=") else { continue }
            let column = String(entry[..<equals]).trimmingWhitespace
            let locale = String(entry[entry.index(after: equals)...]).trimmingWhitespace
            guard !column.isEmpty, !locale.isEmpty else {
                throw invalid("map", text, "Write it as \"French=fr-FR, 4=de-DE, Owner=ignore\".")
            }
            mappings.append(
                Mapping(
                    column: column == "*" ? nil : ColumnReference(column),
                    locale: locale.lowercased() == "ignore" ? nil : locale
                )
            )
            if column == "*", locale.lowercased() != "ignore" {
                throw invalid("map", text, "* may only be ignored: \"*=ignore\".")
            }
            entry = ""
        }
        guard entry.trimmingWhitespace.isEmpty, !mappings.isEmpty else {
            throw invalid("map", text, "Write it as \"French=fr-FR, 4=de-DE, Owner=ignore\".")
        }
        return mappings
    }

    private static func invalid(_ name: String, _ value: String, _ remedy: String) -> GlossportError {
        GlossportError(
            .invalidOption,
            "The option \(name) of the CSV reader can't be “\(value)”.",
            remedy: remedy
        )
    }
}
