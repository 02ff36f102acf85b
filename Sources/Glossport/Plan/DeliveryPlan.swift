package import GlossportProject
import GlossportReading

/// The plans of a run: images first, because messages refer to them.
package struct DeliveryPlan: Sendable {
    /// `nil` if the run wants no images.
    package var images: Plan?
    package var messages: Plan
    package private(set) var lists = ServiceLists()
    /// Every uploaded item that has vanished from the service, desired or not.
    package private(set) var absent: Set<ServiceID> = []

    package init(images: Plan? = nil, messages: Plan) {
        self.images = images
        self.messages = messages
    }

    /// Compares the desired items with the journal, and with the service's lists if they were fetched.
    ///
    /// - Throws: ``GlossportError`` from the journal, or if it was altered by another program.
    package init(
        _ wanted: DesiredItems,
        after known: JournalContents,
        lists: ServiceLists = ServiceLists(),
        for session: Session,
        in journal: Journal
    ) async throws {
        let records = Dictionary(known.records.map { ($0.item.id, $0) }) { first, _ in first }
        func plan(_ kind: Item.Kind, _ items: [Item], incomplete: Int = 0) async throws -> Plan {
            // One inconsistent row makes the whole journal untrustworthy; nothing has been sent yet.
            for item in items.lazy.compactMap({ records[$0.id]?.item }) {
                try item.requireIdentity(app: known.destination.app)
            }
            let planner = Planner(
                destination: known.destination,
                kind: kind,
                records: records,
                listed: lists[kind]?.reviews,
                vanished: known.vanished,
                // Used only if no list was fetched; a list is more exact.
                journalHeld: known.uploaded(kind).subtracting(known.vanished).count,
                adoptsFixedIDs: session.project.adoptsFixedIDs
            )
            // For the forecast.
            let budget = try await session.budget(kind.uploadEndpoint, in: journal)
            return planner.plan(items, incomplete: incomplete, budget: budget, at: session.time.now)
        }
        images = wanted.images.isEmpty ? nil : try await plan(.image, wanted.images)
        messages = try await plan(.message, wanted.messages, incomplete: wanted.incomplete)
        self.lists = lists
        absent = known.vanished
    }

    package var plans: [Plan] { (images.map { [$0] } ?? []) + [messages] }

    /// The minimum duration of the uploads.
    ///
    /// Images come first, and each kind has a separate allowance, so the durations add up.
    package var forecast: Duration { plans.reduce(.zero) { $0 + $1.forecast } }

    /// The items to upload again because they have vanished from the service.
    package var vanished: [Item] { plans.flatMap(\.items).filter(\.isVanished).map(\.item) }

    package func count(_ action: Plan.Action) -> Int { plans.reduce(0) { $0 + $1.count(action) } }
}
