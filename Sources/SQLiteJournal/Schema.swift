/// The schema, as the migrations that make it, oldest first.
///
/// A migration that has been released is never edited, but for its comments: journals remember the SHA-256 of its SQL and
/// refuse a glossport that tells another story. A change of the schema is a new migration at the end.
enum Schema {
    static let migrations = [
        Migration(
            name: "0001-items-and-attempts",
            sql: itemsAndAttempts,
            formerChecksum: "c181fc0230e149b8877f0b9c4e8620c249e9f89cf74507acdae8c8f6115859ab"
        ),
        Migration(
            name: "0002-reviews-and-defaults",
            sql: reviewsAndDefaults,
            formerChecksum: "30afd045c85cd5aaaf76efb98f5acf7365384cdb23a6813b0aea0367aeacfffc"
        ),
        Migration(
            name: "0003-deletions",
            sql: deletions,
            formerChecksum: "b94f087ef6bf3523f89d45fee34d9fb132ee5b02d7e631b4eb90323b102fa9dc"
        ),
        Migration(
            name: "0004-seen-and-forgotten",
            sql: seenAndForgotten,
            formerChecksum: "652d923f87d72cf04ea5d881738555577b7ca2ce71a8d9a0629b51e928fd2613"
        ),
        Migration(name: "0005-vanished", sql: vanished),
        Migration(name: "0006-holders", sql: holders),
        Migration(name: "0007-seals", sql: seals),
        Migration(name: "0008-approvals", sql: approvals),
    ]

    /// Stands in the file's header (`PRAGMA application_id`), so that `file` and we know a journal: "GLSP".
    static let applicationID: Int32 = 0x474C_5350

    private static let itemsAndAttempts = """
        -- Columns that end in _us are microseconds since 1970 (UTC), rounded up: no pause ends early.
        -- Words are checked with OR: for an IN of three and more, SQLite fills a temporary tree at every write.

        -- One app in one environment. Written by beginRun and setBudget, when it is first met. Never changed.
        CREATE TABLE destination (
            number INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
            UNIQUE (app, environment)
        ) STRICT;

        -- One execution of a command. Written by beginRun; ended_us and exit_code by endRun, wanted by enqueue.
        -- A run without an end is running or was killed: host, pid and boot_id tell which.
        CREATE TABLE run (
            number INTEGER PRIMARY KEY,
            destination INTEGER NOT NULL REFERENCES destination (number),
            command TEXT NOT NULL,
            tool_version TEXT NOT NULL,
            host TEXT NOT NULL,
            pid INTEGER NOT NULL,
            boot_id TEXT,
            started_us INTEGER NOT NULL,
            ended_us INTEGER,
            exit_code INTEGER,
            -- How many items it put into its queue; also the next position in the queue.
            wanted INTEGER NOT NULL DEFAULT 0,
            CHECK ((ended_us IS NULL) = (exit_code IS NULL))
        ) STRICT;
        CREATE INDEX run_newest ON run (destination, number);

        -- The delivered files of a run. Written by beginRun. Never changed.
        CREATE TABLE source (
            run INTEGER NOT NULL REFERENCES run (number),
            path TEXT NOT NULL,
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            PRIMARY KEY (run, path)
        ) STRICT, WITHOUT ROWID;

        -- One thing to make true at the service. Written by enqueue. What it says (id to origin) never changes; its
        -- place in the delivery and in the queue is renewed by enqueue, claimed_by is written by claim, enqueue and
        -- endRun, its state by beginAttempt, finishAttempt and settle.
        CREATE TABLE item (
            number INTEGER PRIMARY KEY,
            destination INTEGER NOT NULL REFERENCES destination (number),
            id BLOB NOT NULL CHECK (length(id) = 16),
            kind TEXT NOT NULL CHECK (kind = 'message' OR kind = 'image' OR kind = 'default'),
            message TEXT NOT NULL,
            locale TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            -- JSON. The service can't be asked for it: this is the only record of what the id stands for.
            content TEXT NOT NULL,
            origin TEXT NOT NULL CHECK (origin = 'derived' OR origin = 'fixed'),
            state TEXT NOT NULL CHECK (
                state = 'planned' OR state = 'sending' OR state = 'unknown'
                OR state = 'uploaded' OR state = 'refused' OR state = 'conflict'
            ),
            proof TEXT CHECK (proof = 'response' OR proof = 'confirmed' OR proof = 'adopted' OR proof = 'listed'),
            reason TEXT,
            source_path TEXT,
            source_line INTEGER,
            source_column INTEGER,
            -- The newest run that enqueued it, and its place in that run's queue.
            wanted_by INTEGER NOT NULL REFERENCES run (number),
            position INTEGER NOT NULL,
            -- The run that has it in hand. Released by its endRun; what a killed run left behind is free again when a later
            -- run enqueues it, and nothing else touches it.
            claimed_by INTEGER REFERENCES run (number),
            first_seen_by INTEGER NOT NULL REFERENCES run (number),
            -- When it got a state that needs no further attempt.
            settled_us INTEGER,
            UNIQUE (destination, id),
            CHECK ((settled_us IS NULL) = (state = 'planned' OR state = 'sending' OR state = 'unknown'))
        ) STRICT;
        -- The queue itself: claim reads its first entries, and what is claimed or settled is no longer in it.
        CREATE INDEX item_queue ON item (wanted_by, position)
            WHERE claimed_by IS NULL AND settled_us IS NULL;

        -- One request. Written by beginAttempt before the request leaves; the columns from finished_us on are written
        -- by finishAttempt, once. A row without an end is a request that was cut off, and may have been applied.
        CREATE TABLE attempt (
            number INTEGER PRIMARY KEY,
            destination INTEGER NOT NULL REFERENCES destination (number),
            endpoint TEXT NOT NULL,
            -- NULL for calls that are about no single item, such as the list.
            item INTEGER REFERENCES item (number),
            run INTEGER NOT NULL REFERENCES run (number),
            started_us INTEGER NOT NULL,
            finished_us INTEGER,
            outcome TEXT,
            status INTEGER,
            apple_code INTEGER,
            detail TEXT,
            CHECK ((finished_us IS NULL) = (outcome IS NULL))
        ) STRICT;
        -- The ledger of spent quota.
        CREATE INDEX attempt_ledger ON attempt (destination, endpoint, started_us);
        -- The history of an item.
        CREATE INDEX attempt_item ON attempt (item) WHERE item IS NOT NULL;

        CREATE TRIGGER attempt_is_never_deleted BEFORE DELETE ON attempt BEGIN
            SELECT RAISE(ABORT, 'an attempt is never deleted');
        END;
        CREATE TRIGGER attempt_ends_once BEFORE UPDATE ON attempt
        WHEN OLD.finished_us IS NOT NULL OR NEW.finished_us IS NULL
            OR NEW.number IS NOT OLD.number OR NEW.destination IS NOT OLD.destination
            OR NEW.endpoint IS NOT OLD.endpoint OR NEW.item IS NOT OLD.item
            OR NEW.run IS NOT OLD.run OR NEW.started_us IS NOT OLD.started_us
        BEGIN
            SELECT RAISE(ABORT, 'an attempt is changed only once, by its end');
        END;

        -- What the service said about an endpoint's allowance. Written by setBudget.
        CREATE TABLE budget (
            destination INTEGER NOT NULL REFERENCES destination (number),
            endpoint TEXT NOT NULL,
            paused_until_us INTEGER,
            steady_until_us INTEGER,
            PRIMARY KEY (destination, endpoint)
        ) STRICT, WITHOUT ROWID;
        """

    private static let reviewsAndDefaults = """
        -- What the service's list last said of an item. Written by noteReviews.
        CREATE TABLE review (
            item INTEGER PRIMARY KEY REFERENCES item (number),
            state TEXT NOT NULL,
            seen_us INTEGER NOT NULL
        ) STRICT;

        -- Which item shall be the default where. Written by desire.
        CREATE TABLE desired_default (
            destination INTEGER NOT NULL REFERENCES destination (number),
            product TEXT NOT NULL,
            locale TEXT NOT NULL,
            message TEXT NOT NULL,
            item INTEGER NOT NULL REFERENCES item (number),
            wanted_by INTEGER NOT NULL REFERENCES run (number),
            PRIMARY KEY (destination, product, locale)
        ) STRICT, WITHOUT ROWID;

        -- What we made the default where, and when; the newest row of a place is what stands there. Written by
        -- noteDefault after the service has agreed. Never changed. The id is not a reference: it may be somebody else's.
        CREATE TABLE default_change (
            number INTEGER PRIMARY KEY,
            destination INTEGER NOT NULL REFERENCES destination (number),
            product TEXT NOT NULL,
            locale TEXT NOT NULL,
            -- NULL: the default was deleted.
            id BLOB CHECK (length(id) = 16),
            at_us INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (number)
        ) STRICT;
        CREATE INDEX default_change_place ON default_change (destination, number);
        """

    private static let seenAndForgotten = """
        -- What the service said stands in a place, when it was asked last. Written by noteSeenDefault; gone with the next
        -- noteDefault of the place. The id is not a reference: it may be somebody else's.
        CREATE TABLE default_seen (
            destination INTEGER NOT NULL REFERENCES destination (number),
            product TEXT NOT NULL,
            locale TEXT NOT NULL,
            -- NULL: nothing stands there.
            id BLOB CHECK (length(id) = 16),
            -- 1: it is what the project wanted, and counts as set by us.
            is_ours INTEGER NOT NULL CHECK (is_ours = 0 OR is_ours = 1),
            at_us INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (number),
            PRIMARY KEY (destination, product, locale)
        ) STRICT, WITHOUT ROWID;

        -- What is about to be put into a place: written by noteDefaultAttempt before the request leaves, so that it is ours if
        -- it turns out to stand there. Gone with the next noteDefault of the place.
        CREATE TABLE default_attempt (
            destination INTEGER NOT NULL REFERENCES destination (number),
            product TEXT NOT NULL,
            locale TEXT NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 16),
            run INTEGER NOT NULL REFERENCES run (number),
            PRIMARY KEY (destination, product, locale, id)
        ) STRICT, WITHOUT ROWID;

        -- An item whose past was cleared by a person. Written by forgetOutcomes. Attempts up to this number say nothing about
        -- the item any more; they still count as spent quota.
        CREATE TABLE forgotten (
            item INTEGER PRIMARY KEY REFERENCES item (number),
            attempt INTEGER NOT NULL,
            at_us INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (number)
        ) STRICT;
        """

    private static let holders = """
        -- The run that works at a destination while no other may, as long as it has not ended. Written by beginRun, deleted by
        -- endRun; the next beginRun replaces that of a process which was killed.
        CREATE TABLE holder (
            destination INTEGER PRIMARY KEY REFERENCES destination (number),
            run INTEGER NOT NULL REFERENCES run (number),
            -- When its process was started, in ticks since the boot; NULL where the system does not tell.
            start_ticks INTEGER
        ) STRICT;
        """

    private static let deletions = """
        -- An item that was given up, before the request to delete it left. Written by noteDeletion, and taken back by it
        -- if the service refuses. The item keeps its content and its state of before.
        CREATE TABLE deletion (
            item INTEGER PRIMARY KEY REFERENCES item (number),
            at_us INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (number)
        ) STRICT;
        """

    private static let seals = """
        -- What each transaction has changed: see SealLog. Written last in every transaction that changes something sealed.
        -- Never changed; deleted only by prune, which puts one seal of everything that is left in their place.
        CREATE TABLE seal (
            number INTEGER PRIMARY KEY,
            -- The chain of the seal before; only where a chain starts, for elsewhere it is in the row before.
            base BLOB CHECK (length(base) = 32),
            -- For each row: number of the table, length of the key, key, SHA-256 of what is sealed of the row.
            entries BLOB NOT NULL,
            -- SHA-256 of the chain of the seal before, number and entries.
            chain BLOB NOT NULL CHECK (length(chain) = 32)
        ) STRICT;
        """

    private static let approvals = """
        -- That a person approves what customers in a locale would read, or takes that back; the newest row of a locale counts.
        -- Written by noteApprovals. Never changed.
        CREATE TABLE approval (
            number INTEGER PRIMARY KEY,
            destination INTEGER NOT NULL REFERENCES destination (number),
            locale TEXT NOT NULL,
            -- SHA-256 of what was approved, and how many messages that were; NULL: the approval was withdrawn.
            digest BLOB CHECK (length(digest) = 32),
            messages INTEGER CHECK (messages > 0),
            -- Who; NULL only where somebody has withdrawn without a name.
            person TEXT,
            note TEXT,
            at_us INTEGER NOT NULL,
            run INTEGER NOT NULL REFERENCES run (number),
            CHECK ((digest IS NULL) = (messages IS NULL)),
            CHECK (digest IS NULL OR person IS NOT NULL)
        ) STRICT;
        CREATE INDEX approval_place ON approval (destination, number);
        """
}
