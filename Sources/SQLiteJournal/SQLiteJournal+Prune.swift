private import GRDB
package import GlossportImporting
import GlossportReading

extension SQLiteJournal {
    package func prune(before moment: Timestamp) async throws -> (attempts: Int, runs: Int) {
        try await commits.write { [path] db in
            // What came before in this transaction is ours.
            try SealLog.seal(db)
            // The chain starts anew below; what somebody has changed must not be sealed with the rest.
            try Self.verify(db, path: path)
            // Attempts are append-only for everybody else; the trigger is away only inside this transaction.
            let trigger = "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'attempt_is_never_deleted'"
            guard let sql = try String.fetchOne(db, sql: trigger) else {
                throw GlossportError.unexpected("the trigger attempt_is_never_deleted is missing", in: "the journal")
            }
            try db.execute(sql: "DROP TRIGGER attempt_is_never_deleted")
            try db.execute(
                sql: """
                    DELETE FROM attempt WHERE started_us < ? AND (
                        item IS NULL OR finished_us IS NOT NULL AND outcome <> 'accepted' AND EXISTS (
                            SELECT * FROM item
                            WHERE number = attempt.item AND state = 'uploaded' AND proof = 'response'
                        )
                    )
                    """,
                arguments: [moment.microsecondsUp]
            )
            let attempts = db.changesCount
            try db.execute(sql: sql)
            let old = """
                SELECT number FROM run WHERE started_us < ? AND ended_us IS NOT NULL
                AND number NOT IN (SELECT run FROM attempt)
                AND number NOT IN (SELECT wanted_by FROM item) AND number NOT IN (SELECT first_seen_by FROM item)
                AND number NOT IN (SELECT wanted_by FROM desired_default)
                AND number NOT IN (SELECT run FROM default_change) AND number NOT IN (SELECT run FROM default_seen)
                AND number NOT IN (SELECT run FROM default_attempt) AND number NOT IN (SELECT run FROM forgotten)
                AND number NOT IN (SELECT run FROM deletion) AND number NOT IN (SELECT run FROM holder)
                AND number NOT IN (SELECT run FROM missing) AND number NOT IN (SELECT run FROM approval)
                AND number NOT IN (SELECT max(number) FROM run GROUP BY destination, command)
                """
            try db.execute(
                sql: "DELETE FROM source WHERE run IN (\(old))",
                arguments: [moment.microsecondsUp]
            )
            try db.execute(sql: "DELETE FROM run WHERE number IN (\(old))", arguments: [moment.microsecondsUp])
            let runs = db.changesCount
            try db.execute(sql: "DELETE FROM temp.touched")
            try SealLog.restart(db)
            return (attempts, runs)
        }
    }
}
