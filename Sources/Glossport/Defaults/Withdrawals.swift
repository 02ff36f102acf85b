package import GlossportChecking
package import GlossportProject
import GlossportReading

/// The defaults that a project no longer wants, because their product, message or locale was removed from the project
/// file.
///
/// A message that is merely missing from a delivery is reported, and its defaults stay.
package struct Withdrawals: Sendable, Hashable {
    package struct Slot: Sendable, Hashable, Encodable {
        package var slot: DefaultSlot
        /// The message that customers see in the slot, or that was the desired default.
        package var message: String
        /// The current default according to the journal; `nil` if customers see no default of ours.
        package var present: ServiceID?
        package var item: Item?
        package var isHeld = false
        /// The recorded fate of the default; `nil` if no import has withdrawn it yet.
        package var withdrawal: DefaultRecord.Withdrawal?
        /// The message that the project now assigns to the product, if any.
        package var successor: String?
        /// The kind of the name that the project no longer contains.
        package var subject = Subject.message
        /// Whether a late request of a superseded run may still set the default.
        var isUncertain = false

        private enum CodingKeys: CodingKey {
            case slot, message, present, isHeld
        }

        /// The name that the project no longer contains.
        package var name: String {
            switch subject {
            case .message: message
            case .locale: slot.locale
            case .product: slot.product
            }
        }
    }

    /// The kinds of names in a project file, most significant first.
    package enum Subject: Int, Sendable, Hashable {
        case message, locale, product
    }

    /// Sorted by product and locale; includes slots that show nothing.
    package private(set) var slots: [Slot] = []
    /// Defaults that stay although the product now belongs to another message, because that message is not delivered in
    /// their locale.
    package private(set) var reassigned: [Slot] = []

    package init() {}

    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them.
    ///   - records: The imported items.
    ///   - delivered: The newest delivery of each message and locale.
    ///   - project: The project. A project that names no message withdraws nothing.
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
            // The copy exists only because the project file asked for copies into this locale.
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
                // A product that now belongs to another message keeps its default until that message is uploaded. A
                // delivered locale that is not expected is reported as a finding and imported; if a later delivery
                // lacks it, nothing is withdrawn.
                let name = MessageName(message: owner, locale: locale)
                let isDelivered = delivered[name].map { project.names(name, $0) } ?? false
                guard !isNamed, !isDelivered, record.wasExpected || isFormerCopy else {
                    slot.successor = owner
                    if owner != record.message, !isDelivered, present != nil { reassigned.append(slot) }
                    continue
                }
            }
            slots.append(slot)
        }
    }

    package var isEmpty: Bool { slots.isEmpty }

    /// The withdrawn defaults that customers still see, without the held ones.
    package var shown: [Slot] { slots.filter { $0.present != nil && !$0.isHeld } }

    package var removals: [DefaultSlot: ServiceID] {
        Dictionary(shown.compactMap { slot in slot.present.map { (slot.slot, $0) } }) { first, _ in first }
    }

    /// The withdrawn defaults that customers still see because a user holds them.
    package var held: [Slot] { slots.filter { $0.present != nil && $0.isHeld } }

    package var defaultSlots: Set<DefaultSlot> { Set(slots.map(\.slot)) }

    /// Whether every default that the journal has set is withdrawn, and the project names none of their messages.
    func areAll(of defaults: [DefaultRecord], in project: Project) -> Bool {
        let withdrawn = defaultSlots
        let shown = defaults.filter { $0.present != nil && $0.foreign == nil }
        return shown.allSatisfy { withdrawn.contains($0.slot) && !project.names($0.message ?? "") }
    }

    package func part(_ selection: Selection) -> Withdrawals {
        var part = self
        part.slots = slots.filter { selection.contains($0.slot, of: $0.message) }
        part.reassigned = reassigned.filter { selection.contains($0.slot, of: $0.message) }
        return part
    }
}

extension DefaultRecord {
    /// The slot without its desired default if the project now assigns the product to another message.
    ///
    /// Only an import records a new desired default. The `owners` are the messages of the project's products.
    func wanted(by owners: [String: String]) -> DefaultRecord {
        var record = self
        if let owner = owners[slot.product], owner != message { record.desired = nil }
        return record
    }
}

extension Withdrawals.Subject: Encodable {
    package func encode(to encoder: any Encoder) throws { try "\(self)".encode(to: encoder) }
}
