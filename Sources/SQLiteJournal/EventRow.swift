import Foundation
import GRDB
import Glossport
import GlossportProject
import GlossportReading

/// An event as a row of the table `event`.
enum EventRow {
    /// The columns in the order of ``event(_:)`` and ``insert(_:at:in:)``.
    static let columns = """
        number, run, at_us, kind, item, attempt, endpoint, outcome, status, code, state, proof, reason, paused_until_us, \
        steady_until_us, product, locale, text, writer
        """

    /// A subquery for a destination's number, by its app and environment.
    static let destination = "(SELECT number FROM destination WHERE app = ? AND environment = ?)"

    /// Returns the number of a destination, and inserts the destination if it is new.
    static func number(of destination: Destination, in db: Database) throws -> Int64 {
        let values: StatementArguments = [destination.app, destination.environment.rawValue]
        let known = try db.cachedStatement(sql: "SELECT \(Self.destination)")
        if let number = try Int64.fetchOne(known, arguments: values) { return number }
        try db.execute(sql: "INSERT INTO destination (app, environment) VALUES (?, ?)", arguments: values)
        return db.lastInsertedRowID
    }

    static func insert(_ event: JournalEvent, at destination: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO event (destination, \(columns))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            destination, event.number, event.run, event.at.microsecondsUp, event.kind.rawValue,
            event.item.map { Data($0.bytes) }, event.attempt, event.endpoint?.rawValue, event.outcome, event.status,
            event.code, event.state?.rawValue, event.proof?.rawValue, event.reason,
            event.pausedUntil?.microsecondsUp, event.steadyUntil?.microsecondsUp, event.product, event.locale,
            event.text, event.position.writer,
        ])
    }

    static func event(_ row: Row) throws -> JournalEvent {
        var event = JournalEvent(
            try word(row, 3),
            in: try row.decode(atIndex: 1),
            at: Timestamp(microseconds: try row.decode(atIndex: 2))
        )
        event.position = try position(row, 0, 18)
        event.item = try row.decode(Data?.self, atIndex: 4).map { bytes in
            guard let id = ServiceID(bytes: bytes) else { throw GlossportError.unreadableEvent(event.number) }
            return id
        }
        event.attempt = try row.decode(atIndex: 5)
        event.endpoint = try wordIfAny(row, 6)
        event.outcome = try row.decode(atIndex: 7)
        event.status = try row.decode(atIndex: 8)
        event.code = try row.decode(atIndex: 9)
        event.state = try wordIfAny(row, 10)
        event.proof = try wordIfAny(row, 11)
        event.reason = try row.decode(atIndex: 12)
        event.pausedUntil = try row.decode(Int64?.self, atIndex: 13).map(Timestamp.init(microseconds:))
        event.steadyUntil = try row.decode(Int64?.self, atIndex: 14).map(Timestamp.init(microseconds:))
        event.product = try row.decode(atIndex: 15)
        event.locale = try row.decode(atIndex: 16)
        event.text = try row.decode(atIndex: 17)
        return event
    }

    static func position(_ row: Row, _ number: Int, _ writer: Int) throws -> LogPosition {
        LogPosition(try row.decode(atIndex: number), by: try row.decode(atIndex: writer))
    }

    private static func word<Word: RawRepresentable<String>>(_ row: Row, _ column: Int) throws -> Word {
        guard let word: Word = try wordIfAny(row, column) else {
            throw GlossportError.unreadableEvent(try row.decode(atIndex: 0))
        }
        return word
    }

    private static func wordIfAny<Word: RawRepresentable<String>>(_ row: Row, _ column: Int) throws -> Word? {
        guard let text = try row.decode(String?.self, atIndex: column) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw GlossportError.unreadableEvent(try row.decode(atIndex: 0))
        }
        return word
    }
}
