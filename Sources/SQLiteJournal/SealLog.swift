private import Crypto
import Foundation
import GRDB

/// The seals: for each transaction, which rows it has changed, and the SHA-256 of what they say now.
///
/// Each seal also holds the SHA-256 of the one before and of itself, so that none can be changed, left out or put in between. A seal is
/// written in the transaction that it is about: however the process ends, rows and seals agree. There is no secret in it. It
/// finds what the disk, another program or a careless hand has changed; somebody who means harm and knows the format can
/// seal anew, but then the head differs from the one that was noted before.
enum SealLog {
    /// Where the first chain begins.
    private static let origin = Data(count: 32)

    /// Makes this connection note which rows of sealed tables its statements change.
    ///
    /// After a migration once more, for the tables that it made. The triggers are not in the file, and they are there before any statement; none can forget to tell.
    static func watch(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS touched (
                    place INTEGER NOT NULL, a NOT NULL, b NOT NULL DEFAULT '', c NOT NULL DEFAULT '', d NOT NULL DEFAULT '',
                    PRIMARY KEY (place, a, b, c, d)
                ) WITHOUT ROWID;
                """ + SealedTable.present(in: db).map(\.watchers).joined(separator: "\n")
        )
    }

    /// Seals what the transaction has changed so far, and all of the tables that are `new`; must be the last thing in it.
    static func seal(_ db: Database, new: [SealedTable] = []) throws {
        let places = try UInt8.fetchAll(db.cachedStatement(sql: "SELECT DISTINCT place FROM temp.touched"))
        var bytes: [UInt8] = []
        for table in places.compactMap({ SealedTable.byCode[$0] }) {
            try SealEntry.each(table.touchedRows, of: table, saysWhetherThere: true, in: db) { entry in
                entry.append(to: &bytes)
            }
        }
        for table in new {
            try SealEntry.each(table.everyRow, of: table, saysWhetherThere: false, in: db) { $0.append(to: &bytes) }
        }
        guard !bytes.isEmpty else { return }
        try db.perform("DELETE FROM temp.touched", [])
        try insert(bytes, after: try last(in: db), isStart: false, in: db)
    }

    /// Replaces all seals by one of everything that is there; the chain goes on from where it was.
    ///
    /// For a journal that has none yet, and after pruning, so that the seals do not outgrow what they are about.
    static func restart(_ db: Database) throws {
        var bytes: [UInt8] = []
        for table in try SealedTable.present(in: db) {
            try SealEntry.each(table.everyRow, of: table, saysWhetherThere: false, in: db) { $0.append(to: &bytes) }
        }
        let last = try last(in: db)
        try db.perform("DELETE FROM seal", [])
        try insert(bytes, after: last, isStart: true, in: db)
    }

    /// The link of a chain.
    static func chain(_ previous: Data, _ number: Int64, _ entries: Data) -> Data {
        var hash = SHA256()
        hash.update(data: previous)
        withUnsafeBytes(of: number.bigEndian) { hash.update(bufferPointer: $0) }
        hash.update(data: entries)
        return Data(hash.finalize())
    }

    private static func last(in db: Database) throws -> (number: Int64, chain: Data)? {
        try db.rows("SELECT number, chain FROM seal ORDER BY number DESC LIMIT 1", []) { row in
            (try row.decode(Int64.self, atIndex: 0), try row.decode(Data.self, atIndex: 1))
        }
        .first
    }

    private static func insert(
        _ bytes: [UInt8],
        after last: (number: Int64, chain: Data)?,
        isStart: Bool,
        in db: Database
    ) throws {
        let previous = last?.chain ?? origin
        let number = (last?.number ?? 0) + 1
        let entries = Data(bytes)
        try db.perform(
            "INSERT INTO seal (number, base, entries, chain) VALUES (?, ?, ?, ?)",
            [number, isStart ? previous : nil, entries, chain(previous, number, entries)]
        )
    }
}
