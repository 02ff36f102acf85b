import GlossportChecking
import GlossportImporting
import GlossportReading

/// The statements on attempts and budgets; those of a whole group are one statement each.
extension PostgresTransaction {
    /// Records that requests are about to leave, and makes their items ``ItemState/sending``.
    static func insertion(of attempts: [(AttemptStart, RunID)], _ clock: ServerClock) -> PostgresStatement {
        PostgresStatement(
            """
            WITH new AS (
                INSERT INTO attempt (destination, endpoint, item, run, started_us)
                SELECT run.destination, x.endpoint, item.number, run.number, x.started
                FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[])
                WITH ORDINALITY AS x(endpoint, id, run, started, place)
                JOIN run ON run.number = x.run LEFT JOIN item ON item.destination = run.destination AND item.id = x.id
                WHERE x.id IS NULL OR item.number IS NOT NULL
                ORDER BY x.place RETURNING number, item
            ), sending AS (
                UPDATE item SET state = 'sending', settled_us = NULL FROM new WHERE item.number = new.item
            )
            SELECT number FROM new ORDER BY number
            """,
            [
                PostgresArray(attempts.map(\.0.endpoint.rawValue)), PostgresArray(attempts.map(\.0.item)),
                PostgresArray(attempts.map(\.1)), PostgresArray(attempts.map { clock.stored($0.0.started) }),
            ]
        )
    }

    /// The numbers of what was inserted.
    func attempts(_ answer: PostgresAnswer, of attempts: [(AttemptStart, RunID)]) throws -> [AttemptID] {
        guard answer.rows.count == attempts.count else { throw try missing(in: attempts.map { ($0.0.item, $0.1) }) }
        return try answer.rows.map { AttemptID(rawValue: try $0.number(0)) }
    }

    /// Records the ends of attempts together with their items' new states.
    static func ending(of ends: [(AttemptEnd, RunID)], _ clock: ServerClock) -> PostgresStatement {
        let changes = ends.map(\.0.change)
        return PostgresStatement(
            """
            WITH x AS (
                SELECT * FROM unnest(
                    $1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[],
                    $8::bytea[], $9::text[], $10::text[], $11::text[], $12::bigint[]
                ) AS x(number, run, finished, outcome, status, code, detail, id, state, proof, reason, settled)
            ), ended AS (
                UPDATE attempt SET finished_us = x.finished, outcome = x.outcome, status = x.status, apple_code = x.code,
                detail = x.detail FROM x
                WHERE attempt.number = x.number AND attempt.run = x.run AND attempt.finished_us IS NULL
                RETURNING attempt.number, attempt.item
            ), changed AS (
                UPDATE item SET state = x.state, proof = x.proof, reason = x.reason, settled_us = x.settled
                FROM x JOIN ended ON ended.number = x.number WHERE item.number = ended.item AND item.id = x.id
                RETURNING 1
            )
            SELECT (SELECT count(*) FROM ended), (SELECT count(*) FROM changed)
            """,
            [
                PostgresArray(ends.map(\.0.attempt)), PostgresArray(ends.map(\.1)),
                PostgresArray(ends.map { clock.stored($0.0.finished) }),
                PostgresArray(ends.map(\.0.answer.outcome.rawValue)), PostgresArray(ends.map(\.0.answer.status)),
                PostgresArray(ends.map(\.0.answer.appleCode)), PostgresArray(ends.map(\.0.answer.detail)),
                PostgresArray(changes.map(\.?.item)),
                PostgresArray(changes.map(\.?.state.rawValue)),
                PostgresArray(changes.map(\.?.proof?.rawValue)), PostgresArray(changes.map(\.?.reason)),
                PostgresArray(
                    ends.map { end, _ in
                        end.change.flatMap { $0.state.isOpen ? nil : clock.stored(end.finished) }
                    }
                ),
            ]
        )
    }

    /// Makes sure that all ends were recorded, and notes the pauses that came with them.
    func check(_ answer: PostgresAnswer, of ends: [(AttemptEnd, RunID)]) throws {
        let changes = ends.compactMap(\.0.change)
        guard let row = answer.rows.first, try row.int(0) == ends.count else {
            throw WriteFault(.notOpen(ends[0].0.attempt, in: ends[0].1))
        }
        guard try row.int(1) == changes.count else { throw WriteFault(.unknownItem(changes[0].item)) }
        for (end, _) in ends {
            if let pause = end.pause { try setBudget(pause, by: end.attempt) }
        }
    }

    /// Gives items their new states by evidence other than an attempt's answer.
    func apply(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        if let deleted = changes.first(where: { $0.state == .deleted }) {
            throw WriteFault(.notSettledByDeletion(deleted.item))
        }
        // The last one of each item holds.
        var last: [ServiceID: ItemChange] = [:]
        for change in changes { last[change.item] = change }
        guard !last.isEmpty else { return }
        let changed = try perform(
            """
            UPDATE item SET state = x.state, proof = x.proof, reason = x.reason, settled_us = x.settled
            FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[], $6::bigint[]) AS x(id, state, proof, reason, settled)
            WHERE item.destination = $1 AND item.id = x.id
            """,
            [destination] + parameters(last.values.map { ($0, moment) })
        )
        guard changed == last.count else { throw try missing(in: changes.map { ($0.item, run) }) }
    }

    /// Ids, states, proofs, reasons and moments of changes.
    private func parameters(_ changes: [(change: ItemChange, at: Timestamp)]) -> [(any PostgresParameter)?] {
        [
            PostgresArray(changes.map(\.change.item)), PostgresArray(changes.map(\.change.state.rawValue)),
            PostgresArray(changes.map(\.change.proof?.rawValue)), PostgresArray(changes.map(\.change.reason)),
            PostgresArray(changes.map { $0.change.state.isOpen ? nil : stored($0.at) }),
        ]
    }

    /// Remembers a pause for the endpoint of an attempt; answers may be written in another order than they came.
    private func setBudget(_ pause: Pause, by attempt: AttemptID) throws {
        try perform(
            """
            INSERT INTO budget (destination, endpoint, paused_until_us, steady_until_us)
            SELECT destination, endpoint, $1, $2 FROM attempt WHERE number = $3
            ON CONFLICT (destination, endpoint) DO UPDATE SET
                paused_until_us = greatest(budget.paused_until_us, excluded.paused_until_us),
                steady_until_us = greatest(budget.steady_until_us, excluded.steady_until_us)
            """,
            [stored(pause.until), pause.steadyUntil.map(stored), attempt]
        )
    }

    func budget(_ endpoint: Endpoint, at destination: Destination, since: Timestamp) throws -> BudgetState {
        let place: [(any PostgresParameter)?] = [
            destination.app, destination.environment.rawValue, endpoint.rawValue,
        ]
        let state = try rows(
            "SELECT paused_until_us, steady_until_us FROM budget WHERE destination = \(Self.destination) AND endpoint = $3",
            place
        ).first.map { row in
            BudgetState(pausedUntil: try localIfAny(row, 0), steadyUntil: try localIfAny(row, 1))
        }
        var budget = state ?? BudgetState()
        budget.spent = try rows(
            """
            SELECT started_us, finished_us FROM attempt
            WHERE destination = \(Self.destination) AND endpoint = $3 AND started_us >= $4 ORDER BY started_us, number
            """,
            place + [stored(since)]
        ).map { row in SpentRequest(started: try local(row, 0), finished: try localIfAny(row, 1)) }
        return budget
    }

    /// The attempts at each item of a destination, oldest first.
    func attemptsOfItems(at destination: Destination) throws -> [ServiceID: [JournalAudit.Entry]] {
        let found = try rows(
            """
            SELECT item.id, attempt.endpoint, attempt.outcome FROM attempt JOIN item ON item.number = attempt.item
            WHERE item.destination = \(Self.destination) AND \(ItemRow.counted) ORDER BY attempt.number
            """,
            [destination.app, destination.environment.rawValue]
        )
        var attempts: [ServiceID: [JournalAudit.Entry]] = [:]
        for row in found {
            guard let endpoint = Endpoint(rawValue: try row.text(1)) else { continue }
            // A word that this version does not know is no definite answer.
            let outcome = row.textIfAny(2).map { Answer.Outcome(rawValue: $0) ?? .unknown }
            attempts[try row.id(0), default: []].append(JournalAudit.Entry(endpoint, outcome))
        }
        return attempts
    }

    /// Which of the two is unknown.
    private func missing(in pairs: [(item: ServiceID?, run: RunID)]) throws -> WriteFault {
        for (item, run) in pairs {
            let destination = try destination(of: run)
            guard let item else { continue }
            let known = try number("SELECT number FROM item WHERE destination = $1 AND id = $2", [destination, item])
            if known == nil { return WriteFault(.unknownItem(item)) }
        }
        return WriteFault(.unknownRun(pairs.first?.run ?? RunID(rawValue: 0)))
    }
}
