/// The file's tables, and views for people; the article *Journal format* describes both.
enum Schema {
    /// "GLSP", which distinguishes a journal from any other database.
    static let applicationID: Int32 = 0x474C_5350
    /// The version of the tables.
    static let version = 2

    static let sql = """
        CREATE TABLE destination (
            number INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            environment TEXT NOT NULL,
            UNIQUE (app, environment)
        ) STRICT;

        CREATE TABLE event (
            destination INTEGER NOT NULL REFERENCES destination (number),
            number INTEGER NOT NULL CHECK (number > 0),
            writer BLOB NOT NULL CHECK (length(writer) = 16),
            run INTEGER NOT NULL,
            at_us INTEGER NOT NULL,
            kind TEXT NOT NULL,
            item BLOB CHECK (length(item) = 16),
            attempt INTEGER,
            endpoint TEXT,
            outcome TEXT,
            status INTEGER,
            code INTEGER,
            state TEXT,
            proof TEXT,
            reason TEXT,
            paused_until_us INTEGER,
            steady_until_us INTEGER,
            product TEXT,
            locale TEXT,
            text TEXT,
            PRIMARY KEY (destination, number)
        ) STRICT, WITHOUT ROWID;

        CREATE VIEW run AS
            SELECT app, environment, began.number, text ->> 'command' AS command, text ->> 'version' AS tool_version,
                text ->> '$.process.host' AS host, text ->> '$.process.pid' AS pid, began.at_us AS started_us,
                ended.at_us AS ended_us, ended.status AS exit_code,
                (SELECT sum(code) FROM event AS e WHERE e.destination = began.destination AND e.run = began.number
                 AND e.kind = 'run-wanted') AS wanted
            FROM event AS began JOIN destination ON destination.number = began.destination
            LEFT JOIN (SELECT destination, run, at_us, status, max(number) FROM event WHERE kind = 'run-ended'
                GROUP BY destination, run) AS ended
                ON ended.destination = began.destination AND ended.run = began.number
            WHERE began.kind = 'run-began';

        CREATE VIEW attempt AS
            SELECT app, environment, began.number, began.run, began.endpoint, \(uuid("began.item")) AS item,
                began.at_us AS started_us, ended.at_us AS finished_us, ended.outcome, ended.status,
                ended.code AS apple_code, ended.text AS detail
            FROM event AS began JOIN destination ON destination.number = began.destination
            LEFT JOIN event AS ended
                -- The plus has SQLite find ends by their attempts, not by going through all events for each.
                ON +ended.destination = began.destination AND ended.attempt = began.number
            WHERE began.kind = 'attempt-began';

        CREATE VIEW item AS
            SELECT app, environment, \(uuid("wanted.item")) AS id, wanted.text ->> 'kind' AS kind,
                wanted.text ->> 'message' AS message, wanted.text ->> 'locale' AS locale, now.state, now.proof, now.reason,
                wanted.text ->> 'origin' AS origin, wanted.text AS content, now.at_us AS changed_us
            FROM (SELECT destination, item, text, max(number) FROM event WHERE kind = 'wanted' GROUP BY destination, item)
                AS wanted
            JOIN (SELECT destination, item, state, proof, reason, at_us, max(number) FROM event
                WHERE state IS NOT NULL AND item IS NOT NULL GROUP BY destination, item) AS now USING (destination, item)
            JOIN destination ON destination.number = now.destination;

        CREATE VIEW default_now AS
            SELECT app, environment, product, locale, \(uuid("item")) AS item, kind, outcome, at_us
            FROM (SELECT *, max(number) FROM event WHERE kind IN ('default-set', 'default-seen')
                GROUP BY destination, product, locale) AS newest
            JOIN destination ON destination.number = newest.destination;
        """

    /// Returns an expression that formats an id's bytes as a UUID.
    private static func uuid(_ column: String) -> String {
        let hex = "lower(hex(\(column)))"
        let groups = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(hex), \($0), \($1))" }
        return "CASE WHEN \(column) IS NOT NULL THEN \(groups.joined(separator: " || '-' || ")) END"
    }
}
