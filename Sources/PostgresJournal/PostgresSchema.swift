private import Crypto
import GlossportChecking
import GlossportReading

/// The schema, as the migrations that make it, oldest first; it means what that of the journal on a disk means, word for word.
///
/// A migration that has been released is never edited: databases remember the SHA-256 of its SQL and refuse a glossport that tells another
/// story. A change of the schema is a new migration at the end.
enum PostgresSchema {
    struct Migration: Sendable {
        var name: String
        var sql: String
        var checksum: [UInt8] { Array(SHA256.hash(data: Array(sql.utf8))) }
    }

    static let migrations = [
        Migration(name: "0001-journal", sql: journal), Migration(name: "0002-fleet", sql: fleet),
    ]

    /// How far a database is.
    enum Standing: Sendable, Equatable {
        case empty, current, newer, unfinishedCopy
        case older(missing: [String])
        case foreign(migration: String)
    }

    /// - Returns: How far a database is; comparing costs one statement.
    static func standing(_ transaction: PostgresTransaction) throws -> Standing {
        let isThere = try transaction.rows("SELECT to_regclass('glossport.migration') IS NOT NULL", []).first?.bool(0)
        guard isThere == true else { return .empty }
        let applied = try transaction.rows("SELECT name, sha256 FROM migration ORDER BY name", [])
        guard try !applied.contains(where: { try $0.text(0) == unfinishedCopy }) else { return .unfinishedCopy }
        guard applied.count <= migrations.count else { return .newer }
        for (known, row) in zip(migrations, applied) {
            guard try row.text(0) == known.name else { return .newer }
            guard try row.bytes(1) == known.checksum else { return .foreign(migration: known.name) }
        }
        let missing = migrations.dropFirst(applied.count).map(\.name)
        return missing.isEmpty ? .current : .older(missing: missing)
    }

    /// The name of a migration that no glossport knows: with it, a copy that is not finished is refused by all of them.
    private static let unfinishedCopy = "unfinished-copy"

    /// Marks the journal as a copy that is not finished, or takes the mark away.
    static func setUnfinished(_ isUnfinished: Bool, _ transaction: PostgresTransaction) throws {
        let sql =
            isUnfinished
            ? "INSERT INTO migration (name, sha256) VALUES ($1, '')" : "DELETE FROM migration WHERE name = $1"
        try transaction.perform(sql, [unfinishedCopy])
    }

    /// Brings a database up to date; one migration at a time, whoever else tries.
    ///
    /// - Returns: The names of the migrations that were missing.
    /// - Throws: ``GlossportError`` for a database that others have made or a newer glossport has.
    static func migrate(_ transaction: PostgresTransaction, _ name: String) throws -> [String] {
        try transaction.perform("SELECT pg_advisory_xact_lock(hashtext('glossport'))", [])
        var standing = try standing(transaction)
        if standing == .empty {
            try transaction.perform("CREATE SCHEMA IF NOT EXISTS glossport", [])
            try transaction.perform(
                """
                CREATE TABLE migration (
                    name text PRIMARY KEY, sha256 bytea NOT NULL, applied timestamptz NOT NULL DEFAULT clock_timestamp()
                )
                """,
                []
            )
            standing = .older(missing: migrations.map(\.name))
        }
        guard case .older(let missing) = standing else {
            try require(standing, name)
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

    /// The tables, views, triggers and rules in the journal's schema that its migrations did not make.
    ///
    /// - Returns: A sentence without a full stop for each.
    static func foreignObjects(_ transaction: PostgresTransaction) throws -> [String] {
        let made = migrations.flatMap {
            $0.sql.matches(of: /CREATE (?:TABLE|TRIGGER) (\w+)/).map { String($0.output.1) }
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

    /// - Throws: ``GlossportError`` unless the database is up to date: whoever works never changes it.
    static func require(_ standing: Standing, _ name: String) throws {
        switch standing {
        case .current: return
        case .empty:
            throw GlossportError(
                .journal,
                "The database \(name) holds no journal yet.",
                remedy: "Run \(.migratingJournal) once, with a role that may make schemas there."
            )
        case .older(let missing):
            throw GlossportError(
                .journal,
                "The journal \(name) is older than this glossport: \(missing.joined(separator: ", ")) is missing.",
                remedy: "Run \(.migratingJournal) once, with the role that has made it."
            )
        case .unfinishedCopy:
            throw GlossportError(
                .journal,
                "The journal \(name) is a copy that was not finished.",
                remedy: "Drop the schema glossport there, run \(.migratingJournal), and copy the original again."
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
                "The journal \(name) was made by another build of glossport: its migration \(migration) differs from ours.",
                remedy: "Use the glossport that made it, or name another journal with \(.journalPath)."
            )
        }
    }

    private static let journal = """
        -- Columns that end in _us are microseconds since 1970 (UTC) by the server's clock, rounded up: no pause ends early.

        -- One app in one environment, and who works there: claim names a process, holder its run, which is the fencing token of all
        -- that it writes. Nobody else may take it before lease_until.
        CREATE TABLE destination (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            app text NOT NULL,
            environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
            claim text,
            claimed_by text,
            holder bigint,
            lease_until timestamptz,
            UNIQUE (app, environment),
            CHECK ((claim IS NULL) = (lease_until IS NULL)),
            CHECK (holder IS NULL OR claim IS NOT NULL)
        ) WITH (fillfactor = 70);

        -- One execution of a command. A run without an end is running or was killed. holds: it began with its destination in hand, and
        -- writes only while it has it.
        CREATE TABLE run (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            destination bigint NOT NULL REFERENCES destination (number),
            command text NOT NULL,
            tool_version text NOT NULL,
            host text NOT NULL,
            pid bigint NOT NULL,
            boot_id text,
            started_us bigint NOT NULL,
            ended_us bigint,
            exit_code bigint,
            wanted bigint NOT NULL DEFAULT 0,
            holds boolean NOT NULL DEFAULT false,
            CHECK ((ended_us IS NULL) = (exit_code IS NULL))
        );
        CREATE INDEX run_newest ON run (destination, number);
        ALTER TABLE destination ADD FOREIGN KEY (holder) REFERENCES run (number);

        CREATE TABLE source (
            run bigint NOT NULL REFERENCES run (number),
            path text NOT NULL,
            sha256 bytea NOT NULL CHECK (length(sha256) = 32),
            PRIMARY KEY (run, path)
        );

        CREATE TABLE item (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            destination bigint NOT NULL REFERENCES destination (number),
            id bytea NOT NULL CHECK (length(id) = 16),
            kind text NOT NULL CHECK (kind IN ('message', 'image', 'default')),
            message text NOT NULL,
            locale text NOT NULL,
            digest bytea NOT NULL CHECK (length(digest) = 32),
            -- JSON, as text: equal bytes are equal contents.
            content text NOT NULL,
            origin text NOT NULL CHECK (origin IN ('derived', 'fixed')),
            state text NOT NULL CHECK (state IN ('planned', 'sending', 'unknown', 'uploaded', 'refused', 'conflict')),
            proof text CHECK (proof IN ('response', 'confirmed', 'adopted', 'listed')),
            reason text,
            source_path text,
            source_line bigint,
            source_column bigint,
            wanted_by bigint NOT NULL REFERENCES run (number),
            position bigint NOT NULL,
            claimed_by bigint REFERENCES run (number),
            first_seen_by bigint NOT NULL REFERENCES run (number),
            settled_us bigint,
            UNIQUE (destination, id),
            CHECK ((settled_us IS NULL) = (state IN ('planned', 'sending', 'unknown')))
        ) WITH (fillfactor = 80);
        CREATE INDEX item_queue ON item (wanted_by, position) WHERE claimed_by IS NULL AND settled_us IS NULL;

        CREATE TABLE attempt (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            destination bigint NOT NULL REFERENCES destination (number),
            endpoint text NOT NULL,
            item bigint REFERENCES item (number),
            run bigint NOT NULL REFERENCES run (number),
            started_us bigint NOT NULL,
            finished_us bigint,
            outcome text,
            status bigint,
            apple_code bigint,
            detail text,
            CHECK ((finished_us IS NULL) = (outcome IS NULL))
        ) WITH (fillfactor = 80);
        CREATE INDEX attempt_ledger ON attempt (destination, endpoint, started_us);
        CREATE INDEX attempt_item ON attempt (item) WHERE item IS NOT NULL;

        -- Deleted only by prune, which says so for its own transaction.
        CREATE FUNCTION attempt_is_append_only() RETURNS trigger LANGUAGE plpgsql SET search_path = glossport AS $body$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                IF current_setting('glossport.prunes', true) = 'yes' THEN RETURN OLD; END IF;
                RAISE EXCEPTION 'an attempt is never deleted' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            IF OLD.finished_us IS NOT NULL OR NEW.finished_us IS NULL OR NEW.number <> OLD.number
                OR NEW.destination <> OLD.destination OR NEW.endpoint <> OLD.endpoint
                OR NEW.item IS DISTINCT FROM OLD.item OR NEW.run <> OLD.run OR NEW.started_us <> OLD.started_us
            THEN
                RAISE EXCEPTION 'an attempt is changed only once, by its end' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        END
        $body$;
        CREATE TRIGGER attempt_is_append_only BEFORE UPDATE OR DELETE ON attempt
            FOR EACH ROW EXECUTE FUNCTION attempt_is_append_only();

        CREATE TABLE budget (
            destination bigint NOT NULL REFERENCES destination (number),
            endpoint text NOT NULL,
            paused_until_us bigint,
            steady_until_us bigint,
            PRIMARY KEY (destination, endpoint)
        );

        CREATE TABLE review (
            item bigint PRIMARY KEY REFERENCES item (number),
            state text NOT NULL,
            seen_us bigint NOT NULL
        );

        CREATE TABLE desired_default (
            destination bigint NOT NULL REFERENCES destination (number),
            product text NOT NULL,
            locale text NOT NULL,
            message text NOT NULL,
            item bigint NOT NULL REFERENCES item (number),
            wanted_by bigint NOT NULL REFERENCES run (number),
            PRIMARY KEY (destination, product, locale)
        );

        CREATE TABLE default_change (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            destination bigint NOT NULL REFERENCES destination (number),
            product text NOT NULL,
            locale text NOT NULL,
            -- NULL: the default was deleted.
            id bytea CHECK (length(id) = 16),
            at_us bigint NOT NULL,
            run bigint NOT NULL REFERENCES run (number)
        );
        CREATE INDEX default_change_place ON default_change (destination, number);

        CREATE TABLE default_seen (
            destination bigint NOT NULL REFERENCES destination (number),
            product text NOT NULL,
            locale text NOT NULL,
            -- NULL: nothing stands there.
            id bytea CHECK (length(id) = 16),
            -- 1 if it was just what the project wanted.
            is_ours bigint NOT NULL CHECK (is_ours IN (0, 1)),
            at_us bigint NOT NULL,
            run bigint NOT NULL REFERENCES run (number),
            PRIMARY KEY (destination, product, locale)
        );

        CREATE TABLE default_attempt (
            destination bigint NOT NULL REFERENCES destination (number),
            product text NOT NULL,
            locale text NOT NULL,
            id bytea NOT NULL CHECK (length(id) = 16),
            run bigint NOT NULL REFERENCES run (number),
            PRIMARY KEY (destination, product, locale, id)
        );

        CREATE TABLE forgotten (
            item bigint PRIMARY KEY REFERENCES item (number),
            attempt bigint NOT NULL,
            at_us bigint NOT NULL,
            run bigint NOT NULL REFERENCES run (number)
        );

        CREATE TABLE deletion (
            item bigint PRIMARY KEY REFERENCES item (number),
            at_us bigint NOT NULL,
            run bigint NOT NULL REFERENCES run (number)
        );

        CREATE TABLE missing (
            item bigint PRIMARY KEY REFERENCES item (number),
            first_us bigint NOT NULL,
            last_us bigint NOT NULL,
            lists bigint NOT NULL CHECK (lists > 0),
            run bigint NOT NULL REFERENCES run (number)
        );

        CREATE TABLE approval (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            destination bigint NOT NULL REFERENCES destination (number),
            locale text NOT NULL,
            digest bytea CHECK (length(digest) = 32),
            messages bigint CHECK (messages > 0),
            person text,
            note text,
            at_us bigint NOT NULL,
            run bigint NOT NULL REFERENCES run (number),
            CHECK ((digest IS NULL) = (messages IS NULL)),
            CHECK (digest IS NULL OR person IS NOT NULL)
        );
        CREATE INDEX approval_place ON approval (destination, number);

        -- How many transactions of an open journal were committed: after a lost connection it tells whether the last one was.
        CREATE TABLE writer (
            key text PRIMARY KEY,
            committed bigint NOT NULL,
            seen timestamptz NOT NULL DEFAULT clock_timestamp()
        ) WITH (fillfactor = 70)
        """

    private static let fleet = """
        -- What a fleet is to do at a destination: the newest delivery that was submitted, and when it is due.
        CREATE TABLE project (
            destination bigint PRIMARY KEY REFERENCES destination (number),
            revision bigint NOT NULL DEFAULT 0,
            digest bytea CHECK (length(digest) = 32),
            submitted_by text,
            submitted timestamptz,
            -- NULL: until a new revision, or until somebody wakes it.
            wake_at timestamptz DEFAULT '-infinity',
            paused_by text,
            failures bigint NOT NULL DEFAULT 0,
            last_exit bigint,
            last_run bigint,
            note text,
            -- Which turn counts: another one, a new revision and a person's wish end the one before.
            turn bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 70);
        CREATE INDEX project_due ON project (wake_at) WHERE paused_by IS NULL;

        CREATE TABLE worker (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            host text NOT NULL,
            pid bigint NOT NULL,
            version text NOT NULL,
            started timestamptz NOT NULL DEFAULT clock_timestamp(),
            seen timestamptz NOT NULL DEFAULT clock_timestamp(),
            slots bigint NOT NULL,
            busy bigint NOT NULL DEFAULT 0,
            -- The destinations of which other files lie there than were submitted.
            strangers bigint[] NOT NULL DEFAULT '{}'
        ) WITH (fillfactor = 70)
        """
}
