private import CLibrary
import GlossportChecking
import GlossportImporting

/// A machine's journal as a process writes it: each write takes time, and before and after it the process may die.
final class LifeJournal: WrappedJournal {
    let wrapped: any Journal
    private let process: LifeProcess
    private let endpoints = Mutex<[AttemptID: AttemptStart]>([:])

    init(_ wrapped: any Journal, _ process: LifeProcess) {
        self.wrapped = wrapped
        self.process = process
    }

    private var mutant: LifeMutant? { process.world.mutant }

    func willWrite(_ write: JournalWrite) throws {}

    private func write<Value>(_ body: () async throws -> Value) async throws -> Value {
        try process.act()
        let world = process.world
        let stalls = world.strikes(world.scenario.faults.stall)
        await world.clock.delay(stalls ? .seconds(world.draw(5...15)) : .milliseconds(world.draw(1...20)))
        // A dead process's write may have been in the kernel's hands already.
        if process.isDead, world.happens(0.5) { try process.act() }
        let value = try await body()
        try process.act()
        return value
    }

    func beginRun(_ run: RunStart) async throws -> RunID { try await write { try await wrapped.beginRun(run) } }

    func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        try await write { try await wrapped.endRun(run, at: moment, exitCode: exitCode) }
    }

    func want(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        try await write { try await wrapped.want(items, in: run) }
    }

    func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        if mutant == .skipsRows { return 0 }
        return try await beginBookedAttempt(attempt, in: run)
    }

    private func beginBookedAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try await write {
            let id = try await wrapped.beginAttempt(attempt, in: run)
            endpoints.withLock { $0[id] = attempt }
            process.tell { $0.bookedRow(attempt.endpoint, &$1) }
            return id
        }
    }

    func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        if mutant == .skipsRows { return }
        try await write {
            let start = endpoints.withLock { $0[end.attempt] }
            process.tell { referee, facts in
                if let start, end.pause != nil { referee.notedPause(start.endpoint, facts) }
                if let change = end.change, change.state == .uploaded { referee.notedUpload(change.item, facts) }
            }
            var end = end
            if mutant == .losesEnds { end.change?.state = .planned }
            if mutant == .forgetsPauses { end.pause = nil }
            try await wrapped.finishAttempt(end, in: run)
        }
    }

    func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try await write { try await wrapped.settle(changes, at: moment, in: run) }
    }

    func recordReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try await write { try await wrapped.recordReviews(reviews, at: moment, in: run) }
    }

    func recordList(
        shown: Set<ServiceID>,
        lacked: Set<ServiceID>,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try await write {
            process.tell { $0.noted(shown: shown, $1) }
            try await wrapped.recordList(shown: shown, lacked: lacked, at: moment, in: run)
        }
    }

    func desire(_ defaults: [DesiredDefault], products: [String: Set<String>], in run: RunID) async throws {
        try await write {
            process.tell { referee, facts in
                guard process.command.isByHand else { return referee.wants(defaults, facts) }
                for wanted in defaults { referee.wantsAgain(wanted.slot, wanted.item, facts) }
            }
            try await wrapped.desire(defaults, products: products, in: run)
        }
    }

    func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try await write {
            process.tell { referee, facts in
                for slot in slots { referee.wantsAgain(slot, nil, facts) }
            }
            try await wrapped.forget(slots, in: run)
        }
    }

    func recordDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws {
        try await write {
            guard mutant != .prunesForeign else { return }
            if moment != nil { process.tell { $0.forgotUploads(ids, $1) } }
            try await wrapped.recordDeletion(of: ids, at: moment, in: run)
        }
    }

    func recordDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID) async throws {
        try await write {
            guard mutant != .forgetsDefaults else { return }
            try await wrapped.recordDefault(slot, item, at: moment, in: run)
        }
    }

    func recordDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws {
        try await write {
            guard mutant != .forgetsDefaultAttempts, mutant != .forgetsDefaults else { return }
            try await wrapped.recordDefaultAttempt(slot, item, in: run)
        }
    }

    func recordSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try await write { try await wrapped.recordSeenDefault(slot, seen, in: run) }
    }

    func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        try await write {
            process.world.with { state in
                let store = state.stores[process.destination.environment] ?? LifeStore()
                state.report.vanished += ids.count
                state.referee.takesBack(ids, process.facts, store)
            }
            try await wrapped.forgetOutcomes(of: ids, at: moment, in: run)
        }
    }

    func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        var budget = try await wrapped.budget(endpoint, at: destination, since: since)
        if mutant == .forgetsBudgets { budget.spent = [] }
        if mutant == .forgetsPauses { (budget.pausedUntil, budget.steadyUntil) = (nil, nil) }
        return budget
    }

    func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        var records = try await wrapped.defaults(at: destination)
        if mutant == .forgetsPassedOver {
            for index in records.indices where records[index].changed != nil { records[index].attempted = [] }
        }
        if mutant == .believesJournal, process.command != .prune {
            for index in records.indices where records[index].desired != nil && records[index].current != nil {
                records[index].current = records[index].desired
                records[index].seen = nil
            }
        }
        return records
    }

    func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        var records = try await wrapped.allRecords(at: destination)
        if mutant == .prunesForeign, process.command == .prune {
            let foreign = process.world.with { $0.stores[destination.environment]?.ids ?? [] }
            let known = Set(records.map(\.item.id))
            records += foreign.filter { !known.contains($0) }.map {
                let content = MessageContent(header: "", body: "")
                return ItemRecord(item: Item(id: $0, content: .message(content), digest: []), state: .uploaded)
            }
        }
        return records
    }
}
