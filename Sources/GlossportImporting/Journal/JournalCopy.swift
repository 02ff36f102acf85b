package import GlossportChecking
import GlossportReading

/// Copies a whole journal into another one, of whatever kind, that remembers nothing yet.
package enum JournalCopy {
    private static let batch = 500

    /// The destinations that a journal remembers.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    package static func destinations(of journal: any StoredJournal) async throws -> [Destination] {
        // What the first table is about, and what its columns are.
        try await journal.storedRows(of: StoredTable.all[0], from: 0, limit: .max).compactMap { row in
            guard case .text(let app) = row[1], case .text(let word) = row[2],
                let environment = ServiceEnvironment(rawValue: word)
            else { return nil }
            return Destination(app: app, environment: environment)
        }
    }

    /// Copies all rows and compares them; until both is done, the target is marked as unfinished.
    ///
    /// - Parameters:
    ///   - source: What to copy; nobody may write to it meanwhile.
    ///   - target: Where to.
    /// - Returns: How many rows of each table were copied.
    /// - Throws: ``GlossportError`` with code `journal`, also if the target remembers something, and for copies that differ.
    package static func copy(
        _ source: any StoredJournal,
        into target: any StoredJournal
    ) async throws -> [StoredTable: Int] {
        for table in StoredTable.all {
            guard try await target.storedRows(of: table, from: 0, limit: 1).isEmpty else {
                throw GlossportError(
                    .journal,
                    "The journal that is to be filled remembers something already.",
                    remedy: "Name one that is new: two journals can't become one."
                )
            }
        }
        try await target.setUnfinished(true)
        var counts: [StoredTable: Int] = [:]
        for table in StoredTable.all {
            var count = 0
            while true {
                let rows = try await source.storedRows(of: table, from: count, limit: batch)
                if rows.isEmpty { break }
                try await target.store(rows, in: table)
                count += rows.count
            }
            counts[table] = count
        }
        try await compare(source, target)
        try await target.setUnfinished(false)
        return counts
    }

    /// Makes sure that two journals remember the same.
    ///
    /// - Throws: ``GlossportError`` with code `journal` that names the first table in which they differ.
    package static func compare(_ source: any StoredJournal, _ target: any StoredJournal) async throws {
        for table in StoredTable.all {
            var offset = 0
            while true {
                let rows = try await source.storedRows(of: table, from: offset, limit: batch)
                let copies = try await target.storedRows(of: table, from: offset, limit: batch)
                guard rows == copies else {
                    throw GlossportError(
                        .journal,
                        "The copy differs from its original in the table \(table.name).",
                        remedy:
                            "Somebody wrote while it was copied: remove the copy, and copy again while nothing runs."
                    )
                }
                if rows.isEmpty { break }
                offset += rows.count
            }
        }
    }
}
