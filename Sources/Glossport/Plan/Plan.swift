package import GlossportProject

/// The difference between what is wanted and what journal and service already hold, item by item.
package struct Plan: Sendable {
    package var destination: Destination
    package var kind: Item.Kind
    /// By message, then locale; images by path.
    package var items: [PlannedItem]
    /// Records that lack a text; they are never sent.
    package var incomplete: Int
    /// Messages, or images, that the service holds now, as far as is known.
    package var held: Int
    /// The service's maximum.
    package var capacity: Int
    /// Whether the service was asked; otherwise only the journal was.
    package var asksService: Bool
    /// The least time that the uploads will take under the pace.
    package var forecast: Duration

    /// The service's limit per app and environment, for messages and for images (Apple's pages “Upload Message” and “Upload Image”).
    package static let standardCapacity = 2_000

    /// One item with what is to be done about it.
    package struct PlannedItem: Sendable, Hashable, Encodable {
        package var item: Item
        package var action: Action
        /// Why, where that is not plain.
        package var reason: String?
    }

    /// The planned action for an item.
    package enum Action: String, Sendable, Hashable, CaseIterable, Encodable {
        /// Send it.
        case upload
        /// Nothing: it is there.
        case present
        /// Nothing: its id is taken, and not certainly by it.
        case conflict
        /// Nothing: the service has refused this very content before.
        case refused
        /// Nothing: there is no room for it.
        case overCapacity = "over-capacity"
    }

    /// The items that belong into the journal's queue.
    ///
    /// Items that could not be sent are left out: those without room, and ids that the journal has recorded with
    /// another text, which would send that text.
    ///
    /// - Parameter evidence: The evidence found by the plan.
    /// - Returns: The items, in the plan's order.
    package func queue(with evidence: [ItemChange]) -> [Item] {
        let proven = Set(evidence.map(\.item))
        return items.filter { planned in
            switch planned.action {
            case .upload, .present, .refused: true
            case .conflict: proven.contains(planned.item.id)
            case .overCapacity: false
            }
        }
        .map(\.item)
    }

    /// How full the service will be.
    var isNearlyFull: Bool { (held + count(.upload)) * 10 >= capacity * 8 }

    package func count(_ action: Action) -> Int { items.count { $0.action == action } }
}
