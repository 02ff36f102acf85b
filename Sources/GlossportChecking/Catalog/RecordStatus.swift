/// The state of a delivered record compared with the last import.
package enum RecordStatus: String, Sendable, Hashable, CaseIterable {
    /// Nothing of this message was imported in this locale.
    case new
    /// Something else was.
    case changed
    /// Exactly this was.
    case unchanged
}
