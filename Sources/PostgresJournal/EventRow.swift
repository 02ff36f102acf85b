import Glossport
import GlossportProject

/// An event as a row of the table `event`.
enum EventRow {
    private static let types: [(name: String, type: String)] = [
        ("number", "bigint"), ("run", "bigint"), ("at_us", "bigint"), ("kind", "text"), ("item", "bytea"),
        ("attempt", "bigint"), ("endpoint", "text"), ("outcome", "text"), ("status", "bigint"), ("code", "bigint"),
        ("state", "text"), ("proof", "text"), ("reason", "text"), ("paused_until_us", "bigint"),
        ("steady_until_us", "bigint"), ("product", "text"), ("locale", "text"), ("text", "text"), ("writer", "uuid"),
    ]

    /// The columns in the order of ``event(_:_:)`` and ``arrays(of:_:)``.
    static let columns = types.map(\.name).joined(separator: ", ")

    /// Returns a `FROM` expression that turns one array per column into rows.
    ///
    /// The arrays are parameters, and `first` is the number of the first one.
    static func unnested(from first: Int) -> String {
        "unnest(\(types.enumerated().map { "$\(first + $0)::\($1.type)[]" }.joined(separator: ", ")))"
    }

    static func arrays(of events: [JournalEvent], _ clock: ServerClock) -> [(any PostgresParameter)?] {
        [
            PostgresArray(events.map(\.number)), PostgresArray(events.map(\.run)),
            PostgresArray(events.map { clock.stored($0.at) }), PostgresArray(events.map(\.kind.rawValue)),
            PostgresArray(events.map(\.item)), PostgresArray(events.map(\.attempt)),
            PostgresArray(events.map { $0.endpoint?.rawValue }), PostgresArray(events.map(\.outcome)),
            PostgresArray(events.map(\.status)), PostgresArray(events.map(\.code)),
            PostgresArray(events.map { $0.state?.rawValue }), PostgresArray(events.map { $0.proof?.rawValue }),
            PostgresArray(events.map(\.reason)), PostgresArray(events.map { $0.pausedUntil.map(clock.stored) }),
            PostgresArray(events.map { $0.steadyUntil.map(clock.stored) }), PostgresArray(events.map(\.product)),
            PostgresArray(events.map(\.locale)), PostgresArray(events.map(\.text)),
            PostgresArray(events.map(\.position.writer)),
        ]
    }

    static func event(_ row: PostgresRow, _ clock: ServerClock) throws -> JournalEvent {
        var event = JournalEvent(
            try row.word(3),
            in: try row.number(1),
            at: clock.local(try row.number(2)),
            item: try row.idIfAny(4),
            state: try row.wordIfAny(10)
        )
        event.position = LogPosition(try row.number(0), by: try row.uuid(18))
        event.attempt = try row.numberIfAny(5)
        event.endpoint = try row.wordIfAny(6)
        event.outcome = row.textIfAny(7)
        event.status = try row.intIfAny(8)
        event.code = try row.intIfAny(9)
        event.proof = try row.wordIfAny(11)
        event.reason = row.textIfAny(12)
        event.pausedUntil = try row.numberIfAny(13).map(clock.local)
        event.steadyUntil = try row.numberIfAny(14).map(clock.local)
        event.product = row.textIfAny(15)
        event.locale = row.textIfAny(16)
        event.text = row.textIfAny(17)
        return event
    }
}
