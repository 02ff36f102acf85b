import SpreadsheetParsing
import XMLParsing

/// The properties of a sheet that are needed before its rows are read, but may follow them: merged cells and hidden
/// columns.
///
/// Collected during the first pass, which validates the whole sheet.
struct SheetFrame: PartContent {
    static let root = Tag.worksheet
    private(set) var refusal: Refusal?
    private var areas: [CellArea] = []
    private var next = 0
    /// Areas that start in the current row; their first column is covered from the next row on.
    private var begun: [CellArea] = []
    /// For each column, the last row covered by a merged cell.
    private var coveredUntil: [Int] = []
    /// Whether each column is hidden; empty if no column is.
    private var hidden: [Bool] = []
    /// The total numbers of columns in hidden ranges and in merged areas, which do not overlap in valid files.
    private var described = 0
    private var merged = 0
    /// The maximum number of columns in any row so far.
    private var width = 0

    private static let maximumAreas = 20_000
    private static let maximumMerged = 16 << 20
    private static let maximumDescribed = 16 * CellArea.columns
    /// The minimum width of the covered part: a header may end with merged cells, but the header row is not yet known.
    private static let leastWidth = 64

    mutating func start(_ tag: Tag, _ attributes: XMLAttributes) {
        switch tag {
        case .mergeCell:
            guard let area = CellArea(attributes["ref"] ?? "") else { return }
            areas.append(area)
            merged += area.right - area.left + 1
            if areas.count > Self.maximumAreas {
                refusal = .tooLarge("The sheet has more than \(Self.maximumAreas.grouped) merged areas.")
            } else if merged > Self.maximumMerged {
                refusal = .tooLarge(
                    "The merged areas of the sheet have more than \(Self.maximumMerged.grouped) columns."
                )
            }
        case .col:
            let (first, last) = (attributes.number("min"), attributes.number("max"))
            guard first > 0, first <= last, last <= CellArea.columns, attributes.isTrue("hidden") else { return }
            described += last - first + 1
            guard described <= Self.maximumDescribed else {
                refusal = .tooLarge("The sheet describes more than \(Self.maximumDescribed.grouped) hidden columns.")
                return
            }
            if hidden.isEmpty { hidden = Array(repeating: false, count: CellArea.columns) }
            for column in first - 1..<last { hidden[column] = true }
        default: break
        }
    }

    mutating func sort() {
        areas.sort()
        if !areas.isEmpty { coveredUntil = Array(repeating: 0, count: CellArea.columns) }
    }

    func hides(_ column: Int) -> Bool { !hidden.isEmpty && hidden[column] }

    mutating func begin(row: Int) {
        if areas.isEmpty { return }
        for area in begun { cover(area.left...area.left, until: area.bottom) }
        begun = []
        while next < areas.count, areas[next].top <= row {
            let area = areas[next]
            next += 1
            if area.left < area.right { cover(area.left + 1...area.right, until: area.bottom) }
            if area.top < row { cover(area.left...area.left, until: area.bottom) } else { begun.append(area) }
        }
    }

    private mutating func cover(_ columns: ClosedRange<Int>, until row: Int) {
        for column in columns { coveredUntil[column] = max(coveredUntil[column], row) }
    }

    /// Whether a merged cell covers a cell, so that spreadsheets do not show it.
    func covers(_ column: Int, row: Int) -> Bool { !areas.isEmpty && coveredUntil[column] >= row }

    /// Returns the number of columns in a row, including covered ones at its end.
    mutating func width(ofRow row: Int, cells: Int) -> Int {
        width = max(width, cells)
        guard !areas.isEmpty else { return cells }
        var end = max(width, Self.leastWidth)
        while end > cells, coveredUntil[end - 1] < row { end -= 1 }
        return end
    }
}
