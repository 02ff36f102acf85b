/// Ways to take a safeguard away, each of which must break an invariant.
package enum LifeMutant: String, CaseIterable, Sendable {
    /// What a slot shows is not asked: the service's answer is hidden.
    case hidesDefaults
    /// Everything in a slot is taken for ours.
    case takesOver
    /// What the journal wants is believed to stand there.
    case believesJournal
    /// What is about to be set is not noted before.
    case forgetsDefaultAttempts
    /// What was set is not noted.
    case forgetsDefaults
    /// Whatever stands in the list is taken for approved.
    case setsUnapproved
    /// Locales take over one by one though they should together.
    case flipsEach
    /// Nothing of the deliveries is kept when pruning.
    case prunesWanted
    /// What others have uploaded is taken for ours when pruning.
    case prunesForeign
    /// What two lists lack has vanished, however near to each other they are.
    case believesLists
    /// What the service asks to wait is not heard.
    case ignoresPauses
    /// A new process does not know that the service asked to wait.
    case forgetsPauses
    /// A new process does not know what the hour has spent already.
    case forgetsBudgets
    /// The allowance is believed to be larger.
    case spendsTooMuch
    /// What became of uploads is not noted.
    case losesEnds
    /// A request that has not left when a machine falls asleep leaves when it wakes.
    case leavesLate
    /// The attempts of a run that was passed over are not known to be ours.
    case forgetsPassedOver
    /// Requests leave without a row.
    case skipsRows
    /// Nobody hears that it is time to stop.
    case ignoresStops
    /// What has not passed in the sandbox is promoted.
    case promotesUnpassed
    /// A rollback also empties what held nothing before.
    case rollbackEmpties
}
