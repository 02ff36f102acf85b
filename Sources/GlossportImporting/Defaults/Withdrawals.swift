package import GlossportChecking
import GlossportReading

/// The defaults that a project no longer wants: their product, message or locale was taken out of its file.
///
/// The message itself can be missing from a delivery without any of this: that is told, and its defaults stay.
package struct Withdrawals: Sendable, Hashable {
    /// A default that is no longer wanted.
    package struct Slot: Sendable, Hashable {
        package var slot: DefaultSlot
        /// The message that customers see there, or that was to become the default.
        package var message: String
        /// The present default, as far as the journal knows; `nil` where customers see nothing of ours.
        package var present: ServiceID?
        /// The journal's record of it.
        package var item: Item?
        package var isHeld = false
        /// The decision of the newest complete import; `nil` before it.
        package var withdrawal: DefaultRecord.Withdrawal?
        /// Whether a person has set it, as by a rollback.
        package var isByHand = false
        /// Whether a request of a superseded run may still set it.
        package var isUncertain = false
    }

    /// By product and locale, also where customers see nothing.
    package private(set) var slots: [Slot] = []

    package init() {}

    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them.
    ///   - records: The imported items.
    ///   - delivered: The newest delivery of each message and locale.
    ///   - project: The project; one that names no message withdraws nothing.
    ///   - isWhole: Whether `delivered` is the whole delivery of a present import: then a message that has passed its product on to
    ///     another one leaves the locales which that one lacks.
    package init(
        _ defaults: [DefaultRecord],
        of records: [ItemRecord],
        delivered: [MessageName: DeliveredText],
        for project: Project,
        isWhole: Bool = false
    ) {
        guard !project.messages.isEmpty else { return }
        let owners = project.defaultOwners
        let items = Dictionary(records.map { ($0.item.id, $0.item) }) { first, _ in first }
        for record in defaults where record.desired != nil || record.withdrawal != nil {
            let present = record.foreign == nil ? record.present : nil
            let item = (present ?? record.desired).flatMap { items[$0] }
            let message = item?.message ?? record.message ?? ""
            if let owner = owners[record.slot.product] {
                let locale = record.slot.locale
                // An unexpected locale that is delivered all the same is a finding, and is imported.
                guard delivered[MessageName(message: owner, locale: locale)] == nil else { continue }
                let isPassedOn = owner != record.message && (isWhole || record.desired == nil)
                // A copy was made because the project file said so.
                let isFormerCopy = item?.copiedFrom != nil && !project.copies(into: locale)
                guard !project.names(locale: locale) || isFormerCopy || isPassedOn else { continue }
            }
            slots.append(
                Slot(
                    slot: record.slot,
                    message: message,
                    present: present,
                    item: present == nil ? nil : item,
                    isHeld: record.isHeld,
                    withdrawal: record.withdrawal,
                    isByHand: record.isByHand,
                    isUncertain: !record.attempted.isEmpty
                )
            )
        }
    }

    package var isEmpty: Bool { slots.isEmpty }

    /// The withdrawn defaults that customers still see, but for the held ones.
    package var shown: [Slot] { slots.filter { $0.present != nil && !$0.isHeld } }

    /// The withdrawn defaults that customers still see because a person holds them.
    package var held: [Slot] { slots.filter { $0.present != nil && $0.isHeld } }

    /// The places of all withdrawn defaults.
    package var places: Set<DefaultSlot> { Set(slots.map(\.slot)) }

    /// The selected slots.
    package func part(_ selection: Selection) -> Withdrawals {
        var part = self
        part.slots = slots.filter { selection.contains($0.slot, of: $0.message) }
        return part
    }
}

extension DefaultRecord {
    /// The slot without the wish for a message that has passed its product on to another one: nothing sets it again until an import.
    ///
    /// - Parameter owners: The message of each product, by the project.
    /// - Returns: The slot.
    func wanted(by owners: [String: String]) -> DefaultRecord {
        var record = self
        if let owner = owners[slot.product], owner != message { record.desired = nil }
        return record
    }
}

extension Project {
    /// Whether a locale is named: the project expects it, or has it show another one's texts; without a list of expected ones, all are.
    package func names(locale code: String) -> Bool {
        locales.expected.isEmpty || locales.expected.contains { $0.code == code } || copies(into: code)
    }

    /// Whether a locale shows another one's texts.
    fileprivate func copies(into code: String) -> Bool { locales.originals.keys.contains { $0.code == code } }

    /// Whether an item is of a message and a locale that are named, or that are delivered all the same.
    package func names(_ item: Item, delivered: [MessageName: DeliveredText]) -> Bool {
        guard names(item.message) else { return false }
        return delivered[MessageName(message: item.message, locale: item.locale)] != nil
            || names(locale: item.locale) && (item.copiedFrom == nil || copies(into: item.locale))
    }
}
