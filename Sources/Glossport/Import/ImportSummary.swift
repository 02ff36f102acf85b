import GlossportReading

/// The result of a run's uploads.
///
/// The counts add up: planned = done + already there + failed + unknown + not yet.
package struct ImportSummary: Sendable, Encodable {
    package var planned: Int
    /// The images among the planned items.
    package internal(set) var images = 0
    package var done: Int
    /// Items that the service already held.
    package var alreadyThere: Int
    /// Items that were refused, even temporarily, that are in conflict, or whose file is unreadable.
    package var failed: Int
    /// Items that may or may not be at the service.
    package var unknown: Int
    /// Items that were not sent because of a stop, the quota, the capacity, or a missing image.
    package var notYet: Int
    /// The unsent items that exceed the service's capacity.
    package var noRoom: Int
    /// The unsent items whose images are missing.
    package var heldBack: Int
    /// Records that lack a text or an image; they are not among the planned items.
    package var incomplete: Int
    /// The kinds of the sent items.
    ///
    /// An earlier list of these kinds is outdated.
    package private(set) var sent: Set<Item.Kind> = []
    package var requests: Int
    package var throttled: Int
    package var failures: [UploadTally.Failure]
    package var stop: StopReason?
    package var outcome: ExitStatus

    private enum CodingKeys: CodingKey {
        case planned, images, done, alreadyThere, failed, unknown, notYet, noRoom, heldBack, incomplete, requests
        case throttled, failures
    }

    /// Whether the run may still request the service's lists after its uploads.
    var permitsListing: Bool {
        switch stop {
        case nil, .quota?, .capacity?: true
        default: false
        }
    }

    /// Combines a plan with the results of its upload.
    ///
    /// `heldBack` is the number of planned items whose images are missing.
    package init(plan: Plan, tally: UploadTally, heldBack: Int = 0) {
        planned = plan.items.count
        done = tally.uploaded + tally.confirmed
        alreadyThere = plan.count(.present) + tally.adopted
        failed = plan.count(.conflict) + plan.count(.refused) + tally.refused + tally.conflicts + tally.turnedAway
        unknown = tally.unknown
        notYet = planned - done - alreadyThere - failed - unknown
        noRoom = plan.count(.overCapacity)
        self.heldBack = heldBack
        incomplete = plan.incomplete
        sent = tally.requests > 0 ? [plan.kind] : []
        requests = tally.requests
        throttled = tally.throttled
        stop = tally.stop
        failures =
            plan.items.compactMap { planned in
                let verdicts: [Plan.Action: UploadTally.Failure.Verdict] = [.conflict: .conflict, .refused: .refused]
                return verdicts[planned.action].map {
                    UploadTally.Failure(item: planned.item, verdict: $0, reason: planned.reason ?? "")
                }
            } + tally.failures
        outcome = .done
        outcome = Self.outcome(of: self, plan: plan, tally: tally)
    }

    private static func outcome(of summary: ImportSummary, plan: Plan, tally: UploadTally) -> ExitStatus {
        let isComplete = summary.unknown + summary.notYet == 0
        switch tally.stop {
        // The stop came after the last answer and had no effect.
        case .interrupted? where isComplete, .deadline? where isComplete: break
        case .interrupted?: return .interrupted
        case .deadline?: return .deadline
        case .quota?: return .notYet
        case .capacity?: return .capacity
        case .unauthorized?, .accessRefused?: return .credentials
        case .unreachable?: return .partial
        case .journal?: return .unclassified
        case nil: break
        }
        if plan.count(.conflict) + tally.conflicts > 0 { return .conflict }
        if plan.count(.overCapacity) > 0 { return .capacity }
        return summary.failed + summary.unknown + summary.notYet + plan.incomplete > 0 ? .partial : .done
    }

    /// The summary of the messages if the run ended during its images.
    init(notStarted plan: Plan, because images: ImportSummary) {
        var tally = UploadTally(total: plan.count(.upload))
        tally.stop = images.stop
        self.init(plan: plan, tally: tally)
        outcome = images.outcome
    }

    /// Adds the counts, and takes the more serious outcome.
    static func + (images: ImportSummary, messages: ImportSummary) -> ImportSummary {
        var sum = messages
        sum.images = images.planned
        sum.planned += images.planned
        sum.done += images.done
        sum.alreadyThere += images.alreadyThere
        sum.failed += images.failed
        sum.unknown += images.unknown
        sum.notYet += images.notYet
        sum.noRoom += images.noRoom
        sum.heldBack += images.heldBack
        sum.sent.formUnion(images.sent)
        sum.requests += images.requests
        sum.throttled += images.throttled
        sum.failures = images.failures + messages.failures
        sum.stop = images.stop ?? messages.stop
        sum.outcome = .gravest(of: [images.outcome, messages.outcome])
        return sum
    }
}
