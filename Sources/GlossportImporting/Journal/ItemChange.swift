package import GlossportChecking

/// A new state for an item.
package struct ItemChange: Sendable, Hashable {
    package var item: ServiceID
    package var state: ItemState
    package var proof: Proof?
    package var reason: String?

    package init(_ item: ServiceID, to state: ItemState, proof: Proof? = nil, reason: String? = nil) {
        self.item = item
        self.state = state
        self.proof = proof
        self.reason = reason
    }
}
