import Glossport
import GlossportProject

/// The true state of one environment at Apple.
struct LifeStore: Sendable {
    /// A message or an image, kept after its deletion for lists that are out of date.
    struct Entry: Sendable {
        var kind: Item.Kind
        var images: Set<ServiceID>
        var since: Timestamp
        var verdict = ReviewState.pending
        var decided: Timestamp?
        var deleted: Timestamp?

        func state(at moment: Timestamp) -> ReviewState? {
            guard since <= moment, deleted.map({ $0 > moment }) ?? true else { return nil }
            return decided.map { $0 <= moment } ?? false ? verdict : .pending
        }
    }

    private(set) var entries: [ServiceID: Entry] = [:]
    private(set) var defaults: [DefaultSlot: ServiceID] = [:]
    var realtimeURL: String?
    var capacity = 2_000

    func holds(_ id: ServiceID) -> Bool { entries[id].map { $0.deleted == nil } ?? false }

    func state(_ id: ServiceID) -> ReviewState? {
        guard let entry = entries[id], entry.deleted == nil else { return nil }
        return entry.decided == nil ? .pending : entry.verdict
    }

    /// Whether an item and its images are approved, so that customers may see it.
    func isShowable(_ id: ServiceID) -> Bool {
        state(id) == .approved && (entries[id]?.images ?? []).allSatisfy { state($0) == .approved }
    }

    /// Whether Apple has approved an item, even if it was deleted since.
    func hasPassed(_ id: ServiceID) -> Bool { entries[id]?.verdict == .approved }

    /// The IDs of the present items, sorted.
    var ids: [ServiceID] { entries.keys.filter(holds).sorted() }

    /// Stores an item unless it exists, its text is refused, an image is missing or the capacity is reached.
    mutating func upload(
        _ kind: Item.Kind,
        _ id: ServiceID,
        images: Set<ServiceID>,
        isRefused: Bool = false,
        at now: Timestamp
    ) -> Answer {
        if holds(id) { return SimulatedService.answer(409, kind == .message ? 4_090_001 : 4_090_000) }
        if isRefused { return SimulatedService.answer(400, 4_000_163) }
        guard images.allSatisfy(holds) else { return SimulatedService.answer(404, 4_040_014) }
        guard entries.values.count(where: { $0.kind == kind && $0.deleted == nil }) < capacity else {
            return SimulatedService.answer(403, kind == .message ? 4_030_016 : 4_030_014)
        }
        entries[id] = Entry(kind: kind, images: images, since: now)
        return SimulatedService.answer(200, nil)
    }

    mutating func review(_ id: ServiceID, _ verdict: ReviewState, at now: Timestamp) {
        guard holds(id) else { return }
        entries[id]?.verdict = verdict
        entries[id]?.decided = now
    }

    mutating func delete(_ kind: Item.Kind, _ id: ServiceID, at now: Timestamp) -> Answer {
        guard holds(id), entries[id]?.kind == kind else {
            return SimulatedService.answer(404, kind == .message ? 4_040_015 : 4_040_014)
        }
        if kind == .image, entries.values.contains(where: { $0.deleted == nil && $0.images.contains(id) }) {
            return SimulatedService.answer(403, 4_030_019)
        }
        entries[id]?.deleted = now
        for (slot, shown) in defaults where shown == id { defaults[slot] = nil }
        return SimulatedService.answer(200, nil)
    }

    mutating func setDefault(_ slot: DefaultSlot, to id: ServiceID) -> Answer {
        guard holds(id), entries[id]?.kind == .message else { return SimulatedService.answer(404, 4_040_015) }
        guard state(id) == .approved else { return SimulatedService.answer(403, 4_030_017) }
        guard isShowable(id) else { return SimulatedService.answer(403, 4_030_018) }
        defaults[slot] = id
        return SimulatedService.answer(200, nil)
    }

    func getDefault(_ slot: DefaultSlot) -> (Answer, ServiceID?) {
        guard let id = defaults[slot] else { return (SimulatedService.answer(404, 4_040_020), nil) }
        return (SimulatedService.answer(200, nil), id)
    }

    mutating func deleteDefault(_ slot: DefaultSlot) -> Answer {
        defaults[slot] = nil
        return SimulatedService.answer(200, nil)
    }

    /// Returns the list as it was at a moment.
    func list(_ kind: Item.Kind, at moment: Timestamp) -> [ServiceID: ReviewState] {
        var list: [ServiceID: ReviewState] = [:]
        for (id, entry) in entries where entry.kind == kind { list[id] = entry.state(at: moment) }
        return list
    }

}
