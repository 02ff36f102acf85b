import Glossport
import GlossportProject

/// The journal rows that survive a crash, and the state derived from them.
///
/// Deliberately written without the code of the real journal.
struct SimulatedJournal {
    private(set) var records: [ServiceID: ItemRecord] = [:]
    private(set) var attempts: [Row] = []
    private(set) var pausedUntil: Timestamp?
    private(set) var steadyUntil: Timestamp?
    private var rowOfAttempt: [AttemptID: Int] = [:]

    struct Row {
        var item: ServiceID
        var started: Timestamp
        var finished: Timestamp?
    }

    /// Returns a time rounded to microseconds, as a database stores it.
    private static func stored(_ moment: Timestamp) -> Timestamp { Timestamp(microseconds: moment.microseconds) }

    mutating func want(_ items: [Item]) {
        for item in items where records[item.id] == nil { records[item.id] = ItemRecord(item: item, state: .planned) }
    }

    mutating func begin(_ start: AttemptStart, as attempt: AttemptID) {
        guard let item = start.item else { return }
        rowOfAttempt[attempt] = attempts.count
        attempts.append(Row(item: item, started: Self.stored(start.started)))
        records[item]?.state = .sending
        records[item]?.history.attempts += 1
        records[item]?.history.ambiguous += 1
    }

    mutating func finish(_ end: AttemptEnd) {
        guard let row = rowOfAttempt[end.attempt] else { return }
        attempts[row].finished = Self.stored(end.finished)
        if let change = end.change { apply(change) }
        if let pause = end.pause {
            pausedUntil = max(pausedUntil ?? pause.until, Self.stored(pause.until))
            steadyUntil = [steadyUntil, pause.steadyUntil.map(Self.stored)].compactMap(\.self).max()
        }
        let item = attempts[row].item
        if end.answer.outcome != .unknown { records[item]?.history.ambiguous -= 1 }
        if end.answer.outcome == .refused { records[item]?.history.refused += 1 }
    }

    mutating func apply(_ change: ItemChange) {
        records[change.item]?.state = change.state
        records[change.item]?.proof = change.proof
        records[change.item]?.reason = change.reason
    }

    /// Whether an attempt has a row that is not finished.
    func isOpen(_ attempt: AttemptID, at item: ServiceID) -> Bool {
        guard let row = rowOfAttempt[attempt] else { return false }
        return attempts[row].item == item && attempts[row].finished == nil
    }

    func budget(since moment: Timestamp) -> BudgetState {
        let spent = attempts.filter { $0.started >= moment }
            .map { SpentRequest(started: $0.started, finished: $0.finished) }
        return BudgetState(spent: spent, pausedUntil: pausedUntil, steadyUntil: steadyUntil)
    }
}
