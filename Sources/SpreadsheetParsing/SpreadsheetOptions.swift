public import GlossportReading

/// The options of a delivery of spreadsheets, parsed and validated.
public struct SpreadsheetOptions: Sendable {
    /// The options about the table's layout.
    public let table: TableOptions
    /// The name or number of the sheet to read; `nil` for all visible ones.
    public let sheet: String?

    /// Parses the options; throws ``GlossportError`` for an invalid one.
    public init(_ options: ReaderOptions, of format: TableFormat) throws {
        var rest = options
        let value = rest.values.removeValue(forKey: Self.sheet.name)
        table = try TableOptions(rest, of: format)
        sheet = value?.trimmingWhitespace
        if let value, sheet == "" {
            throw GlossportError.invalidOption(
                Self.sheet.name,
                value,
                of: format.id,
                "Write a sheet's name, or its number from 1."
            )
        }
    }

    /// The option that names a sheet.
    public static let sheet = ReaderOption(
        name: "sheet",
        help: """
            Name of the sheet to read, or its number in the order of the tabs, including hidden ones. Default: all visible sheets \
            with a recognizable header.
            """,
        example: "Texts"
    )
}
