package import GlossportChecking

/// Which products and locales have the default that a project wants.
package struct Coverage: Sendable, Hashable {
    /// The state of a slot.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// Customers see what the project wants.
        case set
        /// Customers see an earlier message; the wanted one waits.
        case old
        /// Customers see a message that this journal has not set; it stays until a user takes it over.
        case taken
        /// The message set there, or to be set, has vanished from the service: customers may see nothing.
        case doubtful
        /// Apple has rejected the wanted message: waiting does not help.
        case rejected
        /// Customers see nothing; the wanted message waits.
        case waiting
        /// Nobody has asked for what the project wants there: no message was imported for it, or its import was cut off.
        case missing
    }

    /// A product in a locale.
    package struct Slot: Sendable, Hashable {
        package var slot: DefaultSlot
        package var state: State
        package var message: String?
        /// The locale for which the wanted message was delivered, if it is a copy.
        package var copiedFrom: String?
        /// The default set from elsewhere, for ``State/taken``.
        package var present: ServiceID?
    }

    /// By product and locale.
    package private(set) var slots: [Slot] = []

    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them.
    ///   - records: The imported items, even of partial imports: a message for a product is wanted in each of its
    ///     locales.
    ///   - reviews: The last known review states of the messages.
    ///   - vanished: Items that lists have lacked for too long.
    ///   - project: The products of `defaultFor`, and the locales that are expected, or are to show another one's texts.
    package init(
        _ defaults: [DefaultRecord],
        of records: [ItemRecord] = [],
        reviews: [ServiceID: ReviewState] = [:],
        vanished: Set<ServiceID> = [],
        for project: Project
    ) {
        let known = Dictionary(defaults.map { ($0.slot, $0) }) { first, _ in first }
        let products = project.defaultProducts
        let wanted = defaults.filter { $0.desired != nil && products.contains($0.slot.product) }
        let locales = Set(
            (project.locales.expected + project.locales.originals.keys).map(\.code) + wanted.map(\.slot.locale)
        )
        let listed = products.flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }
        let imported = records.filter { $0.item.kind == .message && $0.state != .deleted }
            .flatMap { DesiredDefaults.slots(of: $0.item, for: project) }
        let copies = records.compactMap { record in record.item.copiedFrom.map { (record.item.id, $0) } }
        let origins = Dictionary(copies) { first, _ in first }
        for slot in Set(listed + imported).sorted() {
            let record = known[slot]
            let state = Self.state(record, reviews, vanished)
            slots.append(
                Slot(
                    slot: slot,
                    state: state,
                    message: record?.message,
                    copiedFrom: record?.desired.flatMap { origins[$0] },
                    present: state == .taken ? record?.present : nil
                )
            )
        }
    }

    /// The selected slots; a slot whose message was never imported is identified by its product.
    package func part(_ selection: Selection, for project: Project) -> Coverage {
        guard !selection.isEverything else { return self }
        var part = self
        let owners = project.defaultOwners
        part.slots = slots.filter { selection.contains($0.slot, of: $0.message ?? owners[$0.slot.product]) }
        return part
    }

    package func count(_ state: State) -> Int { slots.count { $0.state == state } }

    /// The slots of a state, by product and locale.
    package func slots(_ state: State) -> [Slot] { slots.filter { $0.state == state } }

    private static func state(
        _ record: DefaultRecord?,
        _ reviews: [ServiceID: ReviewState],
        _ vanished: Set<ServiceID>
    ) -> State {
        guard let record, let desired = record.desired else { return .missing }
        let isInDoubt = vanished.contains(desired) || record.present.map(vanished.contains) ?? false
        if isInDoubt, record.foreign == nil { return .doubtful }
        if record.present == desired { return .set }
        if record.foreign != nil { return .taken }
        if reviews[desired] == .rejected { return .rejected }
        return record.present == nil ? .waiting : .old
    }
}
