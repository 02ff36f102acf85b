import GlossportChecking
package import GlossportImporting
import GlossportReading

/// What looks after a journal in PostgreSQL; its pages and references are for the server to look after.
extension PostgresJournal {
    package func check() async throws -> JournalCheck {
        var check = JournalCheck()
        check.alterations = try await commits.read { try PostgresSchema.foreignObjects($0) }
        let destinations = try await commits.read { try $0.destinations() }
        check.attempts = try await commits.read { Int(try $0.number("SELECT count(*) FROM attempt", []) ?? 0) }
        for destination in destinations {
            let (records, damage) = try await commits.read { transaction -> ([ItemRecord], String?) in
                do {
                    return (try transaction.allRecords(at: destination), nil)
                } catch let error as GlossportError {
                    // A row that can't be read is damage; a lost connection is none.
                    return ([], error.message)
                }
            }
            if let damage {
                check.damage.append(damage)
                continue
            }
            check.items += records.count
            let attempts = try await commits.read { try $0.attemptsOfItems(at: destination) }
            check.contradictions += JournalAudit.contradictions(in: records, attempts, at: destination)
        }
        return check
    }

    package func prune(before moment: Timestamp) async throws -> (attempts: Int, runs: Int) {
        try await commits.write(in: nil) { transaction in
            let before = transaction.stored(moment)
            // The trigger lets this transaction delete attempts, and no other.
            try transaction.perform("SET LOCAL glossport.prunes = 'yes'", [])
            let attempts = try transaction.perform(
                """
                DELETE FROM attempt WHERE started_us < $1 AND (
                    item IS NULL OR finished_us IS NOT NULL AND outcome <> 'accepted' AND EXISTS (
                        SELECT * FROM item WHERE number = attempt.item AND state = 'uploaded' AND proof = 'response'
                    )
                )
                """,
                [before]
            )
            try transaction.perform("SET LOCAL glossport.prunes = ''", [])
            let old = """
                SELECT number FROM run WHERE started_us < $1 AND ended_us IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM attempt WHERE run = run.number)
                AND NOT EXISTS (SELECT 1 FROM item WHERE wanted_by = run.number OR first_seen_by = run.number)
                AND NOT EXISTS (SELECT 1 FROM desired_default WHERE wanted_by = run.number)
                \(Self.referring.map { "AND NOT EXISTS (SELECT 1 FROM \($0) WHERE \($0).run = run.number)" }.joined(separator: "\n"))
                AND NOT EXISTS (SELECT 1 FROM destination WHERE holder = run.number)
                AND number NOT IN (SELECT max(number) FROM run GROUP BY destination, command)
                """
            try transaction.perform("DELETE FROM source WHERE run IN (\(old))", [before])
            let runs = try transaction.perform("DELETE FROM run WHERE number IN (\(old))", [before])
            try transaction.perform("DELETE FROM writer WHERE seen < clock_timestamp() - interval '30 days'", [])
            return (attempts, runs)
        }
    }

    private static let referring = [
        "default_change", "default_seen", "default_attempt", "forgotten", "deletion", "missing", "approval",
    ]

    package func export(_ kind: JournalTable.Kind, _ body: (JournalTable) throws -> Void) async throws {
        var last: Int64 = 0
        while true {
            let after = last
            let rows = try await commits.read { try $0.rows(Self.statement(for: kind), [after, 1_000]) }
            let table = JournalTable(
                columns: Self.columns(of: kind).map(\.name),
                rows: try rows.map { try Self.cells($0, kind) }
            )
            if after == 0 || !rows.isEmpty { try body(table) }
            guard let newest = try rows.last?.number(0) else { return }
            last = newest
        }
    }

    private static func cells(_ row: PostgresRow, _ kind: JournalTable.Kind) throws -> [JournalTable.Cell] {
        try columns(of: kind).enumerated().map { index, column in
            guard let text = row.textIfAny(index + 1) else { return .none }
            return column.isNumber ? .number(try row.number(index + 1)) : .text(text)
        }
    }

    private static func columns(of kind: JournalTable.Kind) -> [(name: String, isNumber: Bool)] {
        let names =
            switch kind {
            case .items:
                "app environment id kind message locale state proof reason origin content path #line #column #attempts settled"
            case .attempts:
                "#attempt app environment #run endpoint item started finished outcome #status #appleCode detail"
            case .approvals: "app environment locale deed by note #messages digest at #run"
            }
        return names.split(separator: " ").map { name in
            (String(name.drop { $0 == "#" }), name.hasPrefix("#"))
        }
    }

    private static func statement(for kind: JournalTable.Kind) -> String {
        switch kind {
        case .items:
            """
            SELECT item.number, app, environment, \(id("id")), kind, message, locale, state, proof, reason, origin, content,
            source_path, source_line, source_column, (SELECT count(*) FROM attempt WHERE attempt.item = item.number),
            \(time("settled_us"))
            FROM item JOIN destination ON destination.number = item.destination
            WHERE item.number > $1 ORDER BY item.number LIMIT $2
            """
        case .attempts:
            """
            SELECT attempt.number, attempt.number, app, environment, attempt.run, endpoint, \(id("item.id")),
            \(time("started_us")), \(time("finished_us")), outcome, status, apple_code, detail
            FROM attempt JOIN destination ON destination.number = attempt.destination
            LEFT JOIN item ON item.number = attempt.item
            WHERE attempt.number > $1 ORDER BY attempt.number LIMIT $2
            """
        case .approvals:
            """
            SELECT approval.number, app, environment, locale, CASE WHEN digest IS NULL THEN 'withdrawn' ELSE 'approved' END,
            person, note, messages, encode(digest, 'hex'), \(time("at_us")), run
            FROM approval JOIN destination ON destination.number = approval.destination
            WHERE approval.number > $1 ORDER BY approval.number LIMIT $2
            """
        }
    }

    /// 16 bytes as people know them.
    private static func id(_ column: String) -> String { "encode(\(column), 'hex')::uuid::text" }

    /// Microseconds as RFC 3339 in UTC.
    private static func time(_ column: String) -> String {
        """
        to_char(to_timestamp(\(column) / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
        || '.' || lpad((\(column) % 1000000)::text, 6, '0') || 'Z'
        """
    }
}
