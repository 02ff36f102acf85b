import GlossportReading

/// The options of one delivery, parsed and validated.
struct CSVOptions: Sendable {
    /// The options about the table's layout.
    let table: TableOptions
    private(set) var delimiter: UInt8?
    /// The quote; `nil` if the option is missing, `.some(nil)` for `none`.
    private(set) var quote: UInt8?? = nil
    private(set) var encoding: TextEncoding?
    private(set) var lenient = false
    private(set) var trim = false

    init(_ options: ReaderOptions) throws {
        let own = Set(Self.own.map(\.name))
        var rest = options
        rest.values = options.values.filter { !own.contains($0.key) }
        table = try TableOptions(rest, of: .csv)
        for (name, value) in options.values.sorted(by: { $0.key < $1.key }) where own.contains(name) {
            try set(name, value)
        }
        lenient = try options.flag("lenient", of: "csv")
        trim = try options.flag("trim", of: "csv")
        if let quote, let quote, quote == delimiter {
            throw Self.invalid("quote", "the same character as the delimiter", "Choose another one.")
        }
    }

    /// The reader's options besides those of all tables.
    static let own = [
        ReaderOption(
            name: "delimiter",
            help: "Character between cells, or comma, semicolon, tab, pipe. Default: detected from the first rows.",
            example: ";"
        ),
        ReaderOption(
            name: "quote",
            help: "Character around cells, or none. Default: a double quote.",
            example: "none"
        ),
        ReaderOption(
            name: "encoding",
            help:
                "Encoding of a file without a byte order mark. Default: UTF-8, or UTF-16 if every other byte is zero.",
            example: "windows-1252"
        ),
        ReaderOption(
            name: "lenient",
            help: "true: treat misplaced quotes as characters, each with a warning. Default: reading stops there.",
            example: "true"
        ),
        ReaderOption(
            name: "trim",
            help:
                "true: remove spaces and tabs around cells, also around quotes. Default: they belong to the text.",
            example: "true"
        ),
    ]

    private mutating func set(_ name: String, _ value: String) throws {
        let trimmed = value.trimmingWhitespace
        switch name {
        case "delimiter": delimiter = try Self.delimiter(value)
        case "quote": quote = .some(try Self.quote(trimmed))
        case "encoding":
            encoding = TextEncoding(named: trimmed)
            if encoding == nil {
                throw Self.invalid(name, value, "Write a name such as utf-8, utf-16le, windows-1252 or shift_jis.")
            }
        default: break
        }
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

    private static func invalid(_ name: String, _ value: String, _ remedy: String) -> GlossportError {
        .invalidOption(name, value, of: "csv", remedy)
    }
}

extension TableFormat {
    static let csv = TableFormat(id: "csv", isSheet: false, formulaText: "formula")
}
