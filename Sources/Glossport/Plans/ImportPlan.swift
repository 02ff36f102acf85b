import GlossportChecking
package import GlossportImporting

/// The uploads of an import, and the defaults that it would change.
package struct ImportPlan: Sendable {
    package let delivery: DeliveryPlan
    package let items: DesiredItems
    /// The defaults that the project wants.
    package let wanted: [DesiredDefault]
    package let changes: DefaultChanges
    /// The messages that the journal has uploaded before.
    package let former: FormerMessages
    /// The approvals of the texts that would be sent, by locale.
    package var approvals: [ApprovalStatus] = []
    /// How many items nothing needs, as far as the journal knows; only counted where room is short.
    package var prunable: Int?

    package init(
        _ delivery: DeliveryPlan,
        of items: DesiredItems,
        defaults wanted: [DesiredDefault],
        changes: DefaultChanges,
        after former: FormerMessages
    ) {
        self.delivery = delivery
        self.items = items
        self.wanted = wanted
        self.changes = changes
        self.former = former
    }

    /// The delivered locales that are not approved as they are.
    package var unapproved: [ApprovalStatus] { approvals.filter(\.isUnapproved) }

    /// The plan as a file; when it is made is for the program to say.
    package func saved(at created: String) -> SavedPlan { SavedPlan(delivery, defaults: wanted, created: created) }
}
