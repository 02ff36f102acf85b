package import GlossportProject

/// The items that could be deleted at the service.
package struct PruneProposal: ProgressEvent {
    package var plan: PrunePlan
    /// Candidates that turned out to be defaults that the journal did not know of, with where.
    package let inUse: [ServiceID: DefaultSlot]
    /// Defaults that the project no longer wants: their messages stay until an import has withdrawn them and nothing shows them.
    package let withdrawn: [Withdrawals.Slot]
    /// Every item of the destination.
    package let records: [ItemRecord]
    /// The adopted names of messages of other tools.
    package let names: [ServiceID: MessageName]

    package init(
        _ plan: PrunePlan,
        inUse: [ServiceID: DefaultSlot],
        withdrawn: [Withdrawals.Slot],
        records: [ItemRecord],
        names: [ServiceID: MessageName] = [:]
    ) {
        self.plan = plan
        self.names = names
        self.inUse = inUse
        self.withdrawn = withdrawn
        self.records = records
    }

    package var description: String { "\(plan.candidates.count) can be deleted" }
}
