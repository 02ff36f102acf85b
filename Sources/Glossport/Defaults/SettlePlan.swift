package import GlossportChecking
package import GlossportProject

/// The defaults that can be set now, and the reasons why others must wait.
///
/// This is a pure function of the journal and the service's lists. It can be computed at any moment, including after a
/// crash.
package struct SettlePlan: Sendable, Hashable {
    /// A default that is not in its desired state yet.
    package struct Waiting: Sendable, Hashable, Encodable {
        package var desired: DesiredDefault
        /// A clause without a final period.
        package var reason: String
        /// The step that is required; `nil` if the default failed, or waits only because the run ended early.
        package var need: SettleSummary.Need?
    }

    /// A default that a user keeps by a hold or a rollback, regardless of the deliveries.
    package struct Kept: Sendable, Hashable, Encodable {
        package var slot: DefaultSlot
        package var message: String?
        /// The text that the newest import delivered for the slot; if it delivered none, the desired default.
        package var delivered: ServiceID?
        package var present: ServiceID?
        package var isWithdrawn = false

        /// Whether a text was delivered that customers do not see.
        package var differs: Bool { delivered != nil && delivered != present }
    }

    /// The defaults to set now, sorted by product and locale.
    package private(set) var changes: [DesiredDefault] = []
    package private(set) var waiting: [Waiting] = []
    /// Defaults that are in their desired state, according to the journal.
    package private(set) var settled: [DesiredDefault] = []
    /// Defaults that stay until they are released.
    package private(set) var held: [Kept] = []
    /// Defaults that were rolled back and are not held.
    ///
    /// The next import sets the delivered texts.
    package private(set) var rolledBack: [Kept] = []
    /// The delivered texts that are not at the service, sorted by message and locale.
    package private(set) var unsent: [UnsentText] = []
    /// The obstacles to setting settled defaults again, if they turn out to be wrong.
    package private(set) var obstacles: [DefaultSlot: Obstacle] = [:]
    /// Uploaded items that Apple has not decided on; only the newest of each message and locale, with its images.
    package private(set) var pending: [ItemRecord] = []
    /// Uploaded items that Apple has rejected; only the newest of each message and locale, with its images.
    package private(set) var rejected: [ItemRecord] = []

    /// Uploaded items that have vanished from the service: the newest of each message and locale, with its images, and
    /// the desired defaults.
    package private(set) var vanished: [ItemRecord] = []
    /// Uploaded items that the newest list lacks, or that no list has contained yet.
    package private(set) var missing: [ItemRecord] = []

    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them, without those that the project has withdrawn.
    ///   - records: Every item of the destination, sorted by message, locale and age.
    ///   - delivered: The newest delivery of each message and locale.
    ///   - owners: The message of each product in the project. The journal supplies the messages of other products.
    ///   - reviews: The last known review states; states of vanished items are ignored.
    ///   - absences: The items that are missing from lists.
    ///   - flip: The rule for switching to a changed message.
    ///   - isNamed: Whether the project names an item's message and locale. Other items are never reported as pending,
    ///     rejected, vanished or missing.
    package init(
        defaults: [DefaultRecord],
        records: [ItemRecord],
        delivered: [MessageName: DeliveredText] = [:],
        owners: [String: String] = [:],
        reviews: [ServiceID: ReviewState],
        absences: Absences = Absences(),
        flip: Flip,
        naming isNamed: (Item) -> Bool = { _ in true }
    ) {
        let known = Obstacles(records, reviews, absences)
        sort(defaults, known, reviews, flip)
        compare(defaults, of: owners, with: delivered, known)
        unsent = UnsentText.all(delivered, known)
        judge(defaults, records, delivered, reviews, absences, isNamed)
    }

    /// Sorts the desired defaults into settled ones, ones that can be set, and ones that must wait.
    private mutating func sort(
        _ defaults: [DefaultRecord],
        _ known: Obstacles,
        _ reviews: [ServiceID: ReviewState],
        _ flip: Flip
    ) {
        var wanted: [String: [DesiredDefault]] = [:]
        for record in defaults where !record.isHeld {
            guard let message = record.message, let desired = record.desired else { continue }
            wanted[message, default: []].append(DesiredDefault(record.slot, message: message, item: desired))
        }
        let present = Dictionary(defaults.map { ($0.slot, $0.present) }) { first, _ in first }
        for (_, group) in wanted.sorted(by: { $0.key < $1.key }) {
            let obstacles = group.map { known.obstacle($0.item) }
            let others = flip == .each ? nil : Self.reasonOfOthers(group, obstacles, reviews)
            for (desired, obstacle) in zip(group, obstacles) {
                if present[desired.slot] == .some(.some(desired.item)) {
                    settled.append(desired)
                    self.obstacles[desired.slot] = obstacle
                } else if let obstacle = obstacle ?? others {
                    waiting.append(Waiting(desired: desired, reason: obstacle.reason, need: obstacle.need))
                } else {
                    changes.append(desired)
                }
            }
        }
        changes.sort { $0.slot < $1.slot }
    }

    /// The reason why a locale waits for the other locales of its message, if it does.
    private static func reasonOfOthers(
        _ group: [DesiredDefault],
        _ obstacles: [Obstacle?],
        _ reviews: [ServiceID: ReviewState]
    ) -> Obstacle? {
        let blocked = zip(group, obstacles).filter { $1 != nil }
        let rejected = Set(group.filter { reviews[$0.item] == .rejected }.map(\.slot.locale)).sorted()
        let count = Set(blocked.map(\.0.slot.locale)).count
        guard let need = SettleSummary.Need.gravest(blocked.compactMap { $1?.need }) else { return nil }
        guard rejected.isEmpty else {
            let locales = rejected.joined(separator: ", ")
            return Obstacle(
                reason: "it waits for a new text in \(locales), because Apple rejected the current one",
                need: need
            )
        }
        return Obstacle(
            reason: "it waits for \(count == 1 ? "1 other locale" : "\(count) other locales") of the message",
            need: need
        )
    }

    /// Finds the uploaded items that are pending, rejected, vanished or missing from lists.
    private mutating func judge(
        _ defaults: [DefaultRecord],
        _ records: [ItemRecord],
        _ delivered: [MessageName: DeliveredText],
        _ reviews: [ServiceID: ReviewState],
        _ absences: Absences,
        _ isNamed: (Item) -> Bool
    ) {
        let newest = Self.newest(records.filter { $0.item.kind == .message && isNamed($0.item) }, delivered)
        let used = Set(newest.filter { $0.state == .uploaded }.flatMap { $0.item.texts?.imageIDs ?? [] })
        let images = records.filter { used.contains($0.item.id) }
        let desired = Set(defaults.compactMap(\.desired))
        let named = records.filter { desired.contains($0.item.id) && isNamed($0.item) }
        let concerned = Set((images + newest + named).map(\.item.id))
        vanished = records.filter { concerned.contains($0.item.id) && absences.vanished.contains($0.item.id) }
        for record in images + newest
        where record.state == .uploaded && !absences.vanished.contains(record.item.id) {
            switch reviews[record.item.id] {
            case .rejected?: rejected.append(record)
            // No list contains it, so Apple may not have received it for review.
            case nil: missing.append(record)
            case _? where absences.missing.contains(record.item.id): missing.append(record)
            case .approved?: break
            case .pending?, .unrecognized?: pending.append(record)
            }
        }
    }

    /// Finds the held slots, and the slots that neither show nor will get the text that the newest import delivered.
    private mutating func compare(
        _ defaults: [DefaultRecord],
        of owners: [String: String],
        with delivered: [MessageName: DeliveredText],
        _ known: Obstacles
    ) {
        let waits = Set(waiting.map(\.desired.slot))
        let changing = Set(changes.map(\.slot))
        for record in defaults {
            let message = owners[record.slot.product] ?? record.message
            let newest = message.flatMap { delivered[MessageName(message: $0, locale: record.slot.locale)] }
            let kept = Kept(
                slot: record.slot,
                message: message,
                delivered: newest.map(\.id) ?? record.desired,
                present: record.present
            )
            if record.isHeld {
                held.append(kept)
            } else if let message, let id = newest?.id, let desired = record.desired, id != desired {
                // The second condition matches an interrupted rollback that is completed now.
                if record.isByHand && record.present == desired
                    || record.present == id && changing.contains(record.slot)
                {
                    rolledBack.append(kept)
                } else if record.present != id, !waits.contains(record.slot) {
                    let reason = known.obstacle(id)?.reason ?? Obstacles.unfinished
                    let waitingDefault = DesiredDefault(record.slot, message: message, item: id)
                    waiting.append(Waiting(desired: waitingDefault, reason: reason, need: .importing))
                }
            }
        }
    }

    package func part(_ selection: Selection, of records: [ItemRecord]) -> SettlePlan {
        guard !selection.isEverything else { return self }
        var part = self
        let isSelected = { (desired: DesiredDefault) in selection.contains(desired.slot, of: desired.message) }
        part.changes = changes.filter(isSelected)
        part.waiting = waiting.filter { isSelected($0.desired) }
        part.settled = settled.filter(isSelected)
        part.held = held.filter { selection.contains($0.slot, of: $0.message) }
        part.rolledBack = rolledBack.filter { selection.contains($0.slot, of: $0.message) }
        part.unsent = unsent.filter { selection.contains($0.name) }
        let selected = Set(selection.part(of: records).map(\.item.id))
        let isConcerned = { (record: ItemRecord) in selected.contains(record.item.id) }
        part.pending = pending.filter(isConcerned)
        part.rejected = rejected.filter(isConcerned)
        part.vanished = vanished.filter(isConcerned)
        part.missing = missing.filter(isConcerned)
        return part
    }

    /// The current item of each message and locale: the one that was delivered last, or the newest one if that is not
    /// among the records.
    ///
    /// The records must be sorted by message, locale and age.
    package static func newest(
        _ records: [ItemRecord],
        _ delivered: [MessageName: DeliveredText]
    ) -> [ItemRecord] {
        var newest: [ItemRecord] = []
        for record in records {
            if let last = newest.last?.item, last.message == record.item.message, last.locale == record.item.locale {
                guard delivered[MessageName(message: last.message, locale: last.locale)]?.id != last.id else {
                    continue
                }
                newest.removeLast()
            }
            newest.append(record)
        }
        return newest
    }
}
