private import Foundation
import GRDB
import GlossportChecking

/// Compares every row with its seal.
struct SealInspection {
    /// Sentences, without a full stop, for what is not what glossport wrote; empty if everything is.
    private(set) var defects: [String] = []
    /// What all seals come down to; two looks at one journal can be compared by it.
    private(set) var head: String?
    /// How many rows differ, also those that are not named.
    private(set) var rows = 0

    /// So many rows are named; if more differ, the names of all of them help nobody.
    private static let named = 50

    /// Reads all seals and all sealed rows, in the transaction of the caller.
    init(_ db: Database) throws {
        var expected = try readSeals(db)
        for table in SealedTable.all {
            try SealEntry.each(table.everyRow, of: table, saysWhetherThere: false, in: db) { entry in
                let sealed = expected[table.code]?.removeValue(forKey: entry.key)
                if sealed == entry.digest { return }
                if sealed == nil || sealed == SealEntry.gone {
                    try note(entry, of: table, "was not written by glossport", db)
                } else {
                    try note(entry, of: table, "is not what glossport wrote", db)
                }
            }
            for (key, digest) in expected[table.code] ?? [:] where digest != SealEntry.gone {
                try note(SealEntry(table: table.code, key: key, digest: digest), of: table, "is gone", db)
            }
        }
        if rows > Self.named { defects.append("\(rows - Self.named) more rows differ") }
    }

    /// Checks the chain, and returns what it says of each row.
    private mutating func readSeals(_ db: Database) throws -> [UInt8: [[UInt8]: [UInt8]]] {
        var expected: [UInt8: [[UInt8]: [UInt8]]] = [:]
        var last: (number: Int64, chain: Data)?
        var isBroken = false
        let seals = try Row.fetchCursor(db, sql: "SELECT number, base, entries, chain FROM seal ORDER BY number")
        while let row = try seals.next() {
            let number = try row.decode(Int64.self, atIndex: 0)
            let base = try row.decode(Data?.self, atIndex: 1)
            let bytes = try row.decode(Data.self, atIndex: 2)
            let chain = try row.decode(Data.self, atIndex: 3)
            let follows = last.map { base == nil && number == $0.number + 1 } ?? (base != nil)
            let previous = last?.chain ?? base ?? Data()
            let entries = SealEntry.entries(of: Array(bytes))
            if !isBroken, !follows || entries == nil || chain != SealLog.chain(previous, number, bytes) {
                isBroken = true
                defects.append("seal \(number) does not follow from those before it")
            }
            for entry in entries ?? [] { expected[entry.table, default: [:]][entry.key] = entry.digest }
            last = (number, chain)
        }
        if last == nil { defects.append("the journal has no seals") }
        head = last.map { $0.chain.prefix(8).hexadecimal }
        return expected
    }

    private mutating func note(_ entry: SealEntry, of table: SealedTable, _ what: String, _ db: Database) throws {
        rows += 1
        guard rows <= Self.named else { return }
        let values = entry.keyValues
        var name: String?
        if let values { name = try String.fetchOne(db, sql: table.nameOfRow, arguments: StatementArguments(values)) }
        let key = values?.map { "\($0)" }.joined(separator: ", ") ?? "unreadable"
        defects.append("a row of \(table.title) (\(name ?? key)) \(what)")
    }
}
