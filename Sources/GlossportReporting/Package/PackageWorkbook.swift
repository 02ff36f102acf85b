import GlossportChecking
import GlossportProject
import GlossportReading

/// The contents of a package's workbook: one sheet per locale, with only the translations editable.
package struct PackageWorkbook: Sendable, Hashable {
    package var mark: String
    /// The time of creation, in whole seconds since 1970.
    package var made: Int64
    package var sheets: [Sheet]

    package struct Sheet: Sendable, Hashable {
        package var name: String
        package var isRightToLeft: Bool
        package var columns: [Column]
        package var rows: [Row]
    }

    package struct Row: Sendable, Hashable {
        package var cells: [Cell]
        /// The height in lines, which is stored because some programs do not compute it when they open a workbook.
        package var lines: Int
    }

    package struct Column: Sendable, Hashable {
        package var heading: String
        /// In characters.
        package var width: Double
        /// Whether the vendor can edit its cells.
        package var isEditable = false
        /// Whether its texts follow the direction of the sheet's locale.
        package var isTranslation = false
        /// Whether it is only for programs, and so displayed faintly.
        package var isFaint = false
        package var note: String?
        /// A formula that is true if the cell's text is too long, written for the first row of texts.
        package var alarm: String?
        package var refusal: Refusal?
    }

    package struct Refusal: Sendable, Hashable {
        /// A formula that is true if a text is permitted, written for the first row of texts; at most 255 characters.
        package var permitting: String
        /// At most 32 characters.
        package var title: String
        /// At most 255 characters.
        package var sentence: String
    }

    package enum Cell: Sendable, Hashable {
        case text(String)
        case number(Int)
        case formula(String, result: Int)
    }

    static let longestText = 32_767
    /// The maximum height of a row in lines; a taller row would fill the window.
    static let mostLines = 12

    init(_ package: VendorPackage) {
        mark = package.mark.description
        made = package.mark.made
        let isEarlierKnown = package.allTexts.contains { $0.earlier != nil }
        let columns = PackageColumn.allCases.filter { $0 != .earlier || isEarlierKnown }
        sheets = package.texts.map { Sheet($0.locale, $0.texts, columns, package.mark) }
    }
}

extension PackageWorkbook.Sheet {
    fileprivate init(_ locale: StoreLocale, _ texts: [TextToDo], _ shown: [PackageColumn], _ mark: PackageMark) {
        let counted = CharacterCount(locale)
        name = locale.code
        isRightToLeft = locale.isRightToLeft
        columns = shown.map { PackageWorkbook.Column($0, counted) }
        rows = texts.enumerated().map { index, text in
            // Space for the longest permitted translation.
            var lines = Int((Double(text.limit) / PackageColumn.target.width).rounded(.up))
            let cells = shown.map { column -> PackageWorkbook.Cell in
                let content = column.content(of: text, mark)
                if column != .mark { lines = max(lines, content.lines(of: column.width)) }
                return switch column {
                case .length:
                    .formula(counted.formula(of: PackageColumn.target.cell(index + 2)), result: Int(content) ?? 0)
                case .limit: .number(text.limit)
                default: .text(content.asCell)
                }
            }
            return PackageWorkbook.Row(cells: cells, lines: min(lines, PackageWorkbook.mostLines))
        }
    }
}

extension PackageWorkbook.Column {
    fileprivate init(_ column: PackageColumn, _ counted: CharacterCount) {
        heading = column.heading
        width = column.width
        let (target, limit) = (PackageColumn.target.cell(2), PackageColumn.limit.cell(2))
        switch column {
        case .target:
            (isEditable, isTranslation) = (true, true)
            refusal = PackageWorkbook.Refusal(
                permitting: "=\(counted.shortFormula(of: target))<=\(limit)",
                title: "This translation is too long",
                sentence:
                    "It has more characters than the number under “\(PackageColumn.limit.heading)”. Please shorten it."
            )
        case .length: note = "Characters, spaces included"
        case .earlier: isTranslation = true
        case .mark: isFaint = true
        default: break
        }
        if column == .target || column == .length { alarm = "=\(PackageColumn.length.cell(2))>\(limit)" }
    }
}

extension PackageColumn {
    /// The heading in a workbook; the table readers recognize both this heading and the raw value.
    fileprivate var heading: String {
        switch self {
        case .target: "Translation"
        case .limit: "Max"
        case .task: "Task"
        case .place: "Where it appears"
        case .earlier: "Earlier text"
        case .mark: rawValue
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    fileprivate var width: Double {
        switch self {
        case .locale, .length: 8
        case .limit, .mark: 12
        case .key: 24
        case .source, .target: 40
        case .task: 34
        case .notes, .place, .earlier: 24
        }
    }

    /// The reference to the column's cell in a row, with the column fixed, such as `$E2`.
    fileprivate func cell(_ row: Int) -> String {
        let number = PackageColumn.allCases.firstIndex(of: self) ?? 0
        return "$\(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number)))\(row)"
    }
}

extension String {
    /// The approximate number of lines that the text needs in a column.
    fileprivate func lines(of width: Double) -> Int {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).reduce(0) { lines, line in
            // Chinese, Japanese and Korean characters are almost twice as wide; wrapped words do not fill a line.
            let needed = line.unicodeScalars.reduce(0) {
                $0 + ($1.value < 0x1100 || $1.properties.isGraphemeExtend ? 1 : 1.7)
            }
            return lines + max(1, Int((needed * 1.15 / width).rounded(.up)))
        }
    }

    /// The text as a cell contains it.
    ///
    /// It is truncated to the longest text that spreadsheets permit. A text that looks guarded gets a second guard,
    /// because reading removes one.
    fileprivate var asCell: String {
        let text = FormulaGuard.unguarded(self) == self ? self : FormulaGuard.guarded(self)
        guard text.utf16.count > PackageWorkbook.longestText else { return text }
        var length = 1
        let kept = text.unicodeScalars.prefix {
            length += UTF16.width($0)
            return length <= PackageWorkbook.longestText
        }
        return String(kept) + "…"
    }
}
