/// The reasons under which cells and rows are counted that make no unit.
enum Skip: Int, CaseIterable {
    case emptyCell, missingCell, shiftedRow, damagedCell, withoutKey, withoutLocale, emptyRow, aboveHeader

    /// The reason as the summary says it.
    var name: String {
        switch self {
        case .emptyCell: "empty cell"
        case .missingCell: "missing cell"
        case .shiftedRow: "cell of a shifted row"
        case .damagedCell: "damaged cell"
        case .withoutKey: "text without a key"
        case .withoutLocale: "text without a locale"
        case .emptyRow: "empty row"
        case .aboveHeader: "row above the header"
        }
    }
}
