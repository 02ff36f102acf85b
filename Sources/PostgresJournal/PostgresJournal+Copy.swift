package import GlossportImporting

extension PostgresJournal {
    package func storedRows(
        of table: StoredTable,
        from offset: Int,
        limit: Int
    ) async throws -> [[StoredTable.Value]] {
        // In the order of bytes, whatever the database's language is.
        let key = table.key.map { name in
            table.columns.contains { $0.name == name && $0.kind == .text } ? "\(name) COLLATE \"C\"" : name
        }
        let sql = """
            SELECT \(table.columns.map(\.name).joined(separator: ", ")) FROM \(table.name)
            ORDER BY \(key.joined(separator: ", ")) LIMIT $1 OFFSET $2
            """
        return try await commits.read { transaction in
            try transaction.rows(sql, [limit, offset]).map { row in
                try table.columns.enumerated().map { index, column in
                    guard row.textIfAny(index) != nil else { return .none }
                    return switch column.kind {
                    case .number: .number(try row.number(index))
                    case .text: .text(try row.text(index))
                    case .bytes: .bytes(try row.bytes(index))
                    }
                }
            }
        }
    }

    package func store(_ rows: [[StoredTable.Value]], in table: StoredTable) async throws {
        let places = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
        let types = table.columns.map { column in
            switch column.kind {
            case .number: "bigint"
            case .text: "text"
            case .bytes: "bytea"
            }
        }
        let names = table.columns.map(\.name).joined(separator: ", ")
        let sql = """
            INSERT INTO \(table.name) (\(names)) SELECT \(names)
            FROM unnest(\(zip(places.split(separator: ", "), types).map { "\($0)::\($1)[]" }.joined(separator: ", "))) AS x(\(names))
            """
        try await commits.write(in: nil) { transaction in
            try transaction.perform(
                sql,
                table.columns.indices.map { index in PostgresArray(rows.map { $0[index].parameter }) }
            )
            guard table.isNumbered else { return }
            // What comes next is numbered after them.
            try transaction.perform(
                "SELECT setval(pg_get_serial_sequence('\(table.name)', 'number'), (SELECT max(number) FROM \(table.name)))",
                []
            )
        }
    }
}

extension PostgresJournal {
    package func setUnfinished(_ isUnfinished: Bool) async throws {
        try await commits.write(in: nil) { try PostgresSchema.setUnfinished(isUnfinished, $0) }
    }
}

extension StoredTable.Value {
    fileprivate var parameter: PostgresText? {
        switch self {
        case .none: nil
        case .number(let number): PostgresText(postgresText: number.postgresText)
        case .text(let text): PostgresText(postgresText: text.postgresText)
        case .bytes(let bytes): PostgresText(postgresText: bytes.postgresText)
        }
    }
}

/// A value of which only the text is known.
private struct PostgresText: PostgresParameter {
    let postgresText: String
}
