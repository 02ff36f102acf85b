package import GlossportProject
import GlossportReading

/// The plans of a run: images first, because messages refer to them.
package struct DeliveryPlan: Sendable {
    /// `nil` if the run wants no images.
    package var images: Part?
    package var messages: Part
    package private(set) var lists = ServiceLists()
    /// Every uploaded item that has vanished from the service, desired or not.
    package private(set) var absent: Set<ServiceID> = []

    /// The plan for one kind, and the state changes that the service's list and the recorded attempts prove.
    package struct Part: Sendable {
        package var plan: Plan
        package var evidence: [ItemChange]
        /// Items to upload again because they have vanished from the service.
        package var vanished: [ServiceID]

        package init(plan: Plan, evidence: [ItemChange] = [], vanished: [ServiceID] = []) {
            self.plan = plan
            self.evidence = evidence
            self.vanished = vanished
        }
    }

    package init(images: Part? = nil, messages: Part) {
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
        func part(_ kind: Item.Kind, _ items: [Item], incomplete: Int = 0) async throws -> Part {
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
            let (plan, evidence) = planner.plan(items, incomplete: incomplete, budget: budget, at: session.time.now)
            let again = plan.items.filter { $0.action == .upload && known.vanished.contains($0.item.id) }
            return Part(plan: plan, evidence: evidence, vanished: again.map(\.item.id))
        }
        images = wanted.images.isEmpty ? nil : try await part(.image, wanted.images)
        messages = try await part(.message, wanted.messages, incomplete: wanted.incomplete)
        self.lists = lists
        absent = known.vanished
    }

    package var parts: [Part] { (images.map { [$0] } ?? []) + [messages] }

    package var plans: [Plan] { parts.map(\.plan) }

    /// The minimum duration of the uploads.
    ///
    /// Images come first, and each kind has a separate allowance, so the durations add up.
    package var forecast: Duration { plans.reduce(.zero) { $0 + $1.forecast } }

    package var vanished: [ServiceID] { parts.flatMap(\.vanished) }

    package func count(_ action: Plan.Action) -> Int { plans.reduce(0) { $0 + $1.count(action) } }
}
