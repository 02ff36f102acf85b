package import GlossportChecking
import GlossportReading

/// Compares what a delivery wants with the journal, and with the service's lists where they were asked for.
package struct DeliveryPlanner: Sendable {
    private let access: ServiceAccess

    package init(_ access: ServiceAccess) { self.access = access }

    /// The plans of a delivery.
    ///
    /// - Parameters:
    ///   - wanted: The desired items.
    ///   - lists: The service's lists, by kind; without a list only the journal is used.
    ///   - adoptsFixedIDs: `--if-exists skip`.
    /// - Returns: The plans, with what the lists prove.
    /// - Throws: ``GlossportError`` of the journal.
    package func plan(
        _ wanted: DesiredItems,
        lists: [Item.Kind: [ServiceID: ReviewState]] = [:],
        adoptsFixedIDs: Bool
    ) async throws -> DeliveryPlan {
        let vanished = try await access.absences.vanished
        var images: DeliveryPlan.Part?
        if !wanted.images.isEmpty {
            images = try await part(
                .image,
                wanted.images,
                listed: lists[.image],
                vanished: vanished,
                adoptsFixedIDs: adoptsFixedIDs
            )
        }
        let messages = try await part(
            .message,
            wanted.messages,
            incomplete: wanted.incomplete,
            listed: lists[.message],
            vanished: vanished,
            adoptsFixedIDs: adoptsFixedIDs
        )
        return DeliveryPlan(images: images, messages: messages)
    }

    private func part(
        _ kind: Item.Kind,
        _ items: [Item],
        incomplete: Int = 0,
        listed: [ServiceID: ReviewState]?,
        vanished: Set<ServiceID>,
        adoptsFixedIDs: Bool
    ) async throws -> DeliveryPlan.Part {
        let records = try await access.journal.records(of: items.map(\.id), at: access.destination)
        // A journal in which one row does not fit can't be believed in any other; nothing has been sent yet.
        for known in items.lazy.compactMap({ records[$0.id]?.item }) {
            try known.requireIdentity(app: access.destination.app)
        }
        // A list is more exact than the count.
        let held =
            listed == nil
            ? try await access.journal.uploaded(kind, at: access.destination).subtracting(vanished).count : 0
        let planner = Planner(
            destination: access.destination,
            kind: kind,
            records: records,
            listed: listed,
            vanished: vanished,
            journalHeld: held,
            adoptsFixedIDs: adoptsFixedIDs
        )
        let (plan, evidence) = planner.plan(
            items,
            incomplete: incomplete,
            budget: try await access.budget(kind.uploadEndpoint),
            at: access.time.now
        )
        let again = plan.items.filter { $0.action == .upload && vanished.contains($0.item.id) }.map(\.item.id)
        return DeliveryPlan.Part(plan: plan, evidence: evidence, vanished: again)
    }
}
