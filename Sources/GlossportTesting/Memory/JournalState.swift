import GlossportChecking
import GlossportImporting
import GlossportReading

/// The rows of a journal as plain values.
///
/// Numbers of runs and attempts are their indexes, from 1.
struct JournalState {
    var runs: [RunRecord] = []
    var attempts: [Attempt] = []
    var places: [Destination: Place] = [:]

    struct Attempt {
        var run: RunID
        var endpoint: Endpoint
        var item: ServiceID?
        var spent: SpentRequest
    }

    mutating func beginRun(_ start: RunStart) -> RunID {
        let id = RunID(rawValue: Int64(runs.count + 1))
        runs.append(
            RunRecord(
                id: id,
                destination: start.destination,
                command: start.command,
                started: start.started,
                ended: nil,
                exitCode: nil,
                wanted: 0
            )
        )
        return id
    }

    mutating func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) throws {
        let index = try self.index(of: run)
        runs[index].ended = moment
        runs[index].exitCode = exitCode
        places[runs[index].destination]?.release { $0 == run }
    }

    mutating func enqueue(_ items: [Item], in run: RunID) throws -> [ItemRecord] {
        let index = try self.index(of: run)
        return items.map { item in
            let (record, isNew) = places[runs[index].destination, default: Place()].enqueue(item, in: run)
            if isNew { runs[index].wanted += 1 }
            return record
        }
    }

    mutating func claim(_ limit: Int, in run: RunID) throws -> [ItemRecord] {
        let destination = runs[try index(of: run)].destination
        return places[destination]?.claim(limit, in: run) ?? []
    }

    mutating func beginAttempt(_ start: AttemptStart, in run: RunID) throws -> AttemptID {
        let destination = runs[try index(of: run)].destination
        if let item = start.item {
            try places[destination, default: Place()].change(item) { record in
                record.state = .sending
                record.refusalCode = nil
                record.history.attempts += 1
                // Until its end is known, it may have been applied.
                record.history.ambiguous += 1
            }
        }
        let spent = SpentRequest(started: start.started, finished: nil)
        attempts.append(Attempt(run: run, endpoint: start.endpoint, item: start.item, spent: spent))
        return AttemptID(rawValue: Int64(attempts.count))
    }

    mutating func finishAttempt(_ end: AttemptEnd, in run: RunID) throws {
        let destination = runs[try index(of: run)].destination
        let index = Int(end.attempt.rawValue) - 1
        guard attempts.indices.contains(index), attempts[index].run == run, attempts[index].spent.finished == nil
        else { throw GlossportError.notOpen(end.attempt, in: run) }
        if let change = end.change { try places[destination, default: Place()].apply(change) }
        attempts[index].spent.finished = end.finished
        if let pause = end.pause {
            places[destination, default: Place()].budgets[attempts[index].endpoint, default: BudgetState()].note(pause)
        }
        guard let item = attempts[index].item else { return }
        guard index >= places[destination]?.items[item]?.forgotten ?? 0 else { return }
        try places[destination, default: Place()].change(item) { record in
            if end.answer.outcome != .unknown { record.history.ambiguous -= 1 }
            if end.answer.outcome == .refused { record.history.refused += 1 }
            if record.state == .refused, end.answer.outcome == .refused || end.answer.outcome == .notFound {
                record.refusalCode = end.answer.appleCode
            }
        }
    }

    mutating func settle(_ changes: [ItemChange], in run: RunID) throws {
        let destination = runs[try index(of: run)].destination
        // All or nothing: the copy is thrown away if one of them fails.
        var place = places[destination] ?? Place()
        for change in changes { try place.apply(change) }
        places[destination] = place
    }

    func budget(_ endpoint: Endpoint, at destination: Destination, since: Timestamp) -> BudgetState {
        var budget = places[destination]?.budgets[endpoint] ?? BudgetState()
        budget.spent = attempts.filter { attempt in
            attempt.endpoint == endpoint && attempt.spent.started >= since
                && runs[Int(attempt.run.rawValue) - 1].destination == destination
        }
        .map(\.spent).sorted { $0.started < $1.started }
        return budget
    }

    func index(of run: RunID) throws -> Int {
        guard runs.indices.contains(Int(run.rawValue) - 1) else { throw GlossportError.unknownRun(run) }
        return Int(run.rawValue) - 1
    }
}
