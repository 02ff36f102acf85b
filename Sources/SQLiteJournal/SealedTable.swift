import GRDB

/// A table, or a part of its columns, of which every row is sealed: what else changes there shows (see `SealLog`).
struct SealedTable: Sendable {
    /// Stands in the seals, so that a number is never given to another table.
    var code: UInt8
    /// What a message calls it.
    var title: String
    var table: String
    /// What a row is known by; at most four columns, and never changed.
    var key: [String]
    /// What is sealed: all but what every import writes anew, such as places in queues and when something was last seen.
    var columns: [String]
    /// SQL for what a person knows a row by.
    var name: String

    /// In the order in which the seals are read and rows are looked at.
    static let all = [
        SealedTable(
            code: 1,
            "destination",
            key: ["number"],
            ["app", "environment"],
            name: "app || ', ' || environment"
        ),
        SealedTable(
            code: 2,
            "run",
            key: ["number"],
            [
                "destination", "command", "tool_version", "host", "pid", "boot_id", "started_us", "ended_us",
                "exit_code", "wanted",
            ],
            name: "command || ' ' || number"
        ),
        SealedTable(code: 3, "source", key: ["run", "path"], ["sha256"], name: "path || ' of run ' || run"),
        // In two parts: what an item says is long and never changes, its state is short and changes four times.
        SealedTable(
            code: 4,
            "item",
            key: ["number"],
            ["destination", "id", "kind", "message", "locale", "digest", "content", "origin", "first_seen_by"],
            name: itemName("item.number")
        ),
        SealedTable(
            code: 5,
            "item",
            title: "state of item",
            key: ["number"],
            ["state", "proof", "reason", "settled_us"],
            name: itemName("item.number")
        ),
        SealedTable(
            code: 6,
            "attempt",
            key: ["number"],
            [
                "destination", "endpoint", "item", "run", "started_us", "finished_us", "outcome", "status",
                "apple_code", "detail",
            ],
            name: "number || ', ' || endpoint || ifnull(' of ' || \(itemName("attempt.item")), '')"
        ),
        SealedTable(
            code: 7,
            "budget",
            key: ["destination", "endpoint"],
            ["paused_until_us", "steady_until_us"],
            name: "endpoint"
        ),
        SealedTable(code: 8, "review", key: ["item"], ["state"], name: itemName("review.item")),
        SealedTable(
            code: 9,
            "desired_default",
            key: ["destination", "product", "locale"],
            ["message", "item"],
            name: slotName
        ),
        SealedTable(
            code: 10,
            "default_change",
            key: ["number"],
            ["destination", "product", "locale", "id", "at_us", "run"],
            name: slotName
        ),
        SealedTable(
            code: 11,
            "default_seen",
            key: ["destination", "product", "locale"],
            ["id", "is_ours", "at_us", "run"],
            name: slotName
        ),
        SealedTable(
            code: 12,
            "default_attempt",
            key: ["destination", "product", "locale", "id"],
            ["run"],
            name: slotName
        ),
        SealedTable(
            code: 13,
            "forgotten",
            key: ["item"],
            ["attempt", "at_us", "run"],
            name: itemName("forgotten.item")
        ),
        SealedTable(code: 14, "deletion", key: ["item"], ["at_us", "run"], name: itemName("deletion.item")),
        SealedTable(code: 15, "migration", key: ["name"], ["sha256", "applied_at"], name: "name"),
        SealedTable(
            code: 17,
            "missing",
            key: ["item"],
            ["first_us", "last_us", "lists", "run"],
            name: itemName("missing.item")
        ),
        SealedTable(
            code: 18,
            "approval",
            key: ["number"],
            ["destination", "locale", "digest", "messages", "person", "note", "at_us", "run"],
            name: "locale || ifnull(' by ' || person, '')"
        ),
        SealedTable(code: 16, "holder", key: ["destination"], ["run", "start_ticks"], name: "'run ' || run"),
    ]

    /// Those whose table and columns a file has; none before there are seals.
    static func present(in db: Database) throws -> [SealedTable] {
        guard try db.tableExists("seal", in: "main") else { return [] }
        return try all.filter { sealed in
            guard try db.tableExists(sealed.table, in: "main") else { return false }
            return Set(sealed.key + sealed.columns).isSubset(
                of: try db.columns(in: sealed.table, in: "main").map(\.name)
            )
        }
    }

    static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    private init(
        code: UInt8,
        _ table: String,
        title: String? = nil,
        key: [String],
        _ columns: [String],
        name: String
    ) {
        self.code = code
        self.title = title ?? table
        self.table = table
        self.key = key
        self.columns = columns
        self.name = name
    }

    private static let slotName = "product || ' in ' || locale"

    private static func itemName(_ number: String) -> String {
        // Under a name of its own: `number` may be a column of the very table.
        """
        (SELECT CASE named.kind WHEN 'message' THEN 'message ' || named.message || ' in ' || named.locale
        ELSE named.kind || ' ' || named.number END FROM item AS named WHERE named.number = \(number))
        """
    }

    // MARK: Statements

    /// Every row: its key, then what is sealed of it.
    var everyRow: String { "SELECT \((key + columns).joined(separator: ", ")) FROM main.\(table)" }

    /// What has been touched: whether it is still there, the key, then what is sealed of it.
    var touchedRows: String {
        let found = zip(key, ["a", "b", "c", "d"]).map { "found.\($0) = touched.\($1)" }.joined(separator: " AND ")
        let keys = ["a", "b", "c", "d"].prefix(key.count).map { "touched.\($0)" }
        let columns = columns.map { "found.\($0)" }
        return """
            SELECT found.\(key[0]) IS NOT NULL, \((keys + columns).joined(separator: ", "))
            FROM temp.touched LEFT JOIN main.\(table) AS found ON \(found) WHERE touched.place = \(code)
            """
    }

    /// What a person knows the row with a key by.
    var nameOfRow: String {
        "SELECT \(name) FROM main.\(table) WHERE \(key.map { "\($0) = ?" }.joined(separator: " AND "))"
    }

    /// Triggers of this connection alone that note each row as its sealed columns change, whatever statement does it.
    var watchers: String {
        // The key of a row never changes.
        let differs = columns.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
        return """
            CREATE TEMP TRIGGER IF NOT EXISTS sealed_\(code)_insert AFTER INSERT ON main.\(table)
            BEGIN \(note("NEW")) END;
            CREATE TEMP TRIGGER IF NOT EXISTS sealed_\(code)_update
            AFTER UPDATE OF \(columns.joined(separator: ", ")) ON main.\(table) WHEN \(differs)
            BEGIN \(note("NEW")) END;
            CREATE TEMP TRIGGER IF NOT EXISTS sealed_\(code)_delete AFTER DELETE ON main.\(table)
            BEGIN \(note("OLD")) END;
            """
    }

    private func note(_ row: String) -> String {
        let names = ["place", "a", "b", "c", "d"].prefix(key.count + 1).joined(separator: ", ")
        let values = (["\(code)"] + key.map { "\(row).\($0)" }).joined(separator: ", ")
        // Not OR IGNORE, which the conflict clause of an upsert would override.
        return "INSERT INTO touched (\(names)) VALUES (\(values)) ON CONFLICT DO NOTHING;"
    }
}
