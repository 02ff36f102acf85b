private import Foundation
private import GRDB
import GlossportChecking
package import GlossportImporting

extension SQLiteJournal {
    package func export(_ kind: JournalTable.Kind, _ body: (JournalTable) throws -> Void) async throws {
        var last: Int64 = 0
        while true {
            let after = last
            let (table, newest) = try await commits.read { db in try db.exported(kind, after: after) }
            if after == 0 || !table.rows.isEmpty { try body(table) }
            guard let newest else { return }
            last = newest
        }
    }
}

extension Database {
    private static let batch = 1_000

    /// The next rows, and the number of the last of them; `nil` at the end.
    fileprivate func exported(_ kind: JournalTable.Kind, after last: Int64) throws -> (JournalTable, Int64?) {
        let statement = try cachedStatement(sql: Self.statement(for: kind))
        let cursor = try Row.fetchCursor(statement, arguments: [last, Self.batch])
        var table = JournalTable(columns: Array(statement.columnNames.dropFirst()), rows: [])
        var newest: Int64?
        while let row = try cursor.next() {
            newest = try row.decode(atIndex: 0)
            table.rows.append((1..<row.count).map { Self.cell(row, $0) })
        }
        return (table, newest)
    }

    private static func statement(for kind: JournalTable.Kind) -> String {
        switch kind {
        case .items: items
        case .attempts: attempts
        case .approvals: approvals
        }
    }

    private static func cell(_ row: Row, _ index: Int) -> JournalTable.Cell {
        switch (row[index] as DatabaseValue).storage {
        case .null: .none
        case .int64(let number): .number(number)
        case .double(let number): .text(String(number))
        case .string(let text): .text(text)
        // The only blobs that are asked for are ids.
        case .blob(let data): .text(ServiceID(bytes: data)?.description ?? "")
        }
    }

    /// Microseconds as RFC 3339 in UTC.
    private static func time(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:', \(column) / 1000000, 'unixepoch')"
            + " || printf('%02d.%06dZ', \(column) / 1000000 % 60, \(column) % 1000000)"
    }

    private static let items = """
        SELECT item.number, app, environment, id, kind, message, locale, state, proof, reason, origin, content,
        source_path AS path, source_line AS line, source_column AS "column",
        (SELECT count(*) FROM attempt WHERE attempt.item = item.number) AS attempts, \(time("settled_us")) AS settled
        FROM item JOIN destination ON destination.number = item.destination
        WHERE item.number > ? ORDER BY item.number LIMIT ?
        """

    private static let attempts = """
        SELECT attempt.number, attempt.number AS attempt, app, environment, attempt.run, endpoint, item.id AS item,
        \(time("started_us")) AS started, \(time("finished_us")) AS finished, outcome, status,
        apple_code AS appleCode, detail
        FROM attempt JOIN destination ON destination.number = attempt.destination
        LEFT JOIN item ON item.number = attempt.item
        WHERE attempt.number > ? ORDER BY attempt.number LIMIT ?
        """

    private static let approvals = """
        SELECT approval.number, app, environment, locale, CASE WHEN digest IS NULL THEN 'withdrawn' ELSE 'approved' END AS deed,
        person AS "by", note, messages, CASE WHEN digest IS NOT NULL THEN lower(hex(digest)) END AS digest, \(time("at_us")) AS at, run
        FROM approval JOIN destination ON destination.number = approval.destination
        WHERE approval.number > ? ORDER BY approval.number LIMIT ?
        """
}
