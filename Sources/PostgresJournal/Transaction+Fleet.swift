import GlossportChecking
import GlossportImporting

/// The statements on what a fleet is to do.
extension PostgresTransaction {
    /// The server's time as this machine sees it.
    func fleetNow() throws -> Timestamp { clock.local(try serverNow().microsecondsUp) }

    /// The server's own time.
    func serverNow() throws -> Timestamp {
        Timestamp(microseconds: try number("SELECT \(Self.microseconds("clock_timestamp()"))", []) ?? 0)
    }

    /// Microseconds since 1970; those that never were or will be stay out of reach of arithmetic.
    private static func microseconds(_ moment: String) -> String {
        """
        CASE WHEN \(moment) = '-infinity' THEN -9223372036854775 WHEN isfinite(\(moment)) THEN \
        (extract(epoch FROM \(moment)) * 1000000)::bigint END
        """
    }

    /// Of what others have written, in a statement about all apps: neither a cast nor a sum of one app may fail for the others.
    private static func sum(_ column: String) -> String {
        "CASE WHEN sum(\(column)) IS NOT NULL THEN least(greatest(sum(\(column)), 0), 9223372036854775807)::bigint END"
    }

    private static let interval = "\(FleetTurn.length.nanoseconds / 1_000_000) ms"

    /// Before everything else, and with nothing held against it; the turn that is under way counts no longer.
    static let makeDue = "wake_at = '-infinity', failures = 0, note = NULL, turn = project.turn + 1"

    private func columns(_ destinations: some Collection<Destination>) -> [(any PostgresParameter)?] {
        [PostgresArray(destinations.map(\.app)), PostgresArray(destinations.map(\.environment.rawValue))]
    }

    func submit(_ digests: [Destination: InputDigest], by person: String) throws {
        // In one order everywhere, so that two who submit the same don't wait for each other.
        let all = digests.sorted {
            ($0.key.app, $0.key.environment.rawValue) < ($1.key.app, $1.key.environment.rawValue)
        }
        let places = columns(all.map(\.key))
        try perform(
            """
            INSERT INTO destination (app, environment) SELECT app, environment FROM unnest($1::text[], $2::text[]) AS x(app, environment)
            ON CONFLICT DO NOTHING
            """,
            places
        )
        try perform(
            """
            INSERT INTO project (destination, revision, digest, submitted_by, submitted, wake_at)
            SELECT destination.number, 1, x.digest, $4, clock_timestamp(), '-infinity'
            FROM unnest($1::text[], $2::text[], $3::bytea[]) WITH ORDINALITY AS x(app, environment, digest, place)
            JOIN destination ON destination.app = x.app AND destination.environment = x.environment ORDER BY x.place
            ON CONFLICT (destination) DO UPDATE SET revision = project.revision + 1, digest = excluded.digest,
            submitted_by = excluded.submitted_by, submitted = excluded.submitted, \(Self.makeDue)
            WHERE project.digest IS DISTINCT FROM excluded.digest
            """,
            places + [PostgresArray(all.map(\.value.bytes)), person]
        )
    }

    func fleetProjects() throws -> [FleetProject] {
        try rows(
            """
            SELECT d.app, d.environment, p.revision, p.digest, p.submitted_by, \(Self.microseconds("p.submitted")),
            \(Self.microseconds("p.wake_at")), p.paused_by, p.failures, p.last_exit, p.last_run, p.note,
            r.text, r.at_us, w.wanted, w.there, i.done, i.unknown, a.requests
            FROM project p JOIN destination d ON d.number = p.destination
            LEFT JOIN LATERAL (
                SELECT text, at_us FROM event WHERE destination = d.number AND kind = 'run-began'
                AND text LIKE '%"isExclusive":true%' ORDER BY number DESC LIMIT 1
            ) AS r ON d.lease_until >= clock_timestamp()
            LEFT JOIN LATERAL (
                SELECT number FROM event WHERE destination = d.number AND kind = 'run-began'
                AND text LIKE '%"command":"import"%' ORDER BY number DESC LIMIT 1
            ) AS l ON true
            LEFT JOIN LATERAL (
                SELECT \(Self.sum("code")) AS wanted, \(Self.sum("status")) AS there FROM event
                WHERE destination = d.number AND number > l.number AND run = l.number AND kind = 'run-wanted'
            ) AS w ON true
            LEFT JOIN LATERAL (
                SELECT count(*) FILTER (WHERE state = 'uploaded') AS done,
                count(*) FILTER (WHERE state IN ('sending', 'unknown')) AS unknown FROM (
                    SELECT DISTINCT ON (item) state FROM event WHERE destination = d.number AND number > l.number
                    AND run = l.number AND state IS NOT NULL ORDER BY item, number DESC
                ) AS touched
            ) AS i ON true
            LEFT JOIN LATERAL (
                SELECT count(*) AS requests FROM event WHERE destination = d.number AND kind = 'attempt-began'
                AND at_us >= \(Self.microseconds("clock_timestamp()")) - 3600000000
            ) AS a ON true
            WHERE p.digest IS NOT NULL ORDER BY d.app COLLATE "C", d.environment
            """,
            []
        ).map { try project($0) }
    }

    func revisions() throws -> [Destination: FleetRevision] {
        let all = try rows(
            """
            SELECT d.app, d.environment, p.revision, p.digest, p.submitted_by, \(Self.microseconds("p.submitted"))
            FROM project p JOIN destination d ON d.number = p.destination WHERE p.digest IS NOT NULL
            """,
            []
        ).map { (Destination(app: try $0.text(0), environment: try $0.word(1)), try revision($0)) }
        return Dictionary(all) { first, _ in first }
    }

    private func revision(_ row: PostgresRow) throws -> FleetRevision {
        FleetRevision(
            number: try row.number(2),
            digest: InputDigest(bytes: try row.bytes(3)),
            submittedBy: row.textIfAny(4) ?? "",
            submitted: try local(row, 5)
        )
    }

    private func project(_ row: PostgresRow) throws -> FleetProject {
        let destination = Destination(app: try row.text(0), environment: try row.word(1))
        var project = FleetProject(destination, try revision(row), wake: try localIfAny(row, 6))
        project.pausedBy = row.textIfAny(7)
        project.failures = try row.int(8)
        project.lastExit = try row.numberIfAny(9).map { Int32(clamping: $0) }
        project.lastRun = try row.numberIfAny(10)
        project.note = row.textIfAny(11)
        if let text = row.textIfAny(12) {
            project.holder = Worker(beganBy: text, since: try local(row, 13), isAlive: true)
        }
        if let wanted = try row.intIfAny(14) {
            project.progress = FleetProject.Progress(
                wanted: wanted,
                done: (try row.intIfAny(15) ?? 0).clampedSum(try row.int(16)),
                unknown: try row.int(17),
                requests: try row.int(18)
            )
        }
        return project
    }

    // MARK: Turns

    /// The condition for projects `p` and their destinations `d`: due, not paused, and not held.
    private static let isDue = """
        p.wake_at <= clock_timestamp() AND p.paused_by IS NULL AND (d.lease_until IS NULL OR d.lease_until < clock_timestamp())
        """
    /// Those first that have been due for longest.
    private static let dueOrder = "p.wake_at, d.app COLLATE \"C\", d.environment"

    /// The submitted digests of the due projects, those first that have been due for longest.
    func due(atMost limit: Int) throws -> [Destination: InputDigest] {
        let all = try rows(
            """
            SELECT d.app, d.environment, p.digest FROM project p JOIN destination d ON d.number = p.destination
            WHERE \(Self.isDue) AND p.digest IS NOT NULL ORDER BY \(Self.dueOrder) LIMIT $1
            """,
            [limit]
        ).map {
            (Destination(app: try $0.text(0), environment: try $0.word(1)), InputDigest(bytes: try $0.bytes(2)))
        }
        return Dictionary(all) { first, _ in first }
    }

    func takeDue(of offers: [Destination: InputDigest]) throws -> FleetTurn? {
        let all = Array(offers)
        return try rows(
            """
            WITH next AS (
                SELECT p.destination, d.app, d.environment FROM project p JOIN destination d ON d.number = p.destination
                JOIN unnest($1::text[], $2::text[], $3::bytea[]) AS o(app, environment, digest)
                ON o.app = d.app AND o.environment = d.environment AND o.digest = p.digest
                WHERE \(Self.isDue) ORDER BY \(Self.dueOrder) LIMIT 1 FOR UPDATE OF p SKIP LOCKED
            )
            UPDATE project SET wake_at = clock_timestamp() + $4::interval, turn = turn + 1 FROM next
            WHERE project.destination = next.destination
            RETURNING next.app, next.environment, revision, failures, last_exit, turn
            """,
            columns(all.map(\.key)) + [PostgresArray(all.map(\.value.bytes)), Self.interval]
        ).first.map { row in
            FleetTurn(
                destination: Destination(app: try row.text(0), environment: try row.word(1)),
                revision: try row.number(2),
                failures: try row.int(3),
                lastExit: try row.numberIfAny(4).map { Int32(clamping: $0) },
                number: try row.number(5)
            )
        }
    }

    /// The project of a turn that counts: `$1` to `$3`.
    private static let counted = "destination = \(destination) AND turn = $3"

    private func identity(_ turn: FleetTurn) -> [(any PostgresParameter)?] {
        [turn.destination.app, turn.destination.environment.rawValue, turn.number]
    }

    func keep(_ turn: FleetTurn) throws -> Bool {
        try perform(
            "UPDATE project SET wake_at = clock_timestamp() + $4::interval WHERE \(Self.counted)",
            identity(turn) + [Self.interval]
        ) == 1
    }

    func note(_ outcome: TurnOutcome, of turn: FleetTurn) throws -> Bool {
        let (wake, value) = wake(outcome.wake)
        return try perform(
            """
            UPDATE project SET wake_at = \(wake), failures = $5, last_exit = $6, last_run = coalesce($7::bigint, last_run),
            note = $8, turn = turn + 1 WHERE \(Self.counted)
            """,
            identity(turn) + [value, outcome.failures, outcome.exit, outcome.run, outcome.note]
        ) == 1
    }

    /// When a project is due, as an expression of `$4`.
    private func wake(_ wake: FleetWake) -> (expression: String, value: (any PostgresParameter)?) {
        switch wake {
        case .after(let duration):
            ("clock_timestamp() + $4::bigint * interval '1 microsecond'", duration.nanoseconds / 1_000)
        case .at(let moment): ("'epoch'::timestamptz + $4::bigint * interval '1 microsecond'", stored(moment))
        // A second later, for the one that holds it may be dead.
        case .whenFree:
            (
                """
                coalesce((SELECT lease_until FROM destination WHERE number = project.destination), clock_timestamp())
                + coalesce($4::bigint, 1) * interval '1 second'
                """, nil
            )
        // Each of them has to use it, for its type is asked for.
        case .never: ("CASE WHEN $4::bigint IS NULL THEN NULL ELSE clock_timestamp() END", nil)
        }
    }

    // MARK: People

    /// Changes projects.
    ///
    /// - Parameters:
    ///   - destinations: Which ones, `$1` and `$2`.
    ///   - assignments: The assignments.
    ///   - values: The values of `$3` and so on.
    /// - Returns: Those of them that there are.
    /// - Throws: ``PostgresFailure``.
    func change(
        _ destinations: [Destination],
        _ assignments: String,
        _ values: [(any PostgresParameter)?] = []
    ) throws -> [Destination] {
        let changed = try rows(
            """
            UPDATE project SET \(assignments) FROM destination d
            JOIN unnest($1::text[], $2::text[]) AS x(app, environment) ON x.app = d.app AND x.environment = d.environment
            WHERE project.destination = d.number RETURNING d.app, d.environment
            """,
            columns(destinations) + values
        )
        let found = Set(
            try changed.map { Destination(app: try $0.text(0), environment: try $0.word(1)) }
        )
        return destinations.filter(found.contains)
    }

    // MARK: Workers

    func register(_ worker: FleetWorker) throws -> FleetWorkerID {
        // Remove workers that were killed and never deregistered.
        try perform("DELETE FROM worker WHERE seen < clock_timestamp() - interval '1 day'", [])
        let number = try insertedNumber(
            "INSERT INTO worker (host, pid, version, slots) VALUES ($1, $2, $3, $4) RETURNING number",
            [worker.host, worker.process, worker.version, worker.slots]
        )
        return FleetWorkerID(rawValue: number)
    }

    func beat(_ worker: FleetWorkerID, busy: Int, strangers: [Destination]) throws {
        try perform(
            """
            UPDATE worker SET seen = clock_timestamp(), busy = $4, strangers = ARRAY(
                SELECT d.number FROM destination d JOIN unnest($1::text[], $2::text[]) AS x(app, environment)
                ON x.app = d.app AND x.environment = d.environment ORDER BY d.app COLLATE "C", d.environment
            ) WHERE number = $3
            """,
            columns(strangers) + [worker.rawValue, busy]
        )
    }

    func workers() throws -> [FleetWorker] {
        let known = try rows("SELECT number, app, environment FROM destination", [])
        let destinations = try Dictionary(
            known.map { (try $0.number(0), Destination(app: try $0.text(1), environment: try $0.word(2))) }
        ) { first, _ in first }
        return try rows(
            """
            SELECT host, pid, version, slots, busy, \(Self.microseconds("started")), \(Self.microseconds("seen")),
            array_to_string(strangers, ' ') FROM worker ORDER BY number
            """,
            []
        ).map { row in
            var worker = FleetWorker(
                host: try row.text(0),
                process: try row.int(1),
                version: try row.text(2),
                slots: try row.int(3),
                started: try local(row, 5),
                seen: try local(row, 6)
            )
            worker.busy = try row.int(4)
            worker.strangers = try row.text(7).split(separator: " ").compactMap { Int64($0) }
                .compactMap { destinations[$0] }
            return worker
        }
    }
}
