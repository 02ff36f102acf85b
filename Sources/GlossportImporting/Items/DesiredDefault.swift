package import GlossportChecking

/// What a slot is to hold.
package struct DesiredDefault: Sendable, Hashable {
    package var slot: DefaultSlot
    /// The message's name.
    package var message: String
    package var item: ServiceID

    package init(_ slot: DefaultSlot, message: String, item: ServiceID) {
        self.slot = slot
        self.message = message
        self.item = item
    }
}
