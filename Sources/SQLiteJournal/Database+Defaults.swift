private import Foundation
import GRDB
import GlossportChecking
import GlossportImporting

/// The statements on reviews and defaults.
extension Database {
    func noteReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        for (id, review) in reviews {
            try perform(
                """
                INSERT INTO review (item, state, seen_us)
                SELECT number, ?1, ?2 FROM item WHERE destination = ?3 AND id = ?4
                ON CONFLICT DO UPDATE SET state = excluded.state, seen_us = excluded.seen_us
                """,
                [review.rawValue, moment.microsecondsUp, destination, id.databaseValue]
            )
        }
    }

    func reviews(at destination: Destination) throws -> [ServiceID: ReviewState] {
        let sql = """
            SELECT item.id, review.state FROM review JOIN item ON item.number = review.item
            WHERE item.destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
            """
        let found = try rows(sql, [destination.app, destination.environment.rawValue]) { row in
            (ServiceID(bytes: try row.decode(Data.self, atIndex: 0)), try row.decode(String.self, atIndex: 1))
        }
        var reviews: [ServiceID: ReviewState] = [:]
        for case (let id?, let state) in found { reviews[id] = ReviewState(rawValue: state) ?? .unrecognized }
        return reviews
    }

    func desire(_ defaults: [DesiredDefault], products: [String: Set<String>], in run: RunID) throws {
        let destination = try destination(of: run)
        let known = try rows(
            "SELECT DISTINCT message, product FROM desired_default WHERE destination = ?",
            [destination]
        ) { row in (try row.decode(String.self, atIndex: 0), try row.decode(String.self, atIndex: 1)) }
        for (message, product) in known {
            guard let wanted = products[message], !wanted.contains(product) else { continue }
            try perform(
                "DELETE FROM desired_default WHERE destination = ? AND message = ? AND product = ?",
                [destination, message, product]
            )
        }
        for wanted in defaults {
            try perform(
                """
                INSERT INTO desired_default (destination, product, locale, message, item, wanted_by)
                SELECT ?1, ?2, ?3, ?4, number, ?5 FROM item WHERE destination = ?1 AND id = ?6
                ON CONFLICT DO UPDATE
                SET message = excluded.message, item = excluded.item, wanted_by = excluded.wanted_by
                """,
                [
                    destination, wanted.slot.product, wanted.slot.locale, wanted.message, run,
                    wanted.item.databaseValue,
                ]
            )
            guard changesCount == 1 else { throw WriteFault(.unknownItem(wanted.item)) }
        }
    }

    func forget(_ slots: [DefaultSlot], in run: RunID) throws {
        let destination = try destination(of: run)
        for slot in slots {
            try perform(
                "DELETE FROM desired_default WHERE destination = ? AND product = ? AND locale = ?",
                [destination, slot.product, slot.locale]
            )
        }
    }

    func noteDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) throws {
        let destination = try destination(of: run)
        for id in ids {
            let item = try number(
                "SELECT number FROM item WHERE destination = ? AND id = ?",
                [destination, id.databaseValue]
            )
            guard let item else { throw WriteFault(.unknownItem(id)) }
            if let moment {
                try perform(
                    "INSERT OR IGNORE INTO deletion (item, at_us, run) VALUES (?, ?, ?)",
                    [item, moment.microsecondsUp, run]
                )
            } else {
                try perform("DELETE FROM deletion WHERE item = ?", [item])
            }
        }
    }

    func defaults(at destination: Destination) throws -> [DefaultRecord] {
        let place: StatementArguments = [destination.app, destination.environment.rawValue]
        var records: [DefaultSlot: DefaultRecord] = [:]
        let wanted = """
            SELECT product, desired_default.locale, desired_default.message, item.id
            FROM desired_default JOIN item ON item.number = desired_default.item
            WHERE desired_default.destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
            """
        for (slot, message, id) in try rows(
            wanted,
            place,
            { row in
                (
                    DefaultSlot(product: try row.decode(atIndex: 0), locale: try row.decode(atIndex: 1)),
                    try row.decode(String.self, atIndex: 2), ServiceID(bytes: try row.decode(Data.self, atIndex: 3))
                )
            }
        ) {
            records[slot] = DefaultRecord(slot, message: message, desired: id)
        }
        let changes = """
            SELECT product, locale, id, at_us, run.number, run.command
            FROM default_change JOIN run ON run.number = default_change.run
            WHERE default_change.destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
            ORDER BY default_change.number
            """
        for (slot, id, moment, changedIn, command) in try rows(
            changes,
            place,
            { row in
                (
                    DefaultSlot(product: try row.decode(atIndex: 0), locale: try row.decode(atIndex: 1)),
                    try row.decode(Data?.self, atIndex: 2).flatMap { ServiceID(bytes: $0) },
                    Timestamp(microseconds: try row.decode(atIndex: 3)), try row.decode(RunID.self, atIndex: 4),
                    try row.decode(RunCommand.self, atIndex: 5)
                )
            }
        ) {
            var record = records[slot] ?? DefaultRecord(slot)
            if record.current != id { record.previous = record.current }
            (record.current, record.changed) = (id, moment)
            (record.changedIn, record.isByHand) = (changedIn, command.isByHand)
            records[slot] = record
        }
        try addSeen(to: &records, place)
        return records.values.sorted { $0.slot < $1.slot }
    }

    func noteDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        try perform(
            "INSERT INTO default_change (destination, product, locale, id, at_us, run) VALUES (?, ?, ?, ?, ?, ?)",
            [destination, slot.product, slot.locale, item?.databaseValue, moment.microsecondsUp, run]
        )
        let place = "destination = ? AND product = ? AND locale = ?"
        try perform("DELETE FROM default_seen WHERE \(place)", [destination, slot.product, slot.locale])
        try perform(
            """
            DELETE FROM default_attempt WHERE \(place) AND (id = ? OR run = ?
            OR EXISTS (SELECT 1 FROM run WHERE run.number = default_attempt.run AND ended_us IS NOT NULL))
            """,
            [destination, slot.product, slot.locale, item?.databaseValue, run]
        )
    }

    func noteDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) throws {
        try perform(
            "INSERT OR IGNORE INTO default_attempt (destination, product, locale, id, run) VALUES (?, ?, ?, ?, ?)",
            [try destination(of: run), slot.product, slot.locale, item.databaseValue, run]
        )
    }

    func noteSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) throws {
        try perform(
            """
            INSERT INTO default_seen (destination, product, locale, id, is_ours, at_us, run) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE
            SET id = excluded.id, is_ours = excluded.is_ours, at_us = excluded.at_us, run = excluded.run
            """,
            [
                try destination(of: run), slot.product, slot.locale, seen.id?.databaseValue, seen.isOurs,
                seen.at.microsecondsUp,
                run,
            ]
        )
    }

    /// What the service said of the slots, and what may stand there.
    private func addSeen(to records: inout [DefaultSlot: DefaultRecord], _ place: StatementArguments) throws {
        let seen = """
            SELECT product, locale, id, at_us, is_ours FROM default_seen
            WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
            """
        for (slot, found) in try rows(
            seen,
            place,
            { row in
                (
                    DefaultSlot(product: try row.decode(atIndex: 0), locale: try row.decode(atIndex: 1)),
                    DefaultRecord.Seen(
                        try row.decode(Data?.self, atIndex: 2).flatMap { ServiceID(bytes: $0) },
                        at: Timestamp(microseconds: try row.decode(atIndex: 3)),
                        isOurs: try row.decode(Bool.self, atIndex: 4)
                    )
                )
            }
        ) {
            records[slot, default: DefaultRecord(slot)].seen = found
        }
        let attempts = """
            SELECT product, locale, id FROM default_attempt
            WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
            """
        for (slot, id) in try rows(
            attempts,
            place,
            { row in
                (
                    DefaultSlot(product: try row.decode(atIndex: 0), locale: try row.decode(atIndex: 1)),
                    ServiceID(bytes: try row.decode(Data.self, atIndex: 2))
                )
            }
        ) {
            if let id { records[slot, default: DefaultRecord(slot)].attempted.insert(id) }
        }
    }

    func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        for id in ids {
            let item = try number(
                "SELECT number FROM item WHERE destination = ? AND id = ?",
                [destination, id.databaseValue]
            )
            guard let item else { throw WriteFault(.unknownItem(id)) }
            try perform(
                """
                INSERT INTO forgotten (item, attempt, at_us, run)
                VALUES (?1, (SELECT ifnull(max(number), 0) FROM attempt WHERE item = ?1), ?2, ?3)
                ON CONFLICT DO UPDATE SET attempt = excluded.attempt, at_us = excluded.at_us, run = excluded.run
                """,
                [item, moment.microsecondsUp, run]
            )
            try perform("DELETE FROM deletion WHERE item = ?", [item])
            try perform("DELETE FROM review WHERE item = ?", [item])
            try forgetMissing(item)
            try perform(
                "UPDATE item SET state = 'planned', proof = NULL, reason = NULL, settled_us = NULL, claimed_by = NULL WHERE number = ?",
                [item]
            )
        }
    }
}
