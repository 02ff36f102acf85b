import GlossportReading

/// The cells of one row.
struct Cells {
    let batch: UnsafeMutablePointer<RowBatch>
    let row: Range<Int>

    var count: Int { row.count }

    /// Whether a cell holds nothing; so does one that is missing.
    func isEmpty(_ column: Int) -> Bool { column >= count || batch.pointee.isEmpty(row.lowerBound + column) }

    /// Whether a cell holds nothing but white space.
    func isBlank(_ column: Int) -> Bool { column >= count || batch.pointee.isBlank(row.lowerBound + column) }

    /// A cell's text; `nil` if it is empty or missing.
    func text(_ column: Int) -> String? { isEmpty(column) ? nil : batch.pointee.text(row.lowerBound + column) }

    /// A cell's text without white space around it; empty if it is missing.
    func trimmedText(_ column: Int) -> String {
        isEmpty(column) ? "" : batch.pointee.trimmedText(row.lowerBound + column)
    }

    /// A cell's content; valid until the batch changes.
    func content(_ column: Int) -> UnsafeRawBufferPointer { batch.pointee.content(row.lowerBound + column) }

    /// Where a cell stands; for a missing one, where the row begins.
    func location(_ column: Int, in path: String) -> SourceLocation {
        batch.pointee.cells[column < count ? row.lowerBound + column : row.lowerBound].place.location(in: path)
    }
}
