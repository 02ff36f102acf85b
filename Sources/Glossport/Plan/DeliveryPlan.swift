package import GlossportProject
import GlossportReading

/// The plans of a run: images first, for messages refer to them.
package struct DeliveryPlan: Sendable {
    /// `nil` if the run wants no images.
    package var images: Part?
    package var messages: Part
    /// The service's lists that the plan was made with.
    package private(set) var lists = ServiceLists()
    /// Everything uploaded that has vanished from the service, wanted or not.
    package private(set) var absent: Set<ServiceID> = []

    /// One kind's plan, with what the service's list proves about items whose fate the journal did not know.
    package struct Part: Sendable {
        package var plan: Plan
        package var evidence: [ItemChange]
        /// Items to upload that were uploaded before, and have vanished at the service.
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

    /// Compares what a delivery wants with the journal, and with the service's lists where they were asked for.
    ///
    /// - Parameters:
    ///   - wanted: The desired items.
    ///   - known: Everything that the journal knows.
    ///   - lists: The service's lists; without a list only the journal is used.
    ///   - imageBudget: The allowance of the images, for the forecast.
    ///   - messageBudget: That of the messages.
    ///   - adoptsFixedIDs: `ifExists: skip`.
    ///   - now: For the forecast.
    /// - Throws: ``GlossportError`` for a journal that others have altered.
    package init(
        _ wanted: DesiredItems,
        after known: JournalContents,
        lists: ServiceLists = ServiceLists(),
        imageBudget: RequestBudget,
        messageBudget: RequestBudget,
        adoptsFixedIDs: Bool,
        at now: Timestamp
    ) throws {
        let records = Dictionary(known.records.map { ($0.item.id, $0) }) { first, _ in first }
        func part(_ kind: Item.Kind, _ items: [Item], incomplete: Int = 0, _ budget: RequestBudget) throws -> Part {
            // A journal in which one row does not fit can't be believed in any other; nothing has been sent yet.
            for item in items.lazy.compactMap({ records[$0.id]?.item }) {
                try item.requireIdentity(app: known.destination.app)
            }
            let planner = Planner(
                destination: known.destination,
                kind: kind,
                records: records,
                listed: lists[kind]?.reviews,
                vanished: known.vanished,
                // A list is more exact than the count.
                journalHeld: known.uploaded(kind).subtracting(known.vanished).count,
                adoptsFixedIDs: adoptsFixedIDs
            )
            let (plan, evidence) = planner.plan(items, incomplete: incomplete, budget: budget, at: now)
            let again = plan.items.filter { $0.action == .upload && known.vanished.contains($0.item.id) }
            return Part(plan: plan, evidence: evidence, vanished: again.map(\.item.id))
        }
        images = wanted.images.isEmpty ? nil : try part(.image, wanted.images, imageBudget)
        messages = try part(.message, wanted.messages, incomplete: wanted.incomplete, messageBudget)
        self.lists = lists
        absent = known.vanished
    }

    package var parts: [Part] { (images.map { [$0] } ?? []) + [messages] }

    package var plans: [Plan] { parts.map(\.plan) }

    /// The least time that the uploads will take: images come first, and each kind has an allowance of its own.
    package var forecast: Duration { plans.reduce(.zero) { $0 + $1.forecast } }

    /// Everything to upload that has vanished from the service.
    package var vanished: [ServiceID] { parts.flatMap(\.vanished) }

    package func count(_ action: Plan.Action) -> Int { plans.reduce(0) { $0 + $1.count(action) } }
}
