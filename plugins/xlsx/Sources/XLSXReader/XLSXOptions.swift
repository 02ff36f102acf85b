import GlossportReading
import SpreadsheetParsing

/// The options of one delivery, parsed and validated.
struct XLSXOptions: Sendable {
    let spreadsheet: SpreadsheetOptions
    private(set) var trims = false

    init(_ options: ReaderOptions) throws {
        var rest = options
        let value = rest.values.removeValue(forKey: Self.trim.name)
        spreadsheet = try SpreadsheetOptions(rest, of: .xlsx)
        if let value {
            switch value.trimmingWhitespace.lowercased() {
            case "true", "yes", "on": trims = true
            case "false", "no", "off": break
            default: throw GlossportError.invalidOption("trim", value, of: "xlsx", "Write true or false.")
            }
        }
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
