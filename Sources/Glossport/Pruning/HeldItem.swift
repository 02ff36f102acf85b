package import GlossportProject

/// Something that the service holds, beside what the journal knows of it.
package struct HeldItem: Sendable, Hashable, Encodable {
    package var id: ServiceID
    package var review: ReviewState
    /// `nil` if the journal does not know the id.
    package var record: ItemRecord?
    /// The name given by a user, if the journal does not know the id.
    package var name: MessageName?
    /// Whether customers see it somewhere, as far as the journal knows.
    package var isDefault: Bool

    /// Asks the service for all that it holds of a kind.
    ///
    /// - Parameters:
    ///   - kind: The kind to list.
    ///   - run: The run at work.
    /// - Returns: By message and locale, or by path; what the journal does not know comes last.
    /// - Throws: ``GlossportError`` of the journal, or if the service can't be asked; ``OutOfQuota``; ``Stopped``; `CancellationError`.
    package static func all(_ kind: Item.Kind, _ run: Run) async throws -> [HeldItem] {
        let listed = try await run.list(kind)
        let records = try await run.journal.records(of: Array(listed.keys), at: run.destination)
        let names = try await run.journal.names(at: run.destination)
        let shown = Set(try await run.journal.defaults(at: run.destination).compactMap(\.present))
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
