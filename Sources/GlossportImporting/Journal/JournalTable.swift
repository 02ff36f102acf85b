/// A table of the journal as it is handed out: names of columns, and rows of the same length.
package struct JournalTable: Sendable {
    /// What to hand out.
    package enum Kind: String, Sendable, CaseIterable {
        case items, attempts, approvals
    }

    /// A cell's value.
    package enum Cell: Sendable, Hashable {
        case text(String)
        case number(Int64)
        case none
    }

    package var columns: [String]
    package var rows: [[Cell]]

    package init(columns: [String], rows: [[Cell]]) {
        self.columns = columns
        self.rows = rows
    }
}
