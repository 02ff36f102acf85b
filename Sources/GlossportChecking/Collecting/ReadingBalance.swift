import GlossportReading

/// Compares the units and findings that a reader counted with those it returned.
///
/// Without this check, a file whose units a reader lost would look empty, and messages that are not delivered may be
/// deleted.
struct ReadingBalance {
    private var units = 0
    private var findings = 0

    mutating func add(_ event: ReadEvent) {
        switch event {
        case .unit: units += 1
        case .finding: findings += 1
        case .other: break
        }
    }

    /// Checks that no unit or finding was lost, and that a file with content yields a unit, a finding or a count.
    ///
    /// - Parameters:
    ///   - summary: The reader's totals.
    ///   - file: The file that was read.
    /// - Throws: ``GlossportError`` with code `internalError`.
    func check(_ summary: ReadSummary, of file: SourceFile) throws(GlossportError) {
        let lost = summary.lost(received: units, findings: findings)
        if lost > 0 { throw GlossportError.lost(lost, in: file.path) }
        guard summary.units == 0, findings == 0, summary.skipped.isEmpty, file.byteCount > 0 else { return }
        throw GlossportError(
            .internalError,
            "The reader of \(file.path) returned neither a unit, a finding nor a count.",
            remedy: "This is a bug in the reader; please report it, with the file if possible.",
            location: SourceLocation(path: file.path, line: 1, column: 1)
        )
    }
}
