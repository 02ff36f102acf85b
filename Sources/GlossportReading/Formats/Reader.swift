/// Turns one file of one format into translation units.
///
/// A reader is a value that a ``Format`` makes from options; ``read(_:emit:)`` may be called for many files, also at the same time from
/// several tasks, so all state of one reading lives inside that call.
///
/// The contract, which the `ReaderConformance` kit checks:
/// - Every unit of the file either arrives exactly, or there is a finding with line and column that says why not.
/// - Memory stays flat: units are emitted as they are read and never kept. A reader may hold a file's whole text, up to
///   ``ReaderLimits/wholeFileBytes``.
/// - Nothing in a file makes a reader throw or trap; what is wrong with a file is a finding. Only what the *machine*
///   refuses (an unreadable file, cancellation) is thrown.
/// - Nothing outside the given source is read: no other file, no network, no external entity.
public protocol Reader: Sendable {
    /// Reads a whole file and hands each unit and each finding to `emit` as it is met.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - emit: Called on the caller's thread, in file order.
    /// - Returns: The totals; see ``ReadSummary``.
    /// - Throws: ``GlossportError`` where the file can't be read from the disk; `CancellationError`.
    func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary
}
