package import GlossportChecking
package import GlossportProject

/// The state of each default that a project wants, by product and locale.
package struct Coverage: Sendable, Hashable {
    package enum State: String, Sendable, Hashable, CaseIterable, Encodable {
        /// Customers see the message that the project wants.
        case set
        /// Customers see an earlier message of this journal.
        ///
        /// The desired message is not set yet, or no import has contained it.
        case old
        /// A user holds the default, and customers do not see the desired message.
        case held
        /// A user has rolled the default back; the next import sets the delivered message.
        case rolledBack = "rolled-back"
        /// The project no longer wants a default in the slot, but customers still see one.
        case withdrawn
        /// Customers see a message that this journal has not set; it stays until a user takes it over.
        case taken
        /// The current or desired message has vanished from the service or was deleted, so customers may see nothing.
        case doubtful
        /// Apple has rejected the desired message; waiting does not help.
        case rejected
        /// The service has refused the desired message or one of its images, or the id of one of them is already in
        /// use; waiting does not help.
        case refused
        /// Customers see nothing; the desired message is not set yet.
        case waiting
        /// No message was imported for the slot, or its import was interrupted.
        case missing
    }

    package struct Slot: Sendable, Hashable, Encodable {
        package var slot: DefaultSlot
        package var state: State
        package var message: String?
        /// The original locale, if the desired message is a copy.
        package var copiedFrom: String?
        /// The current default, in the states ``State/withdrawn``, ``State/taken``, ``State/held`` and
        /// ``State/rolledBack``.
        package var present: ServiceID?
        package var wanted: ServiceID?
        package var isHeld = false
        /// Whether the project no longer wants a default in the slot.
        package var isWithdrawn = false
        /// Whether an import has planned the desired default.
        package var isPlanned = true
        /// The reason why the slot is not in its desired state, and the step that it needs; `nil` if ``Settler`` can
        /// set the desired message, or if the state is set, held or taken.
        package var obstacle: Obstacle?
    }

    /// Sorted by product and locale.
    package private(set) var slots: [Slot] = []

    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them.
    ///   - records: The imported items, even of partial imports. A message with `defaultFor` is desired in each of its
    ///     locales.
    ///   - delivered: The newest delivery of each message and locale.
    ///   - reviews: The last known review states of the messages.
    ///   - absences: The items that are missing from lists.
    ///   - project: The products of `defaultFor`, the expected locales, and the locales that show a copy of another
    ///     locale's texts.
    package init(
        _ defaults: [DefaultRecord],
        of records: [ItemRecord] = [],
        delivered: [MessageName: DeliveredText] = [:],
        reviews: [ServiceID: ReviewState] = [:],
        absences: Absences = Absences(),
        for project: Project
    ) {
        let obstacles = Obstacles(records, reviews, absences)
        let owners = project.defaultOwners
        let known = Dictionary(defaults.map { ($0.slot, $0.wanted(by: owners)) }) { first, _ in first }
        let withdrawals = Withdrawals(defaults, of: records, delivered: delivered, for: project)
        let withdrawn = Dictionary(withdrawals.slots.map { ($0.slot, $0) }) { first, _ in first }
        let wanted = defaults.filter { $0.desired != nil && withdrawn[$0.slot] == nil }
        let copies = records.compactMap { record in record.item.copiedFrom.map { (record.item.id, $0) } }
        let origins = Dictionary(copies) { first, _ in first }
        for slot in Self.wanted(wanted, records, delivered, project).union(withdrawals.defaultSlots).sorted() {
            if let withdrawn = withdrawn[slot] {
                // If the slot is already empty, nothing is left to withdraw.
                if withdrawn.present != nil { slots.append(Slot(withdrawn)) }
                continue
            }
            let record = known[slot]
            let message = owners[slot.product] ?? record?.message
            let newest = message.flatMap { delivered[MessageName(message: $0, locale: slot.locale)] }
            let wanted = newest.map(\.id) ?? record?.desired
            let state = Self.state(record, wanted, obstacles)
            let isKept = [.taken, .held, .rolledBack].contains(state)
            slots.append(
                Slot(
                    slot: slot,
                    state: state,
                    message: record?.message ?? (newest == nil ? nil : message),
                    copiedFrom: wanted.flatMap { origins[$0] },
                    present: isKept ? record?.present : nil,
                    wanted: wanted,
                    isHeld: record?.isHeld ?? false,
                    isPlanned: state != .missing && (state != .old || record?.desired != nil),
                    obstacle: Self.obstacle(state, record, wanted, newest, obstacles)
                )
            )
        }
    }

    /// Returns the slots that the project wants, by its products and locales and by what was imported or delivered.
    private static func wanted(
        _ defaults: [DefaultRecord],
        _ records: [ItemRecord],
        _ delivered: [MessageName: DeliveredText],
        _ project: Project
    ) -> Set<DefaultSlot> {
        let products = project.defaultProducts
        let locales = Set(
            (project.locales.expected + project.locales.originals.keys).map(\.code)
                + defaults.map(\.slot).filter { products.contains($0.product) }.map(\.locale)
        )
        let listed = products.flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }
        let imported = UnsentText.wanted(records, delivered)
            .filter { $0.item.kind == .message && project.names($0.item, delivered: delivered) }
            .flatMap { DesiredDefaults.slots(of: $0.item, for: project) }
        let begun = delivered.keys.flatMap { name in
            (project.messages[name.message]?.defaultFor ?? []).map { DefaultSlot(product: $0, locale: name.locale) }
        }
        return Set(listed + imported + begun)
    }

    /// The selected slots.
    ///
    /// A slot whose message was never imported counts as a slot of the message that the project assigns to its product.
    package func part(_ selection: Selection, for project: Project) -> Coverage {
        guard !selection.isEverything else { return self }
        var part = self
        let owners = project.defaultOwners
        part.slots = slots.filter { selection.contains($0.slot, of: $0.message ?? owners[$0.slot.product]) }
        return part
    }

    package func count(_ state: State) -> Int { slots.count { $0.state == state } }

    package func slots(_ state: State) -> [Slot] { slots.filter { $0.state == state } }

    /// The slots whose desired default no import has planned.
    var unplanned: [DefaultSlot] { slots.filter { !$0.isPlanned }.map(\.slot) }

    /// The slots that a rollback has emptied, and that have had no desired default since.
    package var emptied: [SettlePlan.Kept] {
        slots(.rolledBack).filter { $0.present == nil }
            .map { SettlePlan.Kept(slot: $0.slot, message: $0.message, delivered: $0.wanted) }
    }

    private static func state(_ record: DefaultRecord?, _ wanted: ServiceID?, _ obstacles: Obstacles) -> State {
        guard let record else { return .missing }
        let isInDoubt = [record.desired, record.present].compactMap(\.self).contains {
            obstacles.absences.vanished.contains($0) || obstacles.records[$0]?.state == .deleted
        }
        if isInDoubt, record.foreign == nil, record.desired != nil { return .doubtful }
        if let wanted, record.present == wanted { return .set }
        if record.isHeld { return .held }
        guard let desired = record.desired else {
            // If the slot held nothing before, a rollback leaves it without a desired default.
            if record.isByHand, record.present == nil, record.previous != nil { return .rolledBack }
            // Its product now belongs to another message, which is not uploaded yet.
            return record.present.map(record.everSet.contains) == true ? .old : .missing
        }
        if record.foreign != nil { return .taken }
        if record.isByHand, record.present == desired { return .rolledBack }
        if let wanted, obstacles.needsPerson(wanted) { return .refused }
        if let wanted, obstacles.reviews[wanted] == .rejected { return .rejected }
        return record.present == nil ? .waiting : .old
    }

    private static func obstacle(
        _ state: State,
        _ record: DefaultRecord?,
        _ wanted: ServiceID?,
        _ newest: DeliveredText?,
        _ obstacles: Obstacles
    ) -> Obstacle? {
        switch state {
        case .set, .held, .withdrawn, .taken: return nil
        case .rolledBack: return Obstacle(reason: "it was rolled back", need: .importing)
        case .missing, .doubtful, .rejected, .refused, .waiting, .old:
            if let newest, newest.id == nil { return Obstacle(reason: Obstacles.incomplete, need: .importing) }
            if let wanted, let obstacle = obstacles.obstacle(wanted) { return obstacle }
            if state == .old, newest == nil { return Obstacle(reason: "no import has contained it", need: .importing) }
            return wanted == record?.desired && wanted != nil
                ? nil : Obstacle(reason: Obstacles.unfinished, need: .importing)
        }
    }
}

extension Coverage.Slot {
    fileprivate init(_ withdrawn: Withdrawals.Slot) {
        self.init(
            slot: withdrawn.slot,
            state: withdrawn.isHeld ? .held : .withdrawn,
            message: withdrawn.message,
            present: withdrawn.present,
            isHeld: withdrawn.isHeld,
            isWithdrawn: true,
            obstacle: withdrawn.isHeld ? nil : Obstacle(reason: "the project no longer wants it", need: .importing)
        )
    }
}

extension ExitStatus {
    /// The exit status of a report on the defaults that a project wants.
    package init(_ coverage: Coverage) {
        self =
            if coverage.count(.taken) > 0 {
                .conflict
            } else if coverage.count(.rejected) > 0 {
                .rejected
            } else if coverage.count(.missing) + coverage.count(.doubtful) + coverage.count(.refused) > 0 {
                .partial
            } else if [.waiting, .old, .rolledBack, .withdrawn].contains(where: { coverage.count($0) > 0 }) {
                .notYet
            } else {
                .done
            }
    }
}
