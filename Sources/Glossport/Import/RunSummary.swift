/// How a run ended.
///
/// Its counts add up: planned = done + already there + failed + unknown + not yet.
package struct RunSummary: Sendable {
    /// Items that the run wanted.
    package var planned: Int
    /// Those of them that are images.
    package internal(set) var images = 0
    /// Uploaded by this run.
    package var done: Int
    /// There before this run, or found to be there during it.
    package var alreadyThere: Int
    /// Refused, or in conflict.
    package var failed: Int
    /// May or may not be there.
    package var unknown: Int
    /// Not sent: stopped, no quota, no room.
    package var notYet: Int
    /// Records that lack a text; they are not among the planned items and were not sent.
    package var incomplete: Int
    /// Upload requests that were sent.
    package var requests: Int
    package var throttled: Int
    package var failures: [UploadTally.Failure]
    package var stop: StopReason?
    package var outcome: Outcome

    /// The kind of end; the command turns it into an exit code.
    package enum Outcome: String, Sendable {
        case done, partial, conflict, credentials, capacity
        case notYet = "not-yet"
        case deadline, interrupted, failed
    }

    /// - Parameters:
    ///   - plan: What was planned.
    ///   - tally: What the upload did; `nil` if there was nothing to upload.
    package init(plan: Plan, tally: UploadTally) {
        planned = plan.items.count
        done = tally.uploaded + tally.confirmed
        alreadyThere = plan.count(.present) + tally.adopted
        failed = plan.count(.conflict) + plan.count(.refused) + tally.refused + tally.conflicts
        unknown = tally.unknown
        notYet = planned - done - alreadyThere - failed - unknown
        incomplete = plan.incomplete
        requests = tally.requests
        throttled = tally.throttled
        stop = tally.stop
        failures =
            plan.items.compactMap { planned in
                let states: [Plan.Action: ItemState] = [.conflict: .conflict, .refused: .refused]
                return states[planned.action].map {
                    UploadTally.Failure(item: planned.item, state: $0, reason: planned.reason ?? "")
                }
            } + tally.failures
        outcome = .done
        outcome = Self.outcome(of: self, plan: plan, tally: tally)
    }

    private static func outcome(of summary: RunSummary, plan: Plan, tally: UploadTally) -> Outcome {
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
        case .journal?: return .failed
        case nil: break
        }
        if plan.count(.conflict) + tally.conflicts > 0 { return .conflict }
        if plan.count(.overCapacity) > 0 { return .capacity }
        return summary.failed + summary.unknown + summary.notYet + plan.incomplete > 0 ? .partial : .done
    }
}
