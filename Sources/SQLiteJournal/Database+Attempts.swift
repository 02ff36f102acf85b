import GRDB
import GlossportChecking
import GlossportImporting

/// The statements on attempts and budgets.
extension Database {
    func insertAttempt(_ attempt: AttemptStart, in run: RunID) throws -> AttemptID {
        guard let item = attempt.item else {
            let destination = try destination(of: run)
            try perform(
                "INSERT INTO attempt (destination, endpoint, run, started_us) VALUES (?, ?, ?, ?)",
                [destination, attempt.endpoint.rawValue, run, attempt.started.microsecondsUp]
            )
            return AttemptID(rawValue: lastInsertedRowID)
        }
        try perform(
            """
            INSERT INTO attempt (destination, endpoint, item, run, started_us)
            SELECT run.destination, ?1, item.number, run.number, ?2 FROM run JOIN item USING (destination)
            WHERE run.number = ?3 AND item.id = ?4
            """,
            [attempt.endpoint.rawValue, attempt.started.microsecondsUp, run, item.databaseValue]
        )
        guard changesCount == 1 else { throw try missing(item, in: run) }
        let number = lastInsertedRowID
        try perform(
            """
            UPDATE item SET state = 'sending', settled_us = NULL
            WHERE number = (SELECT item FROM attempt WHERE number = ?)
            """,
            [number]
        )
        return AttemptID(rawValue: number)
    }

    func endAttempt(_ end: AttemptEnd, in run: RunID) throws {
        try perform(
            """
            UPDATE attempt SET finished_us = ?, outcome = ?, status = ?, apple_code = ?, detail = ?
            WHERE number = ? AND run = ? AND finished_us IS NULL
            """,
            [
                end.finished.microsecondsUp, end.answer.outcome.rawValue, end.answer.status, end.answer.appleCode,
                end.answer.detail, end.attempt, run,
            ]
        )
        guard changesCount == 1 else { throw WriteFault(.notOpen(end.attempt, in: run)) }
        if let change = end.change { try apply(change, of: end) }
        if let pause = end.pause { try setBudget(pause, by: end.attempt) }
    }

    /// Gives an attempt's item its new state; found by the attempt, which is cheaper than by its id.
    private func apply(_ change: ItemChange, of end: AttemptEnd) throws {
        guard change.state != .deleted else { throw WriteFault(.notSettledByDeletion(change.item)) }
        try perform(
            """
            UPDATE item SET state = ?, proof = ?, reason = ?, settled_us = ?
            WHERE number = (SELECT item FROM attempt WHERE number = ?) AND id = ?
            """,
            [
                change.state.rawValue, change.proof?.rawValue, change.reason,
                change.state.isOpen ? nil : end.finished.microsecondsUp, end.attempt, change.item.databaseValue,
            ]
        )
        guard changesCount == 1 else { throw WriteFault(.unknownItem(change.item)) }
    }

    /// Gives an item its new state.
    func apply(_ change: ItemChange, at moment: Timestamp, in run: RunID) throws {
        guard change.state != .deleted else { throw WriteFault(.notSettledByDeletion(change.item)) }
        try perform(
            """
            UPDATE item SET state = ?, proof = ?, reason = ?, settled_us = ?
            WHERE destination = (SELECT destination FROM run WHERE number = ?) AND id = ?
            """,
            [
                change.state.rawValue, change.proof?.rawValue, change.reason,
                change.state.isOpen ? nil : moment.microsecondsUp, run, change.item.databaseValue,
            ]
        )
        guard changesCount == 1 else { throw try missing(change.item, in: run) }
    }

    /// Remembers a pause for the endpoint of an attempt; answers may be written in another order than they came.
    private func setBudget(_ pause: Pause, by attempt: AttemptID) throws {
        try perform(
            """
            INSERT INTO budget (destination, endpoint, paused_until_us, steady_until_us)
            SELECT destination, endpoint, ?1, ?2 FROM attempt WHERE number = ?3
            ON CONFLICT DO UPDATE SET
                paused_until_us = max(ifnull(paused_until_us, 0), excluded.paused_until_us),
                steady_until_us = max(ifnull(steady_until_us, excluded.steady_until_us),
                                      ifnull(excluded.steady_until_us, steady_until_us))
            """,
            [pause.until.microsecondsUp, pause.steadyUntil?.microsecondsUp, attempt]
        )
    }

    func budget(_ endpoint: Endpoint, at destination: Destination, since: Timestamp) throws -> BudgetState {
        let place: StatementArguments = [
            destination.app, destination.environment.rawValue, endpoint.rawValue,
        ]
        let spent = try rows(
            BudgetRow.spent,
            place + [since.microsecondsUp]
        ) { row in
            SpentRequest(
                started: Timestamp(microseconds: try row.decode(atIndex: 0)),
                finished: (try row.decode(Int64?.self, atIndex: 1)).map(Timestamp.init(microseconds:))
            )
        }
        let state = try rows(
            BudgetRow.state,
            place
        ) { row in
            BudgetState(
                pausedUntil: (try row.decode(Int64?.self, atIndex: 0)).map(Timestamp.init(microseconds:)),
                steadyUntil: (try row.decode(Int64?.self, atIndex: 1)).map(Timestamp.init(microseconds:))
            )
        }
        var budget = state.first ?? BudgetState()
        budget.spent = spent
        return budget
    }

    /// Which of the two is unknown.
    private func missing(_ item: ServiceID, in run: RunID) throws -> WriteFault {
        _ = try destination(of: run)
        return WriteFault(.unknownItem(item))
    }
}

/// The questions about an endpoint's allowance.
enum BudgetRow {
    /// The ledger, oldest first; read through the index `attempt_ledger`.
    static let spent = """
        SELECT started_us, finished_us FROM attempt
        WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
        AND endpoint = ? AND started_us >= ? ORDER BY started_us, number
        """

    /// What the service said.
    static let state = """
        SELECT paused_until_us, steady_until_us FROM budget
        WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?) AND endpoint = ?
        """
}
