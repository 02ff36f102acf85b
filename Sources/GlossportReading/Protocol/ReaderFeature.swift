/// The optional features of the protocol between a reader and its host, see <doc:ReaderProtocol>.
package enum ReaderFeature: String, Sendable, CaseIterable {
    /// Places have columns.
    case columns
    /// Unwanted units may be skipped.
    case other
    /// The file's own locale is reported.
    case declared
    /// The rows of a table are handed out instead of units, and understood by the host.
    case rows
}
