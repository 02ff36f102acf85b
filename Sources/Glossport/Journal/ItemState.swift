/// The state of an item.
///
/// Each case describes how it is entered and left, and the meaning of a crash in it.
package enum ItemState: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// Entered by `want`, if the outcome is forgotten, and again if an attempt was certainly not applied. Left by an
    /// attempt, or by the service's list. A crash has no effect: nothing was sent.
    case planned
    /// Entered with the attempt's row, before the request is sent. Left with the attempt's outcome. After a crash the
    /// item stays in this state, which then means the same as ``unknown``.
    case sending
    /// Entered if an attempt may or may not have been applied. Left by another attempt with the same id, or by the
    /// service's list.
    case unknown
    /// The service contains the item; ``ItemRecord/proof`` is the evidence. Left by a deletion, or if the outcome is
    /// forgotten.
    case uploaded
    /// Entered before the delete request is sent, so that a crash leaves no doubt. Left if the service refuses to
    /// delete the item. Otherwise, a derived id is never used again, whether or not the service has deleted it yet; a
    /// fixed id is used again only with `import --retry-refused`.
    case deleted
    /// The service refused the content for good. Left with `import --retry-refused`, if the service turns out to
    /// contain the id, or by the next import if the refusal proves not to be about the content. A changed text is
    /// another item.
    case refused
    /// The service contains the id, but possibly with other content. Left when the user changes the id or sets
    /// `ifExists: skip`.
    case conflict

    /// Whether the item's upload is not settled yet.
    package var isOpen: Bool { self == .planned || self == .sending || self == .unknown }
}
