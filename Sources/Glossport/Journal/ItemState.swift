/// The state of an item.
///
/// Each state says who enters it, who leaves it, and what a crash in it means.
package enum ItemState: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// Entered by `want`, and again when an attempt was certainly not applied. Left by the first attempt. A crash
    /// means nothing: nothing was sent.
    case planned
    /// Entered with the attempt's row, before the request leaves. Left with the attempt's outcome. A crash leaves it
    /// here, and then it means what ``unknown`` means.
    case sending
    /// Entered when an attempt may or may not have been applied. Left by another attempt with the same id, or by the
    /// service's list.
    case unknown
    /// The service holds it; ``ItemRecord/proof`` says how we know. Left only by deletion.
    case uploaded
    /// Given up: entered before the request to delete it leaves, so a crash leaves no doubt. The id is never used again, whether
    /// the service has deleted it yet or not. Left if the service refuses to delete it.
    case deleted
    /// The service said it will never take this content. Left by the user with `import --retry-refused`, when the id turns up at the service, or by the
    /// next import if the refusal turns out to speak of circumstances; a changed text is another item.
    case refused
    /// The id is there, and it is not certain to be ours. Left by the user, who changes the id or says `skip`.
    case conflict

    /// Whether a run still has something to send for it.
    package var isOpen: Bool { self == .planned || self == .sending || self == .unknown }
}
