/// How a delivered record stands to what was imported last.
package enum Standing: String, Sendable, Hashable, CaseIterable {
    /// Nothing of this message was imported in this locale.
    case new
    /// Something else was.
    case changed
    /// Exactly this was.
    case unchanged
}
