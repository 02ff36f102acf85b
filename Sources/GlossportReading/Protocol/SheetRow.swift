/// A row that a reader in another process hands out instead of units, see <doc:ReaderProtocol>.
package struct SheetRow: Sendable, Hashable {
    package var row: TableRow
    /// The sheet that the row is in.
    package var part = ""
    /// Whether the spreadsheet hides that sheet.
    package var isSheetHidden = false

    package init(_ row: TableRow, part: String = "") {
        self.row = row
        self.part = part
    }
}
