package import GlossportProject

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

/// How an upload is known to have happened.
package enum Proof: String, Sendable, Hashable, Codable {
    /// The service answered 200.
    case response
    /// The service answered 409 to a repeated attempt of ours.
    case confirmed
    /// Somebody else, or we in another life, had uploaded the same content under the same derived id.
    case adopted
    /// The id is in the service's list, after an attempt of ours.
    case listed
}
