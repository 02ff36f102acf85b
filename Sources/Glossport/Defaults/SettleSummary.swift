/// What settling came to.
package struct SettleSummary: Sendable {
    /// Defaults set by this call.
    package var set: [DesiredDefault] = []
    /// Defaults that were right before.
    package var alreadySet = 0
    package var waiting: [SettlePlan.Waiting] = []
    package var pending: [ItemRecord] = []
    package var rejected: [ItemRecord] = []
    /// Defaults that the service refused or whose fate is unknown, with the reason.
    package var failed: [SettlePlan.Waiting] = []
    /// From when on there is quota again, if that is why it stopped.
    package var resumeAt: Timestamp?

    /// The kind of end; the command turns it into an exit code.
    package enum Outcome: String, Sendable {
        case done, partial, rejected
        case notYet = "not-yet"
    }

    package var outcome: Outcome {
        if !rejected.isEmpty { return .rejected }
        if !failed.isEmpty { return .partial }
        return waiting.isEmpty && pending.isEmpty && resumeAt == nil ? .done : .notYet
    }
}
