private import Crypto
private import Foundation
import GRDB
private import GRDBSQLite

/// Which row, and the SHA-256 of what is sealed of it: 32 bytes, all zero if the row is gone.
struct SealEntry: Sendable {
    var table: UInt8
    /// The key's columns, coded.
    var key: [UInt8]
    var digest: [UInt8]

    static let digestLength = 32
    static let gone = [UInt8](repeating: 0, count: digestLength)

    /// As it stands in the seal: the table's number, the key with its length, the digest.
    func append(to bytes: inout [UInt8]) {
        bytes.append(table)
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: key.count))
        bytes.append(contentsOf: key)
        bytes.append(contentsOf: digest)
    }

    /// The entries of one seal; `nil` if it is not what `append` makes.
    static func entries(of bytes: [UInt8]) -> [SealEntry]? {
        var entries: [SealEntry] = []
        entries.reserveCapacity(bytes.count / 46)
        var index = 0
        while index < bytes.count {
            guard bytes.count - index >= 5 else { return nil }
            let table = bytes[index]
            let length = bytes[index + 1..<index + 5].reduce(0) { $0 << 8 | Int($1) }
            index += 5
            guard bytes.count - index >= length + digestLength else { return nil }
            let key = Array(bytes[index..<index + length])
            index += length
            entries.append(SealEntry(table: table, key: key, digest: Array(bytes[index..<index + digestLength])))
            index += digestLength
        }
        return entries
    }

    /// Steps through a query and makes an entry of each row.
    ///
    /// `saysWhetherThere` if its first column says whether the row exists.
    static func each(
        _ sql: String,
        of table: SealedTable,
        saysWhetherThere: Bool,
        in db: Database,
        _ body: (SealEntry) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: sql).sqliteStatement
        sqlite3_reset(statement)
        defer { sqlite3_reset(statement) }
        let first: Int32 = saysWhetherThere ? 1 : 0
        let columns = first + Int32(table.key.count)
        let end = columns + Int32(table.columns.count)
        var coded: [UInt8] = []
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
                return
            }
            coded.removeAll(keepingCapacity: true)
            for index in first..<columns { append(statement, index, to: &coded) }
            let key = coded
            let isThere = !saysWhetherThere || sqlite3_column_int(statement, 0) != 0
            guard isThere else {
                try body(SealEntry(table: table.code, key: key, digest: gone))
                continue
            }
            for index in columns..<end { append(statement, index, to: &coded) }
            try body(SealEntry(table: table.code, key: key, digest: Array(SHA256.hash(data: coded))))
        }
    }

    /// A value's type, for texts and blobs its length, and its bytes, so that no two rows have the same coding.
    private static func append(_ statement: OpaquePointer, _ index: Int32, to bytes: inout [UInt8]) {
        let type = sqlite3_column_type(statement, index)
        bytes.append(UInt8(truncatingIfNeeded: type))
        switch type {
        case SQLITE_INTEGER:
            bytes.append(bigEndian: sqlite3_column_int64(statement, index))
        case SQLITE_NULL: break
        default:
            // A text is taken as the bytes that it is; there are no fractions in the schema.
            let start =
                type == SQLITE_TEXT
                ? sqlite3_column_text(statement, index).map { UnsafeRawPointer($0) }
                : sqlite3_column_blob(statement, index)
            let count = sqlite3_column_bytes(statement, index)
            bytes.append(bigEndian: count)
            if let start { bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count))) }
        }
    }

    /// The values of the key, to ask for its row; `nil` if it is not a key of ours.
    var keyValues: [DatabaseValue]? {
        var values: [DatabaseValue] = []
        var rest = key[...]
        while let type = rest.popFirst() {
            switch Int32(type) {
            case SQLITE_INTEGER where rest.count >= 8:
                values.append(Int64(bitPattern: rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }).databaseValue)
                rest = rest.dropFirst(8)
            case SQLITE_TEXT where rest.count >= 4, SQLITE_BLOB where rest.count >= 4:
                let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(4)
                guard rest.count >= count else { return nil }
                let bytes = Array(rest.prefix(count))
                rest = rest.dropFirst(count)
                let isText = Int32(type) == SQLITE_TEXT
                values.append(isText ? String(decoding: bytes, as: UTF8.self).databaseValue : Data(bytes).databaseValue)
            default: return nil
            }
        }
        return values
    }
}

extension [UInt8] {
    /// Appends a number's bytes, the highest first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
