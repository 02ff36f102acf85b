import GlossportChecking

/// The uploads of an import, and the defaults that it would change.
public struct ImportPlan: RunResult {
    package let delivery: DeliveryPlan
    package let items: DesiredItems
    package let wanted: [DesiredDefault]
    package let changes: DefaultChanges
    /// The messages that this journal has uploaded before.
    package let former: FormerMessages
    package let contents: ContentChanges
    package var withdrawals = Withdrawals()
    /// The approvals of the texts to send, by locale.
    package var approvals: [ApprovalStatus] = []
    /// The number of unused items according to the journal; counted only if the deliveries are complete and the service
    /// is nearly full.
    package var prunable: Int?
    /// The exit status of a run that only plans.
    public internal(set) var status = ExitStatus.done

    /// The number of messages and images that an import would upload.
    public var uploads: Int { delivery.count(.upload) }

    package init(
        _ delivery: DeliveryPlan,
        of items: DesiredItems,
        from deliveries: CheckedDeliveries,
        defaults wanted: [DesiredDefault],
        changes: DefaultChanges,
        after former: FormerMessages
    ) {
        self.delivery = delivery
        self.items = items
        self.wanted = wanted
        self.changes = changes
        self.former = former
        contents = ContentChanges(
            delivery.messages,
            changes,
            after: former,
            source: deliveries.catalog.sourceLocale
        )
    }

    /// The delivered locales whose current texts are not approved.
    package var unapproved: [ApprovalStatus] { approvals.filter(\.isUnapproved) }

    /// The plan as a file, with the given creation time.
    package func saved(at created: String) -> SavedPlan {
        SavedPlan(delivery, defaults: wanted, withdrawn: withdrawals.removals, created: created)
    }

    /// A message, locale or product that the project file no longer names, although customers still see it.
    package struct Withdrawn: Sendable, Encodable {
        package var subject: Withdrawals.Subject
        package var name: String
        /// The affected defaults; held ones stay.
        package var slots: [Withdrawals.Slot]
    }

    /// The withdrawn defaults that customers still see, grouped by the missing name.
    package var withdrawn: [Withdrawn] {
        struct Name: Hashable {
            var subject: Withdrawals.Subject
            var name: String
        }
        let shown = withdrawals.slots.filter { $0.present != nil }
        return Dictionary(grouping: shown) { Name(subject: $0.subject, name: $0.name) }
            .map { Withdrawn(subject: $0.key.subject, name: $0.key.name, slots: $0.value) }
            .sorted { ($0.subject.rawValue, $0.name) < ($1.subject.rawValue, $1.name) }
    }
}
