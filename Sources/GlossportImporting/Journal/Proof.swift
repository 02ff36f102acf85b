/// How an upload is known to have happened.
package enum Proof: String, Sendable, Hashable, Codable {
    /// The service answered 200.
    case response
    /// The service answered 409 to a repeated attempt of ours.
    case confirmed
    /// Somebody else, or we in another life, had uploaded the same content under the same derived id.
    case adopted
    /// The id stands in the service's list, after an attempt of ours.
    case listed
}
