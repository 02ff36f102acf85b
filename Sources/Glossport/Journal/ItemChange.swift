package import GlossportProject

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

/// The evidence that an item was uploaded.
package enum Proof: String, Sendable, Hashable, Codable {
    /// The service answered 200.
    case response
    /// The service answered 409, and an earlier attempt of ours may have been applied.
    case confirmed
    /// The id already existed: the same content under a derived id, or a fixed id with `ifExists: skip`.
    case adopted
    /// The service's list contains the id after an attempt of ours.
    case listed
}
