/// Turns one file of one format into translation units.
///
/// A reader is a value made from options; ``read(_:emit:)`` may be called for many files, also at the same time from
/// several tasks, so all state of one reading lives inside that call.
///
/// The contract, which the `ReaderConformance` kit checks:
/// - Every unit of the file either arrives exactly, or there is a finding with line and column that says why not.
/// - Memory stays flat: units are emitted as they are read and never kept.
/// - Nothing in a file makes a reader throw or trap; what is wrong with a file is a finding. Only what the *machine*
///   refuses (an unreadable file, cancellation) is thrown.
/// - Nothing outside the given source is read: no other file, no network, no external entity.
package protocol Reader: Sendable {
    /// What this reader reads, its options and its findings.
    static var format: FormatDescription { get }

    /// Says whether a file is of this format, from its first bytes.
    ///
    /// - Parameter head: The file's name and its first bytes (up to 4,096).
    /// - Returns: How sure it is; content beats the name.
    static func recognize(_ head: FileHead) -> Recognition

    /// Makes a reader.
    ///
    /// - Parameter options: Only names that ``FormatDescription/options`` declares are present.
    /// - Throws: ``GlossportError`` with code ``GlossportError/Code/invalidOption`` for a value that makes no sense.
    init(options: ReaderOptions) throws

    /// Reads a whole file and hands each unit and each finding to `emit` as it is met.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - emit: Called on the caller's thread, in file order.
    /// - Returns: What was seen; see ``ReadSummary``.
    /// - Throws: ``GlossportError`` where the file can't be read from the disk; `CancellationError`.
    func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary
}

/// What a reader hands out while it reads.
package enum ReadEvent: Sendable {
    /// A translation unit.
    case unit(TranslationUnit)
    /// One of the first units that were passed over, see ``ReaderOptions/wanted``.
    case other(OtherUnit)
    /// A defect of the file.
    case finding(Finding)
}

/// A unit that nobody wants, for the examples that a report shows.
package struct OtherUnit: Sendable, Hashable {
    package var key: String
    package var locale: String?
    package var location: SourceLocation

    package init(key: String, locale: String?, location: SourceLocation) {
        self.key = key
        self.locale = locale
        self.location = location
    }
}

/// How sure a reader is that a file is of its format.
package enum Recognition: Int, Sendable, Comparable {
    /// The content rules it out.
    case no
    /// Only the name speaks for it.
    case byName
    /// The content speaks for it.
    case byContent

    package static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}
