private import Foundation
import GRDB
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The statements on items and the queue.
extension Database {
    /// Puts items behind those that the run wanted so far; `contents` holds the JSON of each item's content.
    func enqueue(_ items: [Item], contents: [String], in run: RunID) throws -> [ItemRecord] {
        let destination = try destination(of: run)
        let first = try number("SELECT wanted FROM run WHERE number = ?", [run]) ?? 0
        var position = first
        let records = try zip(items, contents).map { item, content in
            guard let known = try itemRow(item.id, at: destination) else {
                try insert(item, content, at: destination, in: run, position: position)
                position += 1
                return ItemRecord(item: item, state: .planned)
            }
            if known.wantedBy != run {
                try perform(
                    "UPDATE item SET wanted_by = ?, position = ?, claimed_by = NULL WHERE number = ?",
                    [run, position, known.number]
                )
                position += 1
            }
            // Equal contents are equal JSON; only a fixed id whose text was changed needs reading.
            var record = known.content == content ? known.record(with: item.content) : try known.record()
            if record.item.source != item.source {
                try perform(
                    "UPDATE item SET source_path = ?, source_line = ?, source_column = ? WHERE number = ?",
                    [item.source?.path, item.source?.line, item.source?.column, known.number]
                )
                record.item.source = item.source
            }
            return record
        }
        if position != first { try perform("UPDATE run SET wanted = ? WHERE number = ?", [position, run]) }
        return records
    }

    func claimItems(_ limit: Int, in run: RunID) throws -> [ItemRow] {
        _ = try destination(of: run)
        let found = try rows(ItemRow.queue, [run, max(0, limit)], ItemRow.init)
        // All of them at once: they are the first entries of the queue, up to the last one that was found.
        guard let last = found.last else { return [] }
        try perform(
            """
            UPDATE item SET claimed_by = ?1
            WHERE wanted_by = ?1 AND claimed_by IS NULL AND settled_us IS NULL
            AND position <= (SELECT position FROM item WHERE number = ?2)
            """,
            [run, last.number]
        )
        return found
    }

    func items(_ ids: [ServiceID], at destination: Destination) throws -> [ServiceID: ItemRow] {
        guard let number = try existingNumber(of: destination) else { return [:] }
        var rows: [ServiceID: ItemRow] = [:]
        for id in ids { rows[id] = try itemRow(id, at: number) }
        return rows
    }

    /// By message, locale and age.
    func allItems(at destination: Destination) throws -> [ItemRow] {
        guard let number = try existingNumber(of: destination) else { return [] }
        return try rows(
            "\(ItemRow.select) WHERE destination = ? ORDER BY message, locale, number",
            [number],
            ItemRow.init
        )
    }

    private func itemRow(_ id: ServiceID, at destination: Int64) throws -> ItemRow? {
        try rows("\(ItemRow.select) WHERE destination = ? AND id = ?", [destination, id.databaseValue], ItemRow.init)
            .first
    }

    private func existingNumber(of destination: Destination) throws -> Int64? {
        try number(
            "SELECT number FROM destination WHERE app = ? AND environment = ?",
            [destination.app, destination.environment.rawValue]
        )
    }

    private func insert(_ item: Item, _ content: String, at destination: Int64, in run: RunID, position: Int64) throws {
        try perform(
            """
            INSERT INTO item (
                destination, id, kind, message, locale, digest, content, origin, state,
                source_path, source_line, source_column, wanted_by, position, first_seen_by
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?, ?, ?, ?, ?)
            """,
            [
                destination, item.id.databaseValue, item.kind.rawValue, item.message, item.locale, Data(item.digest),
                content, item.origin.rawValue, item.source?.path, item.source?.line, item.source?.column, run, position,
                run,
            ]
        )
    }
}

extension ServiceID {
    /// The 16 bytes as a BLOB.
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }
}
