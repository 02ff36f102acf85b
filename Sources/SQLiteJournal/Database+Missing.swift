private import Foundation
import GRDB
import GlossportChecking
import GlossportImporting

/// The statements on what the service's lists lacked.
extension Database {
    func uploaded(_ kind: Item.Kind, at destination: Destination) throws -> Set<ServiceID> {
        let sql = """
            SELECT id FROM item
            WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?) AND kind = ?
            AND state = 'uploaded' AND NOT EXISTS (SELECT 1 FROM deletion WHERE item = item.number)
            """
        let ids = try rows(sql, [destination.app, destination.environment.rawValue, kind.rawValue]) { row in
            ServiceID(bytes: try row.decode(Data.self, atIndex: 0))
        }
        return Set(ids.compactMap(\.self))
    }

    func noteList(shown: Set<ServiceID>, lacked: Set<ServiceID>, at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        let absent = try rows(
            "SELECT item.number, item.id FROM missing JOIN item ON item.number = missing.item WHERE item.destination = ?",
            [destination]
        ) { row in (try row.decode(Int64.self, atIndex: 0), ServiceID(bytes: try row.decode(Data.self, atIndex: 1))) }
        for case (let item, let id?) in absent where shown.contains(id) { try forgetMissing(item) }
        for id in lacked {
            try perform(
                """
                INSERT INTO missing (item, first_us, last_us, lists, run)
                SELECT number, ?1, ?1, 1, ?2 FROM item WHERE destination = ?3 AND id = ?4
                ON CONFLICT DO UPDATE SET last_us = excluded.last_us, lists = lists + 1, run = excluded.run
                """,
                [moment.microsecondsUp, run, destination, id.databaseValue]
            )
            guard changesCount == 1 else { throw WriteFault(.unknownItem(id)) }
        }
    }

    func absences(at destination: Destination) throws -> [ServiceID: Absence] {
        let sql = """
            SELECT id, first_us, last_us, lists FROM missing JOIN item ON item.number = missing.item
            WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
            AND state = 'uploaded' AND NOT EXISTS (SELECT 1 FROM deletion WHERE item = item.number)
            """
        let found = try rows(sql, [destination.app, destination.environment.rawValue]) { row in
            (
                ServiceID(bytes: try row.decode(Data.self, atIndex: 0)),
                Absence(
                    first: Timestamp(microseconds: try row.decode(atIndex: 1)),
                    last: Timestamp(microseconds: try row.decode(atIndex: 2)),
                    lists: try row.decode(atIndex: 3)
                )
            )
        }
        var absences: [ServiceID: Absence] = [:]
        for case (let id?, let absence) in found { absences[id] = absence }
        return absences
    }

    /// Lists lack nothing of an item any more, or it is not to be there.
    func forgetMissing(_ item: Int64) throws { try perform("DELETE FROM missing WHERE item = ?", [item]) }
}

extension Schema {
    static let vanished = """
        -- What was uploaded, and the newest list lacked. Written by noteList; gone when a list shows the item again, and
        -- with forgetOutcomes. One list proves nothing; what lists lack for long enough has vanished.
        CREATE TABLE missing (
            item INTEGER PRIMARY KEY REFERENCES item (number),
            first_us INTEGER NOT NULL,
            last_us INTEGER NOT NULL,
            -- How many lists lacked it, from the first to the last.
            lists INTEGER NOT NULL CHECK (lists > 0),
            run INTEGER NOT NULL REFERENCES run (number)
        ) STRICT;
        """
}
