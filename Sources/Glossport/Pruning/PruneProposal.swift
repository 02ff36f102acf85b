package import GlossportProject

/// The items that could be deleted at the service.
package struct PruneProposal: ProgressEvent {
    package var plan: PrunePlan
    /// Candidates that are defaults, although the journal did not know that, each with a slot.
    package let inUse: [ServiceID: DefaultSlot]
    /// Defaults that the project no longer wants.
    ///
    /// Their messages stay until an import has withdrawn the defaults and no slot shows them.
    package let withdrawn: [Withdrawals.Slot]
    package let records: [ItemRecord]
    /// The adopted names of other tools' messages.
    package let names: [ServiceID: MessageName]

    package var description: String { "\(plan.candidates.count) can be deleted" }
}
