import GlossportChecking
import GlossportImporting

/// The statements on what the service's lists lacked.
extension PostgresTransaction {
    private static let isThere = """
        state = 'uploaded' AND NOT EXISTS (SELECT 1 FROM deletion WHERE deletion.item = item.number)
        """

    func uploaded(_ kind: Item.Kind, at destination: Destination) throws -> Set<ServiceID> {
        let found = try rows(
            "SELECT id FROM item WHERE destination = \(Self.destination) AND kind = $3 AND \(Self.isThere)",
            [destination.app, destination.environment.rawValue, kind.rawValue]
        )
        return Set(try found.map { try $0.id(0) })
    }

    func noteList(shown: Set<ServiceID>, lacked: Set<ServiceID>, at moment: Timestamp, in run: RunID) throws {
        let destination = try destination(of: run)
        try perform(
            """
            DELETE FROM missing USING item
            WHERE item.number = missing.item AND item.destination = $1 AND item.id = ANY($2::bytea[])
            """,
            [destination, PostgresArray(shown)]
        )
        let changed = try perform(
            """
            INSERT INTO missing (item, first_us, last_us, lists, run)
            SELECT item.number, $2::bigint, $2::bigint, 1, $3::bigint FROM unnest($4::bytea[]) AS x(id)
            JOIN item ON item.destination = $1 AND item.id = x.id
            ON CONFLICT (item) DO UPDATE SET last_us = excluded.last_us, lists = missing.lists + 1, run = excluded.run
            """,
            [destination, stored(moment), run, PostgresArray(lacked)]
        )
        if changed != lacked.count { for id in lacked { _ = try item(id, at: destination) } }
    }

    func absences(at destination: Destination) throws -> [ServiceID: Absence] {
        let found = try rows(
            """
            SELECT id, first_us, last_us, lists FROM missing JOIN item ON item.number = missing.item
            WHERE destination = \(Self.destination) AND \(Self.isThere)
            """,
            [destination.app, destination.environment.rawValue]
        )
        var absences: [ServiceID: Absence] = [:]
        for row in found {
            absences[try row.id(0)] = Absence(first: try local(row, 1), last: try local(row, 2), lists: try row.int(3))
        }
        return absences
    }
}
