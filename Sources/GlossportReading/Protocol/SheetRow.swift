/// A table row that an out-of-process reader emits instead of units, see <doc:ReaderProtocol>.
package struct SheetRow: Sendable, Hashable {
    package var row: TableRow
    /// The name of the row's sheet.
    package var part = ""
    package var isSheetHidden = false

    package init(_ row: TableRow, part: String = "") {
        self.row = row
        self.part = part
    }
}
