private import Foundation
private import GRDB
package import GlossportImporting

extension SQLiteJournal {
    package func storedRows(
        of table: StoredTable,
        from offset: Int,
        limit: Int
    ) async throws -> [[StoredTable.Value]] {
        let sql = """
            SELECT \(table.columns.map(\.name).joined(separator: ", ")) FROM \(table.name)
            ORDER BY \(table.key.joined(separator: ", ")) LIMIT ? OFFSET ?
            """
        return try await commits.read { db in
            try db.rows(sql, [limit, offset]) { row in
                (0..<row.count).map { column in
                    switch (row[column] as DatabaseValue).storage {
                    case .null: .none
                    case .int64(let number): .number(number)
                    case .double(let number): .text(String(number))
                    case .string(let text): .text(text)
                    case .blob(let data): .bytes(Array(data))
                    }
                }
            }
        }
    }

    package func store(_ rows: [[StoredTable.Value]], in table: StoredTable) async throws {
        let sql = """
            INSERT INTO \(table.name) (\(table.columns.map(\.name).joined(separator: ", ")))
            VALUES (\(table.columns.map { _ in "?" }.joined(separator: ", ")))
            """
        try await commits.write { db in
            for row in rows {
                try db.perform(
                    sql,
                    StatementArguments(
                        row.map { value -> (any DatabaseValueConvertible)? in
                            switch value {
                            case .none: nil
                            case .number(let number): number
                            case .text(let text): text
                            case .bytes(let bytes): Data(bytes)
                            }
                        }
                    )
                )
            }
        }
    }

    package func setUnfinished(_ isUnfinished: Bool) async throws {
        try await commits.write { db in try Migration.setUnfinished(isUnfinished, in: db) }
    }
}
