/// Ways to take a safeguard away, each of which must break an invariant.
package enum LifeMutant: String, CaseIterable, Sendable {
    /// The present default is not read: the service's answer is hidden.
    case hidesDefaults
    /// Everything in a slot is taken for ours.
    case takesOver
    /// The journal's default is assumed to be set.
    case believesJournal
    /// A default about to be set is not recorded before.
    case forgetsDefaultAttempts
    /// A default that was set is not recorded.
    case forgetsDefaults
    /// Everything in the list counts as approved.
    case setsUnapproved
    /// Locales take over one by one though they should together.
    case flipsEach
    /// Nothing of the deliveries is kept when pruning.
    case prunesWanted
    /// Items uploaded by other tools count as ours when pruning.
    case prunesForeign
    /// An item missing from two lists has vanished, however close together they are.
    case believesLists
    /// The service's request to wait is ignored.
    case ignoresPauses
    /// A new process does not know that the service asked to wait.
    case forgetsPauses
    /// A new process does not know what the hour has spent already.
    case forgetsBudgets
    /// The allowance is believed to be larger.
    case spendsTooMuch
    /// The results of uploads are not recorded.
    case losesEnds
    /// A request that has not left when a machine falls asleep leaves when it wakes.
    case leavesLate
    /// The attempts of a run that was passed over are not known to be ours.
    case forgetsPassedOver
    /// Requests leave without a row.
    case skipsRows
    /// Nobody hears that it is time to stop.
    case ignoresStops
    /// Messages that are not approved in the sandbox are promoted.
    case promotesUnpassed
    /// A rollback also empties what held nothing before.
    case rollbackEmpties
    /// A refused question counts as an empty slot.
    case misreadsRefusals
    /// A new process does not know which defaults are held.
    case forgetsHolds
    /// Settling knows nothing of what the newest import wanted.
    case forgetsWishes
    /// Imports set back whatever they want.
    case setsBack
    /// A new process knows the newest wish of each slot only.
    case forgetsOlderWishes
    /// A new process does not know what was withdrawn.
    case forgetsWithdrawals
    /// A part of the deliveries is taken for all of them.
    case withdrawsRest
    /// A command that has to be run again ends with 0.
    case saysDone
}
