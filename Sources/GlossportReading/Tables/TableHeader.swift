/// The header of a table: found among its first rows, with the meaning of each column, or the reason why there is none.
///
/// A ``TableReading`` follows it row by row.
public struct TableHeader: Sendable {
    /// The number of rows that are worth looking at.
    public static let sampleRows = 50

    /// The finding that prevents reading the table; `nil` if it can be read.
    public let problem: Finding?
    /// Whether the problem is only that no row looks like a header.
    public let isMissing: Bool
    /// The findings about a header that can be followed.
    public let warnings: [Finding]
    /// The most common width of the rows, and what part of the rows have it; leading rows of one cell are titles.
    public let typicalWidth: (width: Int, share: Double)?
    let plan: ColumnPlan?
    let path: String
    let options: TableOptions
    let givenLocale: String?
    /// The locales that the file declares by its name and its columns.
    let declared: [String]

    /// Looks for the header.
    ///
    /// - Parameters:
    ///   - rows: The first rows of the table, up to ``sampleRows``.
    ///   - path: The file.
    ///   - sheet: The name of the sheet in it.
    ///   - options: The delivery's options.
    public init(in rows: [TableRow], of path: String, sheet: String? = nil, options: TableOptions) {
        self.options = options
        let place = sheet.map { "\(path)/\($0)" } ?? path
        self.path = place
        let givenLocale = options.givenLocale(path: path, sheet: sheet)
        let search = HeaderSearch(rows, options: options, givenLocale: givenLocale)
        typicalWidth = search.typicalWidth
        var problem: HeaderProblem?
        var outcome: HeaderSearch.Outcome?
        do throws(HeaderProblem) {
            outcome = try search.outcome()
            if options.takesSheetName, givenLocale == nil {
                throw HeaderProblem(
                    rule: .noLocale,
                    text:
                        "The sheet's name is not a locale, but locale: from-sheet requires one; the sheet was not read.",
                    remedy: "Name the sheet after its locale, such as de-DE, or write locale: =de-DE under options."
                )
            }
        } catch {
            (problem, outcome) = (error, nil)
        }
        self.problem = problem?.finding(in: place, options.format)
        isMissing = problem.map { $0.rule == .noHeader || $0.rule == .missingColumn } ?? false
        var warnings = outcome?.warnings.map { $0.finding(in: place, options.format) } ?? []
        if let sheet, LocaleName.locale(in: sheet) != nil {
            for index in warnings.indices where warnings[index].rule == options.format.id(.noLocale) {
                warnings[index].remedy = "The sheet is named after a language: write locale: from-sheet under options."
            }
        }
        plan = outcome?.plan
        self.givenLocale = plan?.locale == nil ? nil : givenLocale
        var declared: [String] = []
        if let plan = outcome?.plan, options.fixedLocale != nil {
            if let name = options.namedLocale(path: path, sheet: sheet) { declared.append(name) }
            for text in plan.layout == .wide ? plan.texts : [] where plan.names.indices.contains(text.column) {
                if let locale = LocaleName.locale(in: plan.names[text.column]) { declared.append(locale) }
            }
        }
        self.declared = declared
        if let plan = outcome?.plan, let header = rows.first(where: { $0.number == plan.headerRow }) {
            warnings += Self.remarks(on: header, plan, place, options.format)
        }
        self.warnings = warnings
    }

    /// The number of the row; 0 if the table has no header.
    public var row: Int { plan?.headerRow ?? 0 }
    /// Whether each row has texts in several locales.
    public var isWide: Bool { plan?.layout == .wide }

    /// The layout and the columns, as a person would describe them.
    public var details: [ReadSummary.Detail] {
        guard let plan else { return [] }
        return [
            .init("layout", plan.layout.rawValue),
            .init("header row", plan.headerRow == 0 ? "none" : "\(plan.headerRow)"),
            .init("columns", plan.summary),
        ]
    }

    /// The findings about cells of the header: hidden columns of texts, and cells that lost their text.
    private static func remarks(
        on header: TableRow,
        _ plan: ColumnPlan,
        _ path: String,
        _ format: TableFormat
    ) -> [Finding] {
        var findings: [Finding] = []
        for column in 0..<header.count where header.isEmpty(column) {
            guard let remark = header.remark(column), let rule = remark.rule else { continue }
            findings.append(
                Finding(
                    rule,
                    remark.severity,
                    "The header in column \(column + 1) holds \(remark.holds).",
                    remedy: remark.remedy,
                    at: header.location(column, in: path)
                )
            )
        }
        let hidden = plan.texts.filter { header.remark($0.column)?.isHidden == true }
        guard let first = hidden.first else { return findings }
        let names = hidden.prefix(6).map(\.name).joined(separator: ", ")
        let more = hidden.count > 6 ? " and \(hidden.count - 6) more" : ""
        findings.append(
            Finding(
                format.id(.hidden),
                TableRule.hidden.severity,
                "\(names.prefix(1).uppercased())\(names.dropFirst())\(more) "
                    + (hidden.count == 1
                        ? "is hidden in the spreadsheet; it was read nevertheless."
                        : "are hidden in the spreadsheet; they were read nevertheless."),
                remedy: "Delete the column if it is not meant to be delivered, or write map: "
                    + "\"\(first.column + 1)=ignore\".",
                at: header.location(first.column, in: path)
            )
        )
        return findings
    }
}
