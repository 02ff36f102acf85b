/// Ways to remove a safeguard; each must violate an invariant.
package enum LifeMutant: String, CaseIterable, Sendable {
    /// All commands except `prune` see every slot as empty.
    case hidesDefaults
    /// Defaults set from elsewhere are replaced without permission.
    case takesOver
    /// The default that the journal desires is assumed to be set.
    case believesJournal
    /// A new process does not know attempts to set a default that have no recorded success.
    case forgetsDefaultAttempts
    /// A new process does not know which defaults were set.
    case forgetsDefaults
    /// Every item in a list counts as approved.
    case setsUnapproved
    /// Locales take over one by one, although they should take over together.
    case flipsEach
    /// Pruning treats the deliveries as empty.
    case prunesWanted
    /// Pruning deletes messages uploaded by other tools.
    case prunesForeign
    /// An item missing from two lists counts as vanished, however short the time between them.
    case believesLists
    /// The service's request to wait is ignored.
    case ignoresPauses
    /// A new process does not know that the service asked to wait.
    case forgetsPauses
    /// A new process does not know the requests spent in the last hour.
    case forgetsBudgets
    /// The product's allowance is twice the service's.
    case spendsTooMuch
    /// A new process does not know the results of uploads.
    case losesEnds
    /// A request that was not sent before a machine fell asleep leaves when it wakes.
    case leavesLate
    /// A new process does not know unconfirmed attempts in slots where another default was set.
    case forgetsOvertakenAttempts
    /// Requests leave without a journal row.
    case skipsRows
    /// Processes ignore stop requests.
    case ignoresStops
    /// Messages that are not approved in the sandbox are promoted.
    case promotesUnpassed
    /// A rollback also empties slots that had no default before.
    case rollbackEmpties
    /// A slot that the service refuses to show counts as empty.
    case misreadsRefusals
    /// A new process does not know which defaults are held.
    case forgetsHolds
    /// `settle` and `wait` do not know the desired defaults of the newest import.
    case forgetsDesired
    /// Imports set texts back without permission.
    case setsBack
    /// A new process knows only the newest desired default of each slot.
    case forgetsOlderDesired
    /// A new process does not know which slots were withdrawn.
    case forgetsWithdrawals
    /// A part of the deliveries is treated as all of them.
    case withdrawsRest
    /// A command that must be run again ends with 0.
    case reportsDone
}
