package import GlossportProject

/// An item that the service holds, with its record in the journal.
package struct HeldItem: Sendable, Hashable, Encodable {
    package var id: ServiceID
    package var review: ReviewState
    /// `nil` if the journal does not know the id.
    package var record: ItemRecord?
    /// The name that a user gave to another tool's message.
    package var name: MessageName?
    /// Whether the item is a default in any slot, according to the journal.
    package var isDefault: Bool

    /// Fetches every item of a kind that the service holds.
    ///
    /// - Returns: The items, sorted by message and locale or by path. Items with neither a record nor a name come last.
    /// - Throws: ``GlossportError`` from the journal, or if the service can't be reached; ``OutOfQuota``; ``Stopped``;
    ///   `CancellationError`.
    package static func all(_ kind: Item.Kind, _ run: Run) async throws -> [HeldItem] {
        let listed = try await run.list(kind)
        let records = try await run.journal.records(of: Array(listed.keys), at: run.destination)
        let (names, shown) = try await run.journal.read(at: run.destination) {
            ($0.names, Set($0.defaults.compactMap(\.present)))
        }
        return listed.map { id, review in
            HeldItem(id: id, review: review, record: records[id], name: names[id], isDefault: shown.contains(id))
        }
        .sorted { $0.order < $1.order }
    }

    private var order: (String, String, String) {
        guard let item = record?.item else { return (name?.message ?? "~", name?.locale ?? "", id.description) }
        return (item.image?.path ?? item.message, item.locale, id.description)
    }
}
