package import GlossportProject

/// The result of deletions; its counts add up: planned = deleted + kept + unknown + not yet.
package struct PruneSummary: ProgressEvent {
    package var planned: Int
    package var deleted: [ServiceID] = []
    /// The items that the service would not delete.
    package var kept: [Kept] = []
    /// Without a definite answer; the next prune asks again.
    package var unknown: [ServiceID] = []
    /// From when on there is quota again, if that is why it stopped.
    package var outOfQuota: OutOfQuota?
    /// Why it ended before it was done.
    package var stop: StopRequest.Cause?
    /// The error that ended it after the first deletion.
    package var trouble: (any Error)?

    package var notYet: Int { planned - deleted.count - kept.count - unknown.count }

    /// An item that stays, with the reason.
    package struct Kept: Sendable, Encodable {
        package var id: ServiceID
        package var reason: String
    }

    package var description: String { "\(deleted.count) of \(planned) deleted" }

    package var outcome: ExitStatus {
        if notYet > 0 { return stop.map(ExitStatus.init) ?? .notYet }
        return kept.isEmpty && unknown.isEmpty ? .done : .partial
    }
}
