package import GlossportChecking

/// The plans of a run: images first, for messages refer to them.
package struct DeliveryPlan: Sendable {
    /// `nil` if the run wants no images.
    package var images: Part?
    package var messages: Part

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

    package var parts: [Part] { (images.map { [$0] } ?? []) + [messages] }

    package var plans: [Plan] { parts.map(\.plan) }

    /// The least time that the uploads will take: images come first, and each kind has an allowance of its own.
    package var forecast: Duration { plans.reduce(.zero) { $0 + $1.forecast } }

    /// Everything to upload that has vanished from the service.
    package var vanished: [ServiceID] { parts.flatMap(\.vanished) }

    package func count(_ action: Plan.Action) -> Int { plans.reduce(0) { $0 + $1.count(action) } }
}
