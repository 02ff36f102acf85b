package import GlossportChecking
package import GlossportImporting
package import GlossportReading

/// Hears how a run goes, on the run's own task: a report must be quick.
public protocol Progress: Sendable {
    /// Takes one event; the journal holds already what it reports of an item or a default.
    func report(_ event: ProgressEvent)
}

/// One step of a run.
public struct ProgressEvent: Sendable {
    package let kind: Kind

    package enum Kind: Sendable {
        /// Another run holds the destination; this one waits for it.
        case waitingForRun(GlossportError)
        /// A run is booked: from now on requests may be under way.
        case began(RunStamp, RunCommand)
        /// A call other than an upload waits for its endpoint's quota; many may wait for the same moment.
        case waiting(Endpoint, until: Timestamp)
        /// The service gives no answer; a call other than an upload tries again.
        case silent(Silence)
        /// The run was stopped while the service was still asked what it holds.
        case planningStopped
        /// Defaults of the sandbox that go back to texts which newer ones have replaced.
        case settingBack([SetBack])
        /// A plan that a person has to see before answering.
        case proposed(ImportPlan)
        /// The uploads that follow, and the number of defaults that would change.
        case planned(DeliveryPlan, defaults: Int)
        case uploading(UploadMachine)
        /// An item's fate is certain.
        case settled(ItemOutcome)
        case uploaded
        case settling(SettleProgress)
        /// The items that could be deleted.
        case pruning(PruneProposal)
        case deleting(PruneSummary)
        /// The defaults that are to be changed by hand, with the messages that the journal knows of.
        case changing(DefaultChange.Proposals, [ServiceID: ItemRecord])
        case changed(DefaultChange.DesiredChange, DefaultChange.Result)
        /// A performance test has begun.
        case testing(PerformanceTest.Start)
    }

    package init(_ kind: Kind) { self.kind = kind }
}

extension ProgressEvent: CustomStringConvertible {
    /// A few words for a log.
    public var description: String {
        switch kind {
        case .waitingForRun(let error): "waiting: \(error.message)"
        case .began(let stamp, let command): "run \(stamp.run) (\(command)) at \(stamp.run.destination)"
        case .waiting(let endpoint, _): "waiting for the quota of \(endpoint.rawValue)"
        case .silent(let silence): "no answer from the service: \(silence.answer.sentence)"
        case .planningStopped: "stopped before anything was sent"
        case .settingBack(let setBacks): "\(setBacks.count) defaults set back"
        case .proposed(let plan): "proposed: \(plan.delivery.count(.upload)) to upload"
        case .planned(let plan, let defaults):
            "planned: \(plan.count(.upload)) to upload, \(defaults) defaults to change"
        case .uploading(let machine): "\(machine.tally.settled) of \(machine.tally.total) settled"
        case .settled(let outcome): "\(outcome.item.title): \(outcome.verdict)"
        case .uploaded: "uploads ended"
        case .settling(let progress): "\(progress)"
        case .pruning(let proposal): "\(proposal.plan.candidates.count) can be deleted"
        case .deleting(let summary): "\(summary.deleted.count) of \(summary.planned) deleted"
        case .changing(let proposals, _): "\(proposals.changes.count) defaults to change"
        case .changed(let wish, _): "default of \(wish.slot)"
        case .testing(let start): "performance test \(start.requestId)"
        }
    }
}

/// A run's number at its destination, and when it began.
package struct RunStamp: Sendable, Hashable {
    package let run: RunID
    package let started: Timestamp
    /// The journal as users know it, such as a path.
    package let journal: String

    package init(run: RunID, started: Timestamp, journal: String) {
        self.run = run
        self.started = started
        self.journal = journal
    }
}
