/// What settling tells while it goes on.
package enum SettleProgress: Sendable {
    /// A default was set.
    case set(DesiredDefault)
    /// The service refused a default, or it is not known whether it was set.
    case failed(SettlePlan.Waiting)
    /// Somebody else has set a default, and it stays.
    case conflict(SettleSummary.Conflict)
    /// Nothing more can be done before a moment, at which everything is looked at again.
    case waiting(for: SettleSummary.Need?, until: Timestamp)
}
