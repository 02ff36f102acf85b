private import CLibrary
package import GlossportChecking
package import GlossportImporting
import GlossportReading

extension InMemoryJournal: DefaultsJournal {
    package func noteReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try change(in: run) { place in
            for (id, review) in reviews where place.items[id] != nil { place.reviews[id] = review }
        }
    }

    package func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState] {
        state.withLock { $0.places[destination]?.reviews ?? [:] }
    }

    package func desire(
        _ defaults: [DesiredDefault],
        products: [String: Set<String>],
        in run: RunID
    ) async throws {
        try change(in: run) { place in
            if let stranger = defaults.first(where: { place.items[$0.item] == nil }) {
                throw GlossportError.unknownItem(stranger.item)
            }
            for (slot, record) in place.defaults {
                guard let message = record.message, let known = products[message], !known.contains(slot.product)
                else { continue }
                place.defaults[slot]?.message = nil
                place.defaults[slot]?.desired = nil
            }
            for wanted in defaults {
                var record = place.defaults[wanted.slot] ?? DefaultRecord(wanted.slot)
                (record.message, record.desired) = (wanted.message, wanted.item)
                place.defaults[wanted.slot] = record
            }
        }
    }

    package func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try change(in: run) { place in
            for slot in slots {
                place.defaults[slot]?.message = nil
                place.defaults[slot]?.desired = nil
            }
        }
    }

    package func noteDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws {
        try change(in: run) { place in
            if let stranger = ids.first(where: { place.items[$0] == nil }) {
                throw GlossportError.unknownItem(stranger)
            }
            for id in ids { place.items[id]?.record.state = moment == nil ? .uploaded : .deleted }
        }
    }

    package func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        let records = state.withLock { $0.places[destination]?.defaults.values.map(\.self) ?? [] }
        return records.filter { $0.desired != nil || $0.changed != nil || $0.seen != nil || !$0.attempted.isEmpty }
            .sorted { $0.slot < $1.slot }
    }

    package func noteDefault(
        _ slot: DefaultSlot,
        _ item: ServiceID?,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        let runs = state.withLock(\.runs)
        let command = runs.first { $0.id == run }?.command
        let ended = Set(runs.filter { $0.ended != nil }.map(\.id))
        try change(in: run) { place in
            var record = place.defaults[slot] ?? DefaultRecord(slot)
            if record.current != item { record.previous = record.current }
            record.current = item
            record.changed = moment
            record.changedIn = run
            record.isByHand = command?.isByHand ?? false
            let open = place.attempts[slot, default: [:]].filter { $0 != item && $1 != run && !ended.contains($1) }
            place.attempts[slot] = open
            (record.seen, record.attempted) = (nil, Set(open.keys))
            place.defaults[slot] = record
        }
    }

    package func noteDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws {
        try change(in: run) { place in
            place.defaults[slot, default: DefaultRecord(slot)].attempted.insert(item)
            if place.attempts[slot]?[item] == nil { place.attempts[slot, default: [:]][item] = run }
        }
    }

    package func noteSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try change(in: run) { place in place.defaults[slot, default: DefaultRecord(slot)].seen = seen }
    }

    package func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        let attempts = state.withLock { $0.attempts.count }
        try change(in: run) { place in
            if let stranger = ids.first(where: { place.items[$0] == nil }) {
                throw GlossportError.unknownItem(stranger)
            }
            for id in ids {
                guard var entry = place.items[id] else { continue }
                entry.record = ItemRecord(item: entry.record.item, state: .planned)
                // It may be claimed again, wherever it stands in the queue.
                entry.claimedBy = nil
                place.claimed = 0
                entry.forgotten = attempts
                place.items[id] = entry
                place.reviews[id] = nil
                place.absences[id] = nil
            }
        }
    }

    package func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID> {
        let items = state.withLock { $0.places[destination]?.items ?? [:] }
        return Set(items.filter { $1.record.state == .uploaded && $1.record.item.kind == kind }.keys)
    }

    package func noteList(
        shown: Set<ServiceID>,
        lacked: Set<ServiceID>,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try change(in: run) { place in
            if let stranger = lacked.first(where: { place.items[$0] == nil }) {
                throw GlossportError.unknownItem(stranger)
            }
            for id in Set(place.absences.keys).intersection(shown) { place.absences[id] = nil }
            for id in lacked {
                place.absences[id] =
                    place.absences[id]?.again(at: moment) ?? Absence(first: moment, last: moment, lists: 1)
            }
        }
    }

    package func absences(at destination: Destination) async throws -> [ServiceID: Absence] {
        state.withLock { state in
            guard let place = state.places[destination] else { return [:] }
            return place.absences.filter { place.items[$0.key]?.record.state == .uploaded }
        }
    }

    func change(in run: RunID, _ body: (inout JournalState.Place) throws -> Void) throws {
        try state.withLock { state in
            let destination = state.runs[try state.index(of: run)].destination
            try body(&state.places[destination, default: JournalState.Place()])
        }
    }
}
