package import GlossportChecking
package import GlossportProject
import GlossportReading

/// The defaults that a project no longer wants: their product, message or locale was taken out of its file.
///
/// A message that is only missing from a delivery is reported, and its defaults stay.
package struct Withdrawals: Sendable, Hashable {
    /// A default that is no longer wanted.
    package struct Slot: Sendable, Hashable, Encodable {
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
        /// The message to which the project has passed the product, where it has passed it on.
        package var successor: String?
        /// Which of its names the project no longer has.
        package var subject = Subject.message
        /// Whether a request of a superseded run may still set it.
        var isUncertain = false

        private enum CodingKeys: CodingKey {
            case slot, message, present, isHeld
        }

        /// The name that the project no longer has.
        package var name: String {
            switch subject {
            case .message: message
            case .locale: slot.locale
            case .product: slot.product
            }
        }
    }

    /// The kinds of what a project file names, the most telling first.
    package enum Subject: Int, Sendable, Hashable {
        case message, locale, product
    }

    /// By product and locale, also where customers see nothing.
    package private(set) var slots: [Slot] = []
    /// Defaults that are not withdrawn, but keep the text of another message than the project's: that one is not delivered there.
    package private(set) var passedOn: [Slot] = []

    package init() {}

    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them.
    ///   - records: The imported items.
    ///   - delivered: The newest delivery of each message and locale.
    ///   - project: The project; one that names no message withdraws nothing.
    package init(
        _ defaults: [DefaultRecord],
        of records: [ItemRecord],
        delivered: [MessageName: DeliveredText],
        for project: Project
    ) {
        guard !project.messages.isEmpty else { return }
        let owners = project.defaultOwners
        let items = Dictionary(records.map { ($0.item.id, $0.item) }) { first, _ in first }
        for record in defaults where record.desired != nil || record.withdrawal != nil {
            let present = record.foreign == nil ? record.present : nil
            let item = (present ?? record.desired).flatMap { items[$0] }
            let message = item?.message ?? record.message ?? ""
            let locale = record.slot.locale
            // A copy was made because the project file said so.
            let isFormerCopy = item?.copiedFrom != nil && !project.copies(into: locale)
            let isNamed = project.names(locale: locale) && !isFormerCopy
            var slot = Slot(
                slot: record.slot,
                message: message,
                present: present,
                item: present == nil ? nil : item,
                isHeld: record.isHeld,
                withdrawal: record.withdrawal,
                subject: !project.names(message) ? .message : isNamed ? .product : .locale,
                isUncertain: !record.attempted.isEmpty
            )
            if let owner = owners[record.slot.product] {
                // A product that has passed to another message keeps what it shows until that one is there. An unexpected locale that is
                // delivered all the same is a finding, and is imported; a delivery that merely lacks it afterwards withdraws nothing.
                let name = MessageName(message: owner, locale: locale)
                let isDelivered = delivered[name].map { project.names(name, $0) } ?? false
                guard !isNamed, !isDelivered, record.wasExpected || isFormerCopy else {
                    slot.successor = owner
                    if owner != record.message, !isDelivered, present != nil { passedOn.append(slot) }
                    continue
                }
            }
            slots.append(slot)
        }
    }

    package var isEmpty: Bool { slots.isEmpty }

    /// The withdrawn defaults that customers still see, but for the held ones.
    package var shown: [Slot] { slots.filter { $0.present != nil && !$0.isHeld } }

    /// The present defaults that an import removes.
    package var removals: [DefaultSlot: ServiceID] {
        Dictionary(shown.compactMap { slot in slot.present.map { (slot.slot, $0) } }) { first, _ in first }
    }

    /// The withdrawn defaults that customers still see because a person holds them.
    package var held: [Slot] { slots.filter { $0.present != nil && $0.isHeld } }

    /// The places of all withdrawn defaults.
    package var places: Set<DefaultSlot> { Set(slots.map(\.slot)) }

    /// Whether this is all that the journal has set, and the project names no message of it.
    func areAll(of defaults: [DefaultRecord], in project: Project) -> Bool {
        let places = places
        let shown = defaults.filter { $0.present != nil && $0.foreign == nil }
        return shown.allSatisfy { places.contains($0.slot) && !project.names($0.message ?? "") }
    }

    /// The selected slots.
    package func part(_ selection: Selection) -> Withdrawals {
        var part = self
        part.slots = slots.filter { selection.contains($0.slot, of: $0.message) }
        part.passedOn = passedOn.filter { selection.contains($0.slot, of: $0.message) }
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

extension Withdrawals.Subject: Encodable {
    package func encode(to encoder: any Encoder) throws { try "\(self)".encode(to: encoder) }
}
