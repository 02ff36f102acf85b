import GlossportReading
import SpreadsheetParsing

/// The options of one delivery, parsed and validated.
struct XLSXOptions: Sendable {
    let spreadsheet: SpreadsheetOptions
    let trims: Bool

    init(_ options: ReaderOptions) throws {
        var rest = options
        rest.values[Self.trim.name] = nil
        spreadsheet = try SpreadsheetOptions(rest, of: .xlsx)
        trims = try options.flag(Self.trim.name, of: "xlsx")
    }

    static let trim = ReaderOption(
        name: "trim",
        help: "true: remove spaces and tabs around texts. Default: they belong to the text.",
        example: "true"
    )
}

extension TableFormat {
    static let xlsx = TableFormat(id: "xlsx", isSheet: true)
}
