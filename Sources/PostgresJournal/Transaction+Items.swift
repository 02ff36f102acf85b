import GlossportChecking
import GlossportImporting
import GlossportReading

/// The statements on items and the queue.
extension PostgresTransaction {
    /// Puts items behind those that the run wanted so far; `contents` holds the JSON of each item's content.
    func enqueue(_ items: [Item], contents: [String], in run: RunID) throws -> [ItemRecord] {
        let destination = try destination(of: run)
        let first = try number("SELECT wanted FROM run WHERE number = $1", [run]) ?? 0
        var queue = Queue(
            known: try self.items(items.map(\.id), at: destination),
            run: run,
            position: first
        )
        let records = try zip(items, contents).map { item, content in try queue.add(item, content) }
        try insert(queue.new, at: destination, in: run)
        try perform(
            """
            UPDATE item SET wanted_by = $1, position = x.position, claimed_by = NULL
            FROM unnest($2::bigint[], $3::bigint[]) AS x(number, position) WHERE item.number = x.number
            """,
            [run, PostgresArray(queue.moved.map(\.number)), PostgresArray(queue.moved.map(\.position))]
        )
        try perform(
            """
            UPDATE item SET source_path = x.path, source_line = x.line, source_column = x.column_
            FROM unnest($2::bytea[], $3::text[], $4::bigint[], $5::bigint[]) AS x(id, path, line, column_)
            WHERE item.destination = $1 AND item.id = x.id
            """,
            [destination] + sources(queue.relocated.map { ($0.key, $0.value) })
        )
        if queue.position != first {
            try perform("UPDATE run SET wanted = $1 WHERE number = $2", [queue.position, run])
        }
        return records
    }

    /// What enqueueing makes of items, one after the other, before anything is written.
    private struct Queue {
        private var known: [ServiceID: (row: ItemRow, record: ItemRecord?)]
        private let run: RunID
        private(set) var position: Int64
        private(set) var new: [(item: Item, content: String, position: Int64)] = []
        private(set) var moved: [(number: Int64, position: Int64)] = []
        private(set) var relocated: [ServiceID: SourceLocation?] = [:]
        private var places: [ServiceID: Int] = [:]
        private var movedIDs: Set<ServiceID> = []

        init(known: [ServiceID: ItemRow], run: RunID, position: Int64) {
            self.known = known.mapValues { ($0, nil) }
            self.run = run
            self.position = position
        }

        mutating func add(_ item: Item, _ content: String) throws -> ItemRecord {
            guard let found = known[item.id] else { return addNew(item, content) }
            if try found.row.wantedBy != run, movedIDs.insert(item.id).inserted {
                moved.append((try found.row.number, position))
                position += 1
            }
            // Equal contents are equal JSON; only a fixed id whose text was changed needs reading.
            let isSame = try found.row.content == content
            var record = try found.record ?? found.row.record(with: isSame ? item.content : nil)
            if record.item.source != item.source {
                relocated[item.id] = .some(item.source)
                record.item.source = item.source
            }
            known[item.id]?.record = record
            return record
        }

        private mutating func addNew(_ item: Item, _ content: String) -> ItemRecord {
            if let place = places[item.id] {
                // The first one's content holds; what is renewed is the place.
                new[place].item.source = item.source
                return ItemRecord(item: new[place].item, state: .planned)
            }
            places[item.id] = new.count
            new.append((item, content, position))
            position += 1
            return ItemRecord(item: item, state: .planned)
        }
    }

    func claimItems(_ limit: Int, in run: RunID) throws -> [ItemRecord] {
        _ = try destination(of: run)
        let found = try rows(
            """
            \(ItemRow.select) WHERE wanted_by = $1 AND claimed_by IS NULL AND settled_us IS NULL ORDER BY position LIMIT $2
            """,
            [run, max(0, limit)]
        ).map(ItemRow.init)
        try perform(
            "UPDATE item SET claimed_by = $1 WHERE number = ANY($2::bigint[])",
            [run, PostgresArray(try found.map { try $0.number })]
        )
        return try found.map { try $0.record() }
    }

    func items(_ ids: [ServiceID], at destination: Int64) throws -> [ServiceID: ItemRow] {
        var found: [ServiceID: ItemRow] = [:]
        for row in try rows(
            "\(ItemRow.select) WHERE destination = $1 AND id = ANY($2::bytea[])",
            [destination, PostgresArray(ids)]
        ) {
            let item = ItemRow(row: row)
            found[try item.id] = item
        }
        return found
    }

    /// By message, locale and age; in the order of bytes, whatever the database's language is.
    func allRecords(at destination: Destination) throws -> [ItemRecord] {
        guard let number = try existingNumber(of: destination) else { return [] }
        return try rows(
            "\(ItemRow.select) WHERE destination = $1 ORDER BY message COLLATE \"C\", locale COLLATE \"C\", number",
            [number]
        ).map { try ItemRow(row: $0).record() }
    }

    /// The number of an item of a destination.
    func item(_ id: ServiceID, at destination: Int64) throws -> Int64 {
        guard let number = try number("SELECT number FROM item WHERE destination = $1 AND id = $2", [destination, id])
        else { throw WriteFault(.unknownItem(id)) }
        return number
    }

    private func insert(
        _ new: [(item: Item, content: String, position: Int64)],
        at destination: Int64,
        in run: RunID
    ) throws {
        guard !new.isEmpty else { return }
        let items = new.map(\.item)
        try perform(
            """
            INSERT INTO item (
                destination, id, kind, message, locale, digest, content, origin, state,
                source_path, source_line, source_column, wanted_by, position, first_seen_by
            )
            SELECT $1, x.id, x.kind, x.message, x.locale, x.digest, x.content, x.origin, 'planned',
            x.path, x.line, x.column_, $2, x.position, $2
            FROM unnest(
                $3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::bigint[],
                $10::bytea[], $11::text[], $12::bigint[], $13::bigint[]
            ) AS x(kind, message, locale, digest, content, origin, position, id, path, line, column_)
            ORDER BY x.position
            """,
            [
                destination, run, PostgresArray(items.map(\.kind.rawValue)), PostgresArray(items.map(\.message)),
                PostgresArray(items.map(\.locale)), PostgresArray(items.map(\.digest)),
                PostgresArray(new.map(\.content)),
                PostgresArray(items.map(\.origin.rawValue)), PostgresArray(new.map(\.position)),
            ] + sources(items.map { ($0.id, $0.source) })
        )
    }

    /// Ids, paths, lines and columns.
    private func sources(_ places: [(ServiceID, SourceLocation?)]) -> [(any PostgresParameter)?] {
        [
            PostgresArray(places.map(\.0)), PostgresArray(places.map(\.1?.path)), PostgresArray(places.map(\.1?.line)),
            PostgresArray(places.map(\.1?.column)),
        ]
    }
}
