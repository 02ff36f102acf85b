import GlossportChecking
import GlossportImporting

/// The statements on reviews and defaults.
extension PostgresTransaction {
    func noteReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        let reviews = Array(reviews)
        try perform(
            """
            INSERT INTO review (item, state, seen_us)
            SELECT item.number, x.state, $2 FROM unnest($3::bytea[], $4::text[]) AS x(id, state)
            JOIN item ON item.destination = $1 AND item.id = x.id
            ON CONFLICT (item) DO UPDATE SET state = excluded.state, seen_us = excluded.seen_us
            """,
            [
                destination, stored(moment), PostgresArray(reviews.map(\.key)),
                PostgresArray(reviews.map(\.value.rawValue)),
            ]
        )
    }

    func reviews(at destination: Destination) throws -> [ServiceID: ReviewState] {
        let found = try rows(
            """
            SELECT item.id, review.state FROM review JOIN item ON item.number = review.item
            WHERE item.destination = \(Self.destination)
            """,
            [destination.app, destination.environment.rawValue]
        )
        var reviews: [ServiceID: ReviewState] = [:]
        for row in found { reviews[try row.id(0)] = ReviewState(rawValue: try row.text(1)) ?? .unrecognized }
        return reviews
    }

    func desire(_ defaults: [DesiredDefault], products: [String: Set<String>], in run: RunID) throws {
        let destination = try destination(of: run)
        let known = try rows(
            "SELECT DISTINCT message, product FROM desired_default WHERE destination = $1",
            [destination]
        )
        for row in known {
            let (message, product) = (try row.text(0), try row.text(1))
            guard let wanted = products[message], !wanted.contains(product) else { continue }
            try perform(
                "DELETE FROM desired_default WHERE destination = $1 AND message = $2 AND product = $3",
                [destination, message, product]
            )
        }
        // The last one of each slot holds.
        var last: [DefaultSlot: DesiredDefault] = [:]
        for wanted in defaults { last[wanted.slot] = wanted }
        let wanted = Array(last.values)
        let changed = try perform(
            """
            INSERT INTO desired_default (destination, product, locale, message, item, wanted_by)
            SELECT $1, x.product, x.locale, x.message, item.number, $2
            FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[]) AS x(product, locale, message, id)
            JOIN item ON item.destination = $1 AND item.id = x.id
            ON CONFLICT (destination, product, locale) DO UPDATE
            SET message = excluded.message, item = excluded.item, wanted_by = excluded.wanted_by
            """,
            [
                destination, run, PostgresArray(wanted.map(\.slot.product)), PostgresArray(wanted.map(\.slot.locale)),
                PostgresArray(wanted.map(\.message)), PostgresArray(wanted.map(\.item)),
            ]
        )
        guard changed == wanted.count, defaults.count == wanted.count else {
            for wanted in defaults { _ = try item(wanted.item, at: destination) }
            return
        }
    }

    func forget(_ slots: [DefaultSlot], in run: RunID) throws {
        try perform(
            """
            DELETE FROM desired_default USING unnest($2::text[], $3::text[]) AS x(product, locale)
            WHERE destination = $1 AND desired_default.product = x.product AND desired_default.locale = x.locale
            """,
            [try destination(of: run), PostgresArray(slots.map(\.product)), PostgresArray(slots.map(\.locale))]
        )
    }

    func noteDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) throws {
        let destination = try destination(of: run)
        for id in ids {
            let item = try item(id, at: destination)
            if let moment {
                try perform(
                    "INSERT INTO deletion (item, at_us, run) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    [item, stored(moment), run]
                )
            } else {
                try perform("DELETE FROM deletion WHERE item = $1", [item])
            }
        }
    }

    func defaults(at destination: Destination) throws -> [DefaultRecord] {
        let place: [(any PostgresParameter)?] = [destination.app, destination.environment.rawValue]
        var records: [DefaultSlot: DefaultRecord] = [:]
        let wanted = """
            SELECT product, desired_default.locale, desired_default.message, item.id
            FROM desired_default JOIN item ON item.number = desired_default.item
            WHERE desired_default.destination = \(Self.destination)
            """
        for row in try rows(wanted, place) {
            let slot = try slot(row)
            records[slot] = DefaultRecord(slot, message: try row.text(2), desired: try row.id(3))
        }
        let changes = """
            SELECT product, locale, id, at_us, run.number, run.command
            FROM default_change JOIN run ON run.number = default_change.run
            WHERE default_change.destination = \(Self.destination) ORDER BY default_change.number
            """
        for row in try rows(changes, place) {
            let (slot, id) = (try slot(row), try row.idIfAny(2))
            var record = records[slot] ?? DefaultRecord(slot)
            if record.current != id { record.previous = record.current }
            (record.current, record.changed) = (id, try local(row, 3))
            record.changedIn = RunID(rawValue: try row.number(4))
            record.isByHand = RunCommand(rawValue: try row.text(5)).isByHand
            records[slot] = record
        }
        let seen =
            "SELECT product, locale, id, at_us, is_ours FROM default_seen WHERE destination = \(Self.destination)"
        for row in try rows(seen, place) {
            let slot = try slot(row)
            records[slot, default: DefaultRecord(slot)].seen = DefaultRecord.Seen(
                try row.idIfAny(2),
                at: try local(row, 3),
                isOurs: try row.number(4) == 1
            )
        }
        let attempts = "SELECT product, locale, id FROM default_attempt WHERE destination = \(Self.destination)"
        for row in try rows(attempts, place) {
            let slot = try slot(row)
            records[slot, default: DefaultRecord(slot)].attempted.insert(try row.id(2))
        }
        return records.values.sorted { $0.slot < $1.slot }
    }

    private func slot(_ row: PostgresRow) throws -> DefaultSlot {
        DefaultSlot(product: try row.text(0), locale: try row.text(1))
    }

    func noteDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        try perform(
            "INSERT INTO default_change (destination, product, locale, id, at_us, run) VALUES ($1, $2, $3, $4, $5, $6)",
            [destination, slot.product, slot.locale, item, stored(moment), run]
        )
        let place = "destination = $1 AND product = $2 AND locale = $3"
        try perform("DELETE FROM default_seen WHERE \(place)", [destination, slot.product, slot.locale])
        try perform(
            """
            DELETE FROM default_attempt WHERE \(place) AND (id = $4 OR run = $5
            OR EXISTS (SELECT 1 FROM run WHERE run.number = default_attempt.run AND ended_us IS NOT NULL))
            """,
            [destination, slot.product, slot.locale, item, run]
        )
    }

    func noteDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) throws {
        try perform(
            """
            INSERT INTO default_attempt (destination, product, locale, id, run) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """,
            [try destination(of: run), slot.product, slot.locale, item, run]
        )
    }

    func noteSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) throws {
        try perform(
            """
            INSERT INTO default_seen (destination, product, locale, id, is_ours, at_us, run) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (destination, product, locale) DO UPDATE
            SET id = excluded.id, is_ours = excluded.is_ours, at_us = excluded.at_us, run = excluded.run
            """,
            [
                try destination(of: run), slot.product, slot.locale, seen.id, seen.isOurs ? 1 : 0, stored(seen.at), run,
            ]
        )
    }

    func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        for id in ids {
            let item = try item(id, at: destination)
            try perform(
                """
                INSERT INTO forgotten (item, attempt, at_us, run)
                VALUES ($1, (SELECT coalesce(max(number), 0) FROM attempt WHERE item = $1), $2, $3)
                ON CONFLICT (item) DO UPDATE SET attempt = excluded.attempt, at_us = excluded.at_us, run = excluded.run
                """,
                [item, stored(moment), run]
            )
            for table in ["deletion", "review", "missing"] {
                try perform("DELETE FROM \(table) WHERE item = $1", [item])
            }
            try perform(
                """
                UPDATE item SET state = 'planned', proof = NULL, reason = NULL, settled_us = NULL, claimed_by = NULL
                WHERE number = $1
                """,
                [item]
            )
        }
    }
}
