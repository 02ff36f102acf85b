/// What a reader and its host may both know beyond the protocol's least, see <doc:ReaderProtocol>.
package enum ReaderFeature: String, Sendable, CaseIterable {
    /// Places have columns.
    case columns
    /// Units that nobody wants may be passed over.
    case other
    /// What a file says of its own locale is told.
    case declared
    /// The rows of a table are handed out instead of units, and understood by the host.
    case rows
}
