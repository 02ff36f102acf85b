import Glossport
import GlossportProject

/// A machine's log for one process: appends take time, and the process may die before and after each of them.
struct LifeLog: WrappedLog {
    let log: any JournalLog
    private let process: LifeProcess

    init(_ log: any JournalLog, _ process: LifeProcess) {
        self.log = log
        self.process = process
    }

    func events(of destination: Destination, after number: Int64, limit: Int) async throws -> [JournalEvent] {
        let events = try await log.events(of: destination, after: number, limit: limit)
        return process.world.mutant?.read(events, in: process.command) ?? events
    }

    func append(_ events: [JournalEvent], to destination: Destination, after last: LogPosition) async throws -> Bool {
        try process.act()
        let world = process.world
        let stalls = world.strikes(world.scenario.faults.stall)
        await world.clock.delay(stalls ? .seconds(world.draw(5...15)) : .milliseconds(world.draw(1...20)))
        // The kernel may already have accepted a dead process's write.
        if process.isDead, world.happens(0.5) { try process.act() }
        let kept = world.mutant?.append(events) ?? events
        guard try await log.append(kept, to: destination, after: last) else { return false }
        let store = world.with { state in
            state.report.vanished += kept.count { $0.kind == .forgotten }
            return state.stores[destination.environment] ?? LifeStore()
        }
        process.notify { referee, facts in
            for event in kept { referee.notes(event, &facts, store) }
        }
        try process.act()
        return true
    }
}

/// The mutants whose journals lose or alter events.
extension LifeMutant {
    /// Returns the events to append instead.
    fileprivate func append(_ events: [JournalEvent]) -> [JournalEvent] {
        guard self == .skipsRows else { return events }
        return events.map { [.attemptBegan, .attemptEnded].contains($0.kind) ? $0.withoutMeaning : $0 }
    }

    /// Returns the events that a new process reads instead.
    fileprivate func read(_ events: [JournalEvent], in command: RunCommand) -> [JournalEvent] {
        func altered(_ kind: JournalEvent.Kind, _ alter: (inout JournalEvent) -> Void) -> [JournalEvent] {
            events.map { event in
                var event = event
                if event.kind == kind { alter(&event) }
                return event
            }
        }
        func without(_ isForgotten: (JournalEvent) -> Bool) -> [JournalEvent] {
            events.map { isForgotten($0) ? $0.withoutMeaning : $0 }
        }
        // The fold rejects a default that was set without an attempt.
        let set = events.filter { $0.kind == .defaultSet }
        let (slots, kept) = (Set(set.map(\.slot)), Set(set.map { [$0.slot: $0.item] }))
        func isVain(_ event: JournalEvent) -> Bool {
            event.kind == .defaultBegan && !kept.contains([event.slot: event.item])
        }
        switch self {
        case .forgetsBudgets: return altered(.attemptBegan) { $0.at = Timestamp(seconds: 0) }
        case .forgetsPauses: return altered(.attemptEnded) { ($0.pausedUntil, $0.steadyUntil) = (nil, nil) }
        case .losesEnds: return altered(.attemptEnded) { if $0.item != nil { $0.state = .planned } }
        case .forgetsDefaultAttempts: return without(isVain)
        case .forgetsDefaults: return without { [.defaultBegan, .defaultSet].contains($0.kind) }
        case .forgetsHolds: return without { $0.kind == .defaultHeld }
        case .forgetsDesired where [.settle, .wait].contains(command):
            return without { [.delivered, .defaultWanted].contains($0.kind) }
        case .forgetsOlderDesired:
            let desired = events.filter { $0.kind == .defaultWanted }
            let newest = Dictionary(desired.map { ($0.slot, $0.number) }) { $1 }
            func isOld(_ event: JournalEvent) -> Bool { newest[event.slot].map { event.number < $0 } ?? false }
            return events.map { event in
                var event = event
                // The fold rejects a seen default that is marked as ours but was never desired.
                if event.kind == .defaultSeen, isOld(event) { event.outcome = "foreign" }
                return event.kind == .defaultWanted && isOld(event) ? event.withoutMeaning : event
            }
        case .forgetsWithdrawals: return without { $0.kind == .defaultWanted && $0.item == nil }
        case .forgetsOvertakenAttempts: return without { isVain($0) && slots.contains($0.slot) }
        case .believesJournal where command != .prune:
            let wanted = Dictionary(events.filter { $0.kind == .defaultWanted }.map { ($0.slot, $0.item) }) { $1 }
            return events.map { event in
                var event = event
                if [.defaultBegan, .defaultSet].contains(event.kind), event.item != nil {
                    event.item = wanted[event.slot] ?? event.item
                }
                return event.kind == .defaultSeen ? event.withoutMeaning : event
            }
        default: return events
        }
    }
}

extension JournalEvent {
    /// An event at the same position that changes nothing.
    fileprivate var withoutMeaning: JournalEvent {
        var event = JournalEvent(.runWanted, in: run, at: at)
        event.position = position
        return event
    }
}
