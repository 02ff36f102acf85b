/// The state of a delivered record compared with the last import.
package enum RecordStatus: String, Sendable, Hashable, CaseIterable {
    /// The message was not imported in this locale.
    case new
    /// Different content was imported.
    case changed
    /// The same content was imported.
    case unchanged
}
