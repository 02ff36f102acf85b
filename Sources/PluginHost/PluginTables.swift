import GlossportReading

/// Reads the rows that a plugin writes, sheet by sheet, with the table engine.
struct PluginTables {
    private var sheets: SpreadsheetReading
    /// The current sheet, and all sheets so far.
    private var part: String?
    private var parts: Set<String> = []
    private var isHidden = false
    private var lastLine = 0

    /// The maximum number of sheets in a file.
    ///
    /// It is limited because the table engine keeps data about each sheet.
    private static let sheetLimit = 1_000

    init(of path: String, options: TableOptions) { sheets = SpreadsheetReading(of: path, options: options) }

    var summary: ReadSummary { sheets.summary }

    /// Processes the next row.
    ///
    /// - Throws: ``PluginOutput/Problem`` for a row that is out of order or exceeds a limit.
    mutating func take(_ message: SheetRow, _ emit: (ReadEvent) -> Void) throws {
        if message.part != part {
            if part != nil { sheets.endSheet(emit: emit) }
            guard parts.count < Self.sheetLimit else {
                throw PluginOutput.tooMuch("more than \(Self.sheetLimit) sheets")
            }
            guard parts.insert(message.part).inserted else {
                throw PluginOutput.Problem(
                    text: "It returns to the rows of “\(message.part)”.",
                    remedy: "Write one sheet after the other."
                )
            }
            (part, isHidden, lastLine) = (message.part, message.isSheetHidden, 0)
            sheets.beginSheet(message.part, isHidden: isHidden)
        }
        guard message.row.number > lastLine, message.isSheetHidden == isHidden else {
            throw PluginOutput.Problem(
                text:
                    "Row \(message.row.number) follows row \(lastLine), or its sheet is hidden and the rows before were not.",
                remedy: "Write the rows of a sheet from the top down."
            )
        }
        lastLine = message.row.number
        sheets.read(message.row, emit: emit)
        if let excess = sheets.excess { throw PluginOutput.tooMuch("rows with more than \(excess)") }
    }

    /// Ends the file.
    ///
    /// - Parameters:
    ///   - isSilent: Whether the plugin reported nothing about the file.
    ///   - emit: Receives units and findings.
    mutating func end(isSilent: Bool, _ emit: (ReadEvent) -> Void) {
        if part != nil { sheets.endSheet(emit: emit) }
        sheets.end(isSilent: isSilent, emit: emit)
    }
}

extension FormatDescription {
    /// Divides the options of a delivery into those of the plugin and those of tables.
    ///
    /// - Throws: ``GlossportError`` with code `invalidOption`.
    func divide(_ options: ReaderOptions) throws -> (own: ReaderOptions, tables: TableOptions?) {
        guard let format = tables else { return (options, nil) }
        let names = Set(format.options.map(\.name))
        var (own, tables) = (options, options)
        own.values = options.values.filter { !names.contains($0.key) }
        tables.values = options.values.filter { names.contains($0.key) }
        return (own, try TableOptions(tables, of: format))
    }
}
