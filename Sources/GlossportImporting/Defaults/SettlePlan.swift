package import GlossportChecking

/// Which defaults can be set now, and what the others wait for.
///
/// A pure function of what journal and service hold: it can be computed at any moment, and after any crash.
package struct SettlePlan: Sendable, Hashable {
    /// When a changed message takes over.
    package enum Flip: String, Sendable, Hashable, CaseIterable {
        /// Not before every locale of the message is approved; until then all keep the old text.
        case allOrNothing = "all-or-nothing"
        /// Each locale as soon as it is approved.
        case each
    }

    /// A default that is not what it is to be.
    package struct Waiting: Sendable, Hashable {
        package var desired: DesiredDefault
        /// The reason, as half a sentence.
        package var reason: String
    }

    /// To set now, by product and locale.
    package private(set) var changes: [DesiredDefault] = []
    package private(set) var waiting: [Waiting] = []
    /// Defaults that are in their desired state, as far as the journal knows.
    package private(set) var settled: [DesiredDefault] = []
    /// How many of them were set by hand, as by a rollback, and are not held: the next import may want something else there.
    package private(set) var settledByHand = 0
    /// Why some of those could not be set again, should they turn out not to be as they are to be.
    package private(set) var obstacles: [DefaultSlot: String] = [:]
    /// Uploaded items that Apple has not decided on; the newest of each message and locale only.
    package private(set) var pending: [ItemRecord] = []
    /// Uploaded items that Apple has rejected; the newest of each message and locale only.
    package private(set) var rejected: [ItemRecord] = []

    /// Uploaded items that have vanished at the service: the newest of each message and locale, and what is to be a default.
    package private(set) var vanished: [ItemRecord] = []
    /// Those that a list has shown before, and the newest list lacks.
    package private(set) var missing: [ItemRecord] = []

    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them.
    ///   - records: Every item of the destination, by message, locale and age.
    ///   - reviews: Their last known review states; nothing is believed of what has vanished.
    ///   - absences: The items that lists lack.
    ///   - flip: When a changed message takes over.
    package init(
        defaults: [DefaultRecord],
        records: [ItemRecord],
        reviews: [ServiceID: ReviewState],
        absences: Absences = Absences(),
        flip: Flip
    ) {
        let byID = Dictionary(records.map { ($0.item.id, $0) }) { first, _ in first }
        func obstacle(_ id: ServiceID, _ what: String = "it") -> String? {
            guard let record = byID[id], record.state == .uploaded else { return "\(what) is not uploaded yet" }
            if absences.vanished.contains(id) { return "\(what) has vanished from the service" }
            switch reviews[id] {
            case .approved?: break
            case .rejected?: return "Apple rejected \(what)"
            case .pending?: return "Apple reviews \(what)"
            case .unrecognized?: return "Apple's list contains a state of \(what) that this version does not support"
            case nil: return "Apple's list does not contain \(what) yet"
            }
            if absences.missing.contains(id) { return "the service's newest list lacks \(what)" }
            // A message without its images is not shown.
            let images = record.item.texts?.imageIDs.sorted() ?? []
            return images.lazy.compactMap { obstacle($0, "its image \(byID[$0]?.item.title ?? "\($0)")") }.first
        }
        var wanted: [String: [DesiredDefault]] = [:]
        for record in defaults {
            guard let message = record.message, let desired = record.desired else { continue }
            wanted[message, default: []].append(DesiredDefault(record.slot, message: message, item: desired))
        }
        let byHand = Set(defaults.filter { $0.isByHand && !$0.isHeld }.map(\.slot))
        let present = Dictionary(defaults.map { ($0.slot, $0.present) }) { first, _ in first }
        for (_, group) in wanted.sorted(by: { $0.key < $1.key }) {
            let obstacles = group.map { obstacle($0.item) }
            let refused = Set(group.filter { reviews[$0.item] == .rejected }.map(\.slot.locale)).sorted()
                .joined(separator: ", ")
            let held = Set(zip(group, obstacles).compactMap { $1 == nil ? nil : $0.slot.locale }).count
            for (desired, obstacle) in zip(group, obstacles) {
                if present[desired.slot] == .some(.some(desired.item)) {
                    settled.append(desired)
                    if byHand.contains(desired.slot) { settledByHand += 1 }
                    self.obstacles[desired.slot] = obstacle
                } else if let obstacle {
                    waiting.append(Waiting(desired: desired, reason: obstacle))
                } else if flip == .allOrNothing, !refused.isEmpty {
                    let reason = "it waits for a new text in \(refused), because Apple rejected the current one"
                    waiting.append(Waiting(desired: desired, reason: reason))
                } else if flip == .allOrNothing, held > 0 {
                    let others = held == 1 ? "1 other locale" : "\(held) other locales"
                    waiting.append(Waiting(desired: desired, reason: "it waits for \(others) of the message"))
                } else {
                    changes.append(desired)
                }
            }
        }
        changes.sort { $0.slot < $1.slot }
        let newest = Self.newest(records.filter { $0.item.kind == .message })
        let used = Set(newest.filter { $0.state == .uploaded }.flatMap { $0.item.texts?.imageIDs ?? [] })
        let images = records.filter { used.contains($0.item.id) }
        let concerned = Set((images + newest).map(\.item.id)).union(defaults.compactMap(\.desired))
        vanished = records.filter { concerned.contains($0.item.id) && absences.vanished.contains($0.item.id) }
        for record in images + newest
        where record.state == .uploaded && !absences.vanished.contains(record.item.id) {
            if absences.missing.contains(record.item.id), reviews[record.item.id] != nil { missing.append(record) }
            switch reviews[record.item.id] {
            case .approved?: break
            case .rejected?: rejected.append(record)
            default: pending.append(record)
            }
        }
    }

    /// The part of the plan that is selected.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - records: Every item of the destination.
    /// - Returns: The plan without the rest.
    package func part(_ selection: Selection, of records: [ItemRecord]) -> SettlePlan {
        guard !selection.isEverything else { return self }
        var part = self
        let isSelected = { (desired: DesiredDefault) in selection.contains(desired.slot, of: desired.message) }
        part.changes = changes.filter(isSelected)
        part.waiting = waiting.filter { isSelected($0.desired) }
        part.settled = settled.filter(isSelected)
        let selected = Set(selection.part(of: records).map(\.item.id))
        let isConcerned = { (record: ItemRecord) in selected.contains(record.item.id) }
        part.pending = pending.filter(isConcerned)
        part.rejected = rejected.filter(isConcerned)
        part.vanished = vanished.filter(isConcerned)
        part.missing = missing.filter(isConcerned)
        return part
    }

    /// The youngest item of each message and locale.
    private static func newest(_ records: [ItemRecord]) -> [ItemRecord] {
        var newest: [ItemRecord] = []
        for record in records {
            if let last = newest.last?.item, last.message == record.item.message, last.locale == record.item.locale {
                newest.removeLast()
            }
            newest.append(record)
        }
        return newest
    }
}
