/// The header of a table, found among its first rows, with the meaning of each column; or the reason why there is none.
///
/// A ``TableReading`` applies it to each row.
public struct TableHeader: Sendable {
    /// The number of rows searched for the header.
    public static let sampleRows = 50

    /// The finding that prevents reading the table; `nil` if it can be read.
    public let problem: Finding?
    /// Whether the problem is only that no row looks like a header.
    public let isMissing: Bool
    /// The warnings about a valid header.
    public let warnings: [Finding]
    /// The most common row width and its share of the rows; ignores blank rows and leading title rows of one cell.
    public let typicalWidth: (width: Int, share: Double)?
    let plan: ColumnPlan?
    let path: String
    let options: TableOptions
    let givenLocale: String?
    /// The locale in the sheet's name if the options set none.
    let sheetLocale: String?
    /// The locale in the file's name if the options set none; `nil` in a spreadsheet.
    let fileLocale: String?
    /// The locales that the names of the file, sheet and columns declare; recorded only if the user sets the locale.
    let declared: [String]
    /// Columns that the options map to a locale and the sheet does not contain.
    let absentColumns: [ColumnReference]

    /// Searches for the header in the first rows of a table, up to ``sampleRows``.
    public init(in rows: [TableRow], of path: String, sheet: String? = nil, options: TableOptions) {
        let (options, absentColumns) = options.withoutAbsentColumns(in: rows)
        (self.options, self.absentColumns) = (options, absentColumns)
        let place = sheet.map { "\(path)/\($0)" } ?? path
        self.path = place
        let givenLocale = options.givenLocale(path: path, sheet: sheet)
        let named = options.locale == nil ? sheet.flatMap { LocaleName.locale(in: $0) } : nil
        sheetLocale = givenLocale == nil ? named : nil
        let search = HeaderSearch(rows, options: options, givenLocale: givenLocale, sheetLocale: sheetLocale)
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
        if let sheet, let note = SheetName.leftOut(sheet, options, isReadable: outcome != nil) {
            (problem, outcome) = (note, nil)
        }
        self.problem = problem?.finding(in: place, options.format)
        isMissing =
            switch problem?.rule {
            case .noHeader: true
            case .missingColumn: Self.lacksHeader(rows, options, givenLocale, sheetLocale)
            default: false
            }
        var warnings = outcome?.warnings.map { $0.finding(in: place, options.format) } ?? []
        if let plan = outcome?.plan,
            let finding = Self.contradiction(plan, search, path: path, sheet: sheet, place: place)
        {
            warnings.append(finding)
        }
        plan = outcome?.plan
        self.givenLocale = givenLocale
        fileLocale = options.format.isSheet || options.locale != nil ? nil : SourceFile.locale(inNameOf: path)
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

    /// The row number of the header; 0 if there is none.
    public var row: Int { plan?.headerRow ?? 0 }

    /// The layout and the columns, described for users.
    public var details: [ReadSummary.Detail] {
        guard let plan else { return [] }
        return [
            .init("layout", plan.layout.rawValue),
            .init("header row", plan.headerRow == 0 ? "none" : "\(plan.headerRow)"),
            .init("columns", plan.summary),
        ]
    }

    /// Returns the warning that the language in the name of a file, folder or sheet differs from every column's.
    private static func contradiction(
        _ plan: ColumnPlan,
        _ search: HeaderSearch,
        path: String,
        sheet: String?,
        place: String
    ) -> Finding? {
        let locales = plan.texts.compactMap(\.locale)
        guard search.givenLocale == nil, plan.layout == .wide, search.options.locale == nil, !locales.isEmpty,
            locales.count == plan.texts.count,
            let name = sheet == nil
                ? SourceFile.language(named: path) : search.sheetLocale.map({ (holder: "sheet", locale: $0) }),
            locales.allSatisfy({ LanguageTag.contradict(name.locale, $0) })
        else { return nil }
        return TableReading.contradiction(
            of: name,
            locales,
            in: locales.count == 1 ? plan.name(of: plan.texts[0].column) : "their headers",
            search.options.format,
            at: SourceLocation(path: place, line: max(plan.headerRow, 1), column: 1)
        )
    }

    /// Whether no row looks like a header even if the columns named in the options are ignored, as in a sheet of
    /// instructions.
    private static func lacksHeader(
        _ rows: [TableRow],
        _ options: TableOptions,
        _ givenLocale: String?,
        _ sheetLocale: String?
    ) -> Bool {
        let search = HeaderSearch(
            rows,
            options: options.withoutColumns,
            givenLocale: givenLocale,
            sheetLocale: sheetLocale
        )
        do throws(HeaderProblem) {
            _ = try search.outcome()
            return false
        } catch {
            return error.rule == .noHeader
        }
    }

    /// Returns the findings about header cells: hidden text columns, and cells that lost their text.
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
                    + "\"\(plan.reference(first.column))=ignore\".",
                request: "Delete the column if it is not meant to be delivered.",
                at: header.location(first.column, in: path)
            )
        )
        return findings
    }
}
