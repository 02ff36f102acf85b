import GlossportReading

/// How a run ended.
///
/// Its counts add up: planned = done + already there + failed + unknown + not yet.
package struct RunSummary: Sendable, Encodable {
    /// Items that the run wanted.
    package var planned: Int
    /// Those of them that are images.
    package internal(set) var images = 0
    /// Uploaded by this run.
    package var done: Int
    /// There before this run, or found to be there during it.
    package var alreadyThere: Int
    /// Refused, in conflict, or not readable.
    package var failed: Int
    /// May or may not be there.
    package var unknown: Int
    /// Not sent: stopped, no quota, no room, or what they need is not there.
    package var notYet: Int
    /// Those of them for which the service has no room.
    package var noRoom: Int
    /// Those of them whose image is not there.
    package var heldBack: Int
    /// Records that lack a text; they are not among the planned items and were not sent.
    package var incomplete: Int
    /// The kinds of the sent items: a list of them from before no longer holds.
    package private(set) var sent: Set<Item.Kind> = []
    /// Upload requests that were sent.
    package var requests: Int
    package var throttled: Int
    package var failures: [UploadTally.Failure]
    package var stop: StopReason?
    package var outcome: ExitStatus

    private enum CodingKeys: CodingKey {
        case planned, images, done, alreadyThere, failed, unknown, notYet, noRoom, heldBack, incomplete, requests
        case throttled, failures
    }

    /// Whether the service can be asked what it holds after this.
    var permitsLook: Bool {
        switch stop {
        case nil, .quota?, .capacity?: true
        default: false
        }
    }

    /// - Parameters:
    ///   - plan: The plan.
    ///   - tally: The results of the upload.
    ///   - heldBack: Items of the plan that were not sent because what they need is not there.
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

    private static func outcome(of summary: RunSummary, plan: Plan, tally: UploadTally) -> ExitStatus {
        let isComplete = summary.unknown + summary.notYet == 0
        switch tally.stop {
        // Stopped after the last answer: nothing was left to stop.
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

    /// The messages of a run that ended with its images.
    init(notStarted plan: Plan, because images: RunSummary) {
        var tally = UploadTally(total: plan.count(.upload))
        tally.stop = images.stop
        self.init(plan: plan, tally: tally)
        outcome = images.outcome
    }

    /// The counts of both; the graver end of the two.
    static func + (images: RunSummary, messages: RunSummary) -> RunSummary {
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
