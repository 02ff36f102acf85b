/// The state of a message or image in Apple's review.
package enum ReviewState: String, Sendable, Hashable, Codable {
    case pending
    case approved
    case rejected
    /// A state that this version does not support.
    case unrecognized
}
