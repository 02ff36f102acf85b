private import Crypto
import GlossportReading

/// The schema, as a list of migrations, oldest first.
///
/// A released migration is never edited: a database stores the SHA-256 of its SQL, and glossport refuses a database
/// whose SHA-256 differs. A schema change is a new migration at the end.
enum PostgresSchema {
    struct Migration: Sendable {
        var name: String
        var sql: String
        var checksum: [UInt8] { Array(SHA256.hash(data: Array(sql.utf8))) }
    }

    static let migrations = [
        Migration(name: "0001-journal", sql: journal)
    ]

    /// The state of a database's migrations.
    enum SchemaStatus: Sendable, Equatable {
        case empty, current, newer
        case older(missing: [String])
        case foreign(migration: String)
    }

    static func status(in transaction: PostgresTransaction) throws -> SchemaStatus {
        let isThere = try transaction.rows("SELECT to_regclass('glossport.migration') IS NOT NULL", []).first?.bool(0)
        guard isThere == true else { return .empty }
        let applied = try transaction.rows("SELECT name, sha256 FROM migration ORDER BY name", [])
        guard applied.count <= migrations.count else { return .newer }
        for (known, row) in zip(migrations, applied) {
            guard try row.text(0) == known.name else { return .newer }
            guard try row.bytes(1) == known.checksum else { return .foreign(migration: known.name) }
        }
        let missing = migrations.dropFirst(applied.count).map(\.name)
        return missing.isEmpty ? .current : .older(missing: missing)
    }

    /// Brings a database up to date in one transaction, even if several processes try at once.
    ///
    /// - Returns: The names of the migrations that were missing.
    /// - Throws: ``GlossportError`` for a database of another build or a newer version.
    static func migrate(_ transaction: PostgresTransaction, _ name: String) throws -> [String] {
        try transaction.perform("SELECT pg_advisory_xact_lock(hashtext('glossport'))", [])
        var status = try status(in: transaction)
        if status == .empty {
            try transaction.perform("CREATE SCHEMA IF NOT EXISTS glossport", [])
            try transaction.perform(
                """
                CREATE TABLE migration (
                    name text PRIMARY KEY, sha256 bytea NOT NULL, applied timestamptz NOT NULL DEFAULT clock_timestamp()
                )
                """,
                []
            )
            status = .older(missing: migrations.map(\.name))
        }
        guard case .older(let missing) = status else {
            try require(status, name)
            return []
        }
        for migration in migrations where missing.contains(migration.name) {
            try transaction.perform(script: migration.sql)
            try transaction.perform(
                "INSERT INTO migration (name, sha256) VALUES ($1, $2)",
                [migration.name, migration.checksum]
            )
        }
        return missing
    }

    /// Returns the tables, views, triggers and rules in the journal's schema that no migration created.
    ///
    /// - Returns: One sentence without its final period for each.
    static func foreignObjects(_ transaction: PostgresTransaction) throws -> [String] {
        let made = migrations.flatMap {
            $0.sql.matches(of: /CREATE (?:TABLE|VIEW) (\w+)/).map { String($0.output.1) }
        }
        let rows = try transaction.rows(
            """
            SELECT 'the relation', relname FROM pg_class
            WHERE relnamespace = 'glossport'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
            UNION ALL SELECT 'the trigger', tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
            WHERE relnamespace = 'glossport'::regnamespace AND NOT tgisinternal
            UNION ALL SELECT 'the rule', rulename FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
            WHERE relnamespace = 'glossport'::regnamespace AND rulename <> '_RETURN'
            ORDER BY 1, 2
            """,
            []
        )
        return try rows.filter { try !(made + ["migration"]).contains($0.text(1)) }
            .map { "glossport did not make \(try $0.text(0)) “\(try $0.text(1))”" }
    }

    /// Throws a ``GlossportError`` unless the database is up to date; normal commands never change it.
    static func require(_ status: SchemaStatus, _ name: String) throws {
        switch status {
        case .current: return
        case .empty:
            throw GlossportError(
                .journal,
                "The database \(name) contains no journal yet.",
                remedy: "Run `glossport journal create` once, with a role that may create schemas there."
            )
        case .older(let missing):
            throw GlossportError(
                .journal,
                "The journal \(name) is older than this glossport: \(missing.joined(separator: ", ")) is missing.",
                remedy: "Run `glossport journal create` once, with the role that created it."
            )
        case .newer:
            throw GlossportError(
                .journal,
                "The journal \(name) was made by a newer glossport, which has more than \(migrations.count) migrations.",
                remedy: "Update glossport."
            )
        case .foreign(let migration):
            throw GlossportError(
                .journal,
                "The journal \(name) was created by another build of glossport: its migration \(migration) differs from ours.",
                remedy: "Use the glossport that created it, or name another journal with --journal PATH."
            )
        }
    }

    private static let journal = """
        -- Columns that end in _us are microseconds since 1970 (UTC) by the server's clock, rounded up: no pause ends early.

        -- One app in one environment, and which process has it: nobody else takes it before lease_until.
        CREATE TABLE destination (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            app text NOT NULL,
            environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
            claim text,
            claimed_by text,
            lease_until timestamptz,
            UNIQUE (app, environment),
            CHECK ((claim IS NULL) = (lease_until IS NULL))
        ) WITH (fillfactor = 70);

        -- All that happened, in the order of its numbers; never changed, and removed only by prune.
        CREATE TABLE event (
            destination bigint NOT NULL REFERENCES destination (number),
            number bigint NOT NULL CHECK (number > 0),
            -- The key of the process that wrote it: after a failover that lost commits, numbers alone do not tell histories apart.
            writer uuid NOT NULL,
            run bigint NOT NULL,
            at_us bigint NOT NULL,
            kind text NOT NULL,
            item bytea CHECK (length(item) = 16),
            attempt bigint,
            endpoint text,
            outcome text,
            status bigint,
            code bigint,
            state text,
            proof text,
            reason text,
            paused_until_us bigint,
            steady_until_us bigint,
            product text,
            locale text,
            text text,
            PRIMARY KEY (destination, number)
        );
        CREATE INDEX event_run ON event (destination, number) WHERE kind = 'run-began';

        CREATE VIEW run AS
            SELECT app, environment, began.number, began.text::jsonb ->> 'command' AS command,
                began.text::jsonb ->> 'version' AS tool_version, began.text::jsonb -> 'process' ->> 'host' AS host,
                (began.text::jsonb -> 'process' ->> 'pid')::bigint AS pid, began.at_us AS started_us,
                ended.at_us AS ended_us, ended.status AS exit_code,
                (SELECT sum(code)::bigint FROM event AS e WHERE e.destination = began.destination AND e.run = began.number
                 AND e.kind = 'run-wanted') AS wanted
            FROM event AS began JOIN destination ON destination.number = began.destination
            LEFT JOIN (SELECT DISTINCT ON (destination, run) destination, run, at_us, status FROM event
                WHERE kind = 'run-ended' ORDER BY destination, run, number DESC) AS ended
                ON ended.destination = began.destination AND ended.run = began.number
            WHERE began.kind = 'run-began';

        CREATE VIEW attempt AS
            SELECT app, environment, began.number, began.run, began.endpoint, encode(began.item, 'hex')::uuid AS item,
                began.at_us AS started_us, ended.at_us AS finished_us, ended.outcome, ended.status,
                ended.code AS apple_code, ended.text AS detail
            FROM event AS began JOIN destination ON destination.number = began.destination
            LEFT JOIN event AS ended ON ended.destination = began.destination AND ended.attempt = began.number
            WHERE began.kind = 'attempt-began';

        CREATE VIEW item AS
            SELECT app, environment, encode(item, 'hex')::uuid AS id, wanted.text::jsonb ->> 'kind' AS kind,
                wanted.text::jsonb ->> 'message' AS message, wanted.text::jsonb ->> 'locale' AS locale,
                now.state, now.proof, now.reason, wanted.text::jsonb ->> 'origin' AS origin, wanted.text AS content,
                now.at_us AS changed_us
            FROM (SELECT DISTINCT ON (destination, item) destination, item, text FROM event WHERE kind = 'wanted'
                ORDER BY destination, item, number DESC) AS wanted
            JOIN (SELECT DISTINCT ON (destination, item) destination, item, state, proof, reason, at_us FROM event
                WHERE state IS NOT NULL AND item IS NOT NULL ORDER BY destination, item, number DESC) AS now
                USING (destination, item)
            JOIN destination AS d ON d.number = destination;

        CREATE VIEW default_now AS
            SELECT app, environment, product, locale, encode(item, 'hex')::uuid AS item, kind, outcome, at_us
            FROM (SELECT DISTINCT ON (destination, product, locale) * FROM event WHERE kind IN ('default-set', 'default-seen')
                ORDER BY destination, product, locale, number DESC) AS newest
            JOIN destination AS d ON d.number = newest.destination
        """
}
