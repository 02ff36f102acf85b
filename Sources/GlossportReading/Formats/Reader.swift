/// Converts one file of one format into translation units.
///
/// A ``Format`` creates a reader from options. ``read(_:emit:)`` may be called for many files, also concurrently, so
/// all state of a reading must be local to that call.
///
/// The contract, most of which the `ReaderConformance` kit checks:
/// - Every unit of the file is emitted with its exact text, or a finding with line and column explains why it is
///   missing, or the summary counts it as skipped.
/// - Memory use is bounded: units are emitted as they are read and never kept. A reader may hold a file's whole text,
///   up to ``ReaderLimits/wholeFileBytes``.
/// - No content makes a reader throw or trap; defects of a file are findings. Only failures of the *machine* (an
///   unreadable file, cancellation) are thrown.
/// - A reader accesses only the given source: no other file, no network, no external entity.
public protocol Reader: Sendable {
    /// Reads a whole file and passes each unit and finding to `emit` as it is read.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - emit: Called on the caller's thread; units arrive in file order.
    /// - Returns: The totals.
    /// - Throws: ``GlossportError`` if the file cannot be read from disk; `CancellationError`.
    func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary
}
