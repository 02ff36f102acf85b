package import GlossportProject

/// The difference between the desired items and the items that the journal and the service hold.
package struct Plan: Sendable {
    package var destination: Destination
    package var kind: Item.Kind
    /// Messages sorted by name and locale, images by path.
    package var items: [PlannedItem]
    /// The number of records that lack a text or an image; they are never sent.
    package var incomplete: Int
    /// The number of messages, or images, that the service is known to hold now.
    package var held: Int
    package var capacity: Int
    /// Whether the service's list was fetched; otherwise the plan uses only the journal.
    package var asksService: Bool
    /// The minimum duration of the uploads under the request allowance.
    package var forecast: Duration

    /// Apple's limit per app and environment, for messages and for images (“Upload Message” and “Upload Image” in
    /// Apple's documentation).
    package static let standardCapacity = 2_000

    package struct PlannedItem: Sendable, Hashable, Encodable {
        package var item: Item
        package var action: Action
        /// The reason for the action, if it is not obvious.
        package var reason: String?
        /// The state change that the service's list or the recorded attempts prove.
        package var evidence: ItemChange?
        /// Whether to upload the item again because it has vanished from the service.
        package var isVanished = false

        private enum CodingKeys: CodingKey {
            case item, action, reason
        }
    }

    package enum Action: String, Sendable, Hashable, CaseIterable, Encodable {
        case upload
        /// Do nothing: the service holds the item.
        case present
        /// Do nothing: the id is in use, possibly by another item.
        case conflict
        /// Do nothing: the service has refused this exact content before.
        case refused
        /// Do nothing: the service is full.
        case overCapacity = "over-capacity"
    }

    /// The items to record in the journal as wanted.
    ///
    /// Items that cannot be sent are left out: those over capacity, and those whose id the journal has recorded with
    /// another text. For such an id, the recorded text would be sent.
    package var queue: [PlannedItem] {
        items.filter { planned in
            switch planned.action {
            case .upload, .present, .refused: true
            case .conflict: planned.evidence != nil
            case .overCapacity: false
            }
        }
    }

    /// Whether the service will be at least 80 % full after the uploads.
    var isNearlyFull: Bool { (held + count(.upload)) * 10 >= capacity * 8 }

    package func count(_ action: Action) -> Int { items.count { $0.action == action } }
}
