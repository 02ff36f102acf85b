import GlossportChecking
import GlossportImporting
import GlossportReading

/// The statements on runs, destinations and their sources.
extension PostgresTransaction {
    func insertRun(_ run: RunStart, on process: ProcessIdentity, _ lease: PostgresLease) throws -> RunID {
        let destination = try number(of: run.destination)
        if run.isExclusive, try !lease.take(destination, by: process, in: self) {
            throw WriteFault(try heldJournal(at: run.destination))
        }
        let number = try insertedNumber(
            """
            INSERT INTO run (destination, command, tool_version, host, pid, boot_id, started_us, holds)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING number
            """,
            [
                destination, run.command, run.toolVersion, process.host, process.pid, process.bootID,
                stored(run.started), run.isExclusive,
            ]
        )
        let id = RunID(rawValue: number)
        if run.isExclusive { try lease.hold(destination, by: id, in: self) }
        // A file that is given twice is still one file.
        try perform(
            """
            INSERT INTO source (run, path, sha256) SELECT $1, path, sha256 FROM unnest($2::text[], $3::bytea[]) AS x(path, sha256)
            ON CONFLICT DO NOTHING
            """,
            [id, PostgresArray(run.sources.map(\.path)), PostgresArray(run.sources.map(\.sha256))]
        )
        return id
    }

    func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) throws {
        let changed = try perform(
            "UPDATE run SET ended_us = $1, exit_code = $2 WHERE number = $3",
            [stored(moment), exitCode, run]
        )
        guard changed == 1 else { throw WriteFault(.unknownRun(run)) }
        // By way of the destination, for which there are indexes.
        let place = "(SELECT destination FROM run WHERE number = $1)"
        try perform("UPDATE item SET claimed_by = NULL WHERE destination = \(place) AND claimed_by = $1", [run])
        try perform("UPDATE destination SET holder = NULL WHERE number = \(place) AND holder = $1", [run])
    }

    /// Throws if another process has a destination.
    func requireNoHolder(at destination: Destination, _ lease: PostgresLease) throws {
        let isHeld = try rows(
            """
            SELECT 1 FROM destination WHERE app = $1 AND environment = $2 AND claim <> $3 AND lease_until >= clock_timestamp()
            """,
            [destination.app, destination.environment.rawValue, lease.claim]
        )
        if !isHeld.isEmpty { throw try heldJournal(at: destination) }
    }

    /// Says who has a destination.
    func heldJournal(at destination: Destination) throws -> GlossportError {
        let found = try rows(
            """
            SELECT claimed_by, run.command, run.started_us, ceil(extract(epoch FROM lease_until - clock_timestamp()))::bigint
            FROM destination LEFT JOIN run ON run.number = destination.holder WHERE app = $1 AND environment = $2
            """,
            [destination.app, destination.environment.rawValue]
        ).first
        let by = found?.textIfAny(0) ?? "another process"
        let command = (found?.textIfAny(1)).map { " (`\($0)`)" } ?? ""
        let left = try found?.intIfAny(3).map { max(1, $0) } ?? 1
        return GlossportError(
            .journalLocked,
            "The journal for \(destination) is held by \(by)\(command).",
            remedy: """
                Wait for it (\(.waitForLock)), or stop it. If it was killed, the destination is free in \(left) s.
                """
        )
    }

    /// The run that has a destination, if there is one; its process may be gone.
    func worker(at destination: Destination) throws -> Worker? {
        try rows(
            """
            SELECT run.command, run.host, run.pid, run.started_us, lease_until >= clock_timestamp()
            FROM destination JOIN run ON run.number = destination.holder WHERE app = $1 AND environment = $2
            """,
            [destination.app, destination.environment.rawValue]
        ).first.map { row in
            Worker(
                command: RunCommand(rawValue: try row.text(0)),
                host: try row.text(1),
                process: try row.int(2),
                since: try local(row, 3),
                isAlive: try row.bool(4)
            )
        }
    }

    func lastRun(of command: RunCommand, at destination: Destination) throws -> RunRecord? {
        try rows(
            """
            SELECT number, command, started_us, ended_us, exit_code, wanted FROM run
            WHERE destination = \(Self.destination) AND command = $3 ORDER BY number DESC LIMIT 1
            """,
            [destination.app, destination.environment.rawValue, command]
        ).first.map { row in
            RunRecord(
                id: RunID(rawValue: try row.number(0)),
                destination: destination,
                command: RunCommand(rawValue: try row.text(1)),
                started: try local(row, 2),
                ended: try localIfAny(row, 3),
                exitCode: try row.intIfAny(4),
                wanted: try row.int(5)
            )
        }
    }

    /// A destination's number, by its app (`$1`) and environment (`$2`).
    static let destination = "(SELECT number FROM destination WHERE app = $1 AND environment = $2)"

    /// The number of a destination, which is made if it is new.
    func number(of destination: Destination) throws -> Int64 {
        let values: [(any PostgresParameter)?] = [destination.app, destination.environment.rawValue]
        if let number = try existingNumber(of: destination) { return number }
        try perform("INSERT INTO destination (app, environment) VALUES ($1, $2) ON CONFLICT DO NOTHING", values)
        guard let number = try existingNumber(of: destination) else {
            throw PostgresFailure.refused(state: "02000", "no destination came back")
        }
        return number
    }

    func existingNumber(of destination: Destination) throws -> Int64? {
        try number("SELECT \(Self.destination)", [destination.app, destination.environment.rawValue])
    }

    /// The number of a run's destination.
    func destination(of run: RunID) throws -> Int64 {
        guard let number = try number("SELECT destination FROM run WHERE number = $1", [run]) else {
            throw WriteFault(.unknownRun(run))
        }
        return number
    }

    /// Every destination that the journal has met.
    func destinations() throws -> [Destination] {
        try rows("SELECT app, environment FROM destination ORDER BY number", []).map { row in
            Destination(app: try row.text(0), environment: try row.word(1))
        }
    }
}
