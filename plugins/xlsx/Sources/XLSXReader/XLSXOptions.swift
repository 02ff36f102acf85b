import GlossportReading

/// The options of one delivery, parsed and validated.
struct XLSXOptions: Sendable {
    /// The options about the table's layout.
    let table: TableOptions
    private(set) var sheet: String?
    private(set) var trims = false

    init(_ options: ReaderOptions) throws {
        let own = Set(Self.own.map(\.name))
        var rest = options
        rest.values = options.values.filter { !own.contains($0.key) }
        table = try TableOptions(rest, of: .xlsx)
        if let value = options.values["sheet"] {
            let name = value.trimmingWhitespace
            guard !name.isEmpty else {
                throw GlossportError.invalidOption(
                    "sheet",
                    value,
                    of: "xlsx",
                    "Write a sheet's name, or its number from 1."
                )
            }
            sheet = name
        }
        if let value = options.values["trim"] {
            switch value.trimmingWhitespace.lowercased() {
            case "true", "yes", "on": trims = true
            case "false", "no", "off": break
            default: throw GlossportError.invalidOption("trim", value, of: "xlsx", "Write true or false.")
            }
        }
    }

    /// The reader's options besides those of all tables.
    static let own = [
        ReaderOption(
            name: "sheet",
            help: """
                Name of the sheet to read, or its number in the order of the tabs, including hidden ones. Default: all visible sheets \
                with a recognizable header.
                """,
            example: "Texts"
        ),
        ReaderOption(
            name: "trim",
            help: "true: remove spaces and tabs around texts. Default: they belong to the text.",
            example: "true"
        ),
    ]
}

extension TableFormat {
    static let xlsx = TableFormat(id: "xlsx", isSheet: true)
}
