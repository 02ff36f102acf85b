package import GlossportProject

/// The result of deletions.
///
/// The counts add up: planned = deleted + kept + unknown + not yet.
package struct PruneSummary: ProgressEvent {
    package var planned: Int
    package var deleted: [ServiceID] = []
    /// The items that the service refused to delete.
    package var kept: [Kept] = []
    /// Items without a conclusive answer; the next prune tries again.
    package var unknown: [ServiceID] = []
    /// The exhausted allowance, if the run stopped for that reason.
    package var outOfQuota: OutOfQuota?
    package var stop: StopRequest.Cause?
    /// The error that ended the run after the first deletion.
    package var trouble: (any Error)?

    package var notYet: Int { planned - deleted.count - kept.count - unknown.count }

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
