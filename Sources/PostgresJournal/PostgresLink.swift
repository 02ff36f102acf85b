import CLibrary
import Dispatch
private import Foundation
import Glossport
import GlossportReading

/// A connection that reconnects when it is lost, and the queue that uses it.
///
/// `@unchecked Sendable` because the connection is used only on the queue.
final class PostgresLink: @unchecked Sendable {
    let address: PostgresAddress
    let queue: DispatchQueue
    private let timeout: Duration
    private var connection: PostgresConnection?
    private var clock = ServerClock()
    /// Whether the server has ever answered; without an answer the address is probably wrong, so there is no retry.
    private var hasAnswered = false

    /// Creates a link, which restores a lost connection for up to `timeout` before it fails.
    init(_ address: PostgresAddress, timeout: Duration) {
        self.address = address
        self.timeout = timeout
        queue = DispatchQueue(label: "glossport.journal")
    }

    /// Closes the connection; the next use opens a new one.
    func close() { queue.sync { connection = nil } }

    /// Reads one consistent state.
    func read<Value: Sendable>(_ body: @escaping @Sendable (PostgresTransaction) throws -> Value) async throws -> Value
    {
        try await onQueue { [self] in try transaction(isReading: true, body) }
    }

    /// Writes in a transaction; the writes must be harmless if they are executed twice.
    func write<Value: Sendable>(_ body: @escaping @Sendable (PostgresTransaction) throws -> Value) async throws -> Value
    {
        try await onQueue { [self] in try transaction(isReading: false, body) }
    }

    /// Executes one statement in a transaction that is sent to the server as a whole.
    ///
    /// - Returns: The number of changed rows, 0 if one of them already existed; and whether an earlier try failed, so
    ///   that its answer may have been lost.
    func commit(
        _ statement: @escaping @Sendable (ServerClock) -> PostgresStatement
    ) async throws -> (changes: Int, wasRepeated: Bool) {
        try await onQueue { [self] in
            var tries = 0
            let changes = try persistently { connection, clock in
                tries += 1
                let opening = Self.opening(isReading: false)
                let statements = opening + [statement(clock), PostgresStatement("COMMIT")]
                do {
                    return try connection.execute(statements)[opening.count].changes
                } catch let failure as PostgresFailure where !failure.needsNewConnection {
                    _ = try connection.execute([PostgresStatement("ROLLBACK")])
                    if failure.isDuplicate { return 0 }
                    throw failure
                }
            }
            return (changes, tries > 1)
        }
    }

    private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [name = address.name] in
                do {
                    continuation.resume(returning: try body())
                } catch {
                    continuation.resume(throwing: GlossportError.journal(error, at: name))
                }
            }
        }
    }

    /// Performs a transaction, and repeats it after a lost connection or a temporary failure.
    ///
    /// It must be called on the queue.
    ///
    /// A reading transaction sees one consistent state. If `body` is executed again, it must find out itself whether
    /// its first execution was committed.
    ///
    /// - Throws: ``PostgresFailure``; errors of `body`.
    func transaction<Value>(
        isReading: Bool,
        timeout: Duration? = nil,
        _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
        try persistently(timeout) { connection, clock in
            do {
                _ = try connection.execute(Self.opening(isReading: isReading))
                let value = try body(PostgresTransaction(connection: connection, clock: clock))
                _ = try connection.execute([PostgresStatement("COMMIT")])
                return value
            } catch {
                if (error as? PostgresFailure)?.needsNewConnection != true {
                    _ = try connection.execute([PostgresStatement("ROLLBACK")])
                }
                throw error
            }
        }
    }

    /// Calls `body` with a connection, and repeats it after a lost connection or a temporary failure.
    private func persistently<Value>(
        _ timeout: Duration? = nil,
        _ body: (PostgresConnection, ServerClock) throws -> Value
    ) throws -> Value {
        var firstFailure: ContinuousClock.Instant?
        var pause = 0.05
        while true {
            do {
                return try body(try connected(), clock)
            } catch let failure as PostgresFailure where failure.needsNewConnection || failure.isTemporary {
                if failure.needsNewConnection { connection = nil }
                if case .tooLarge = failure { throw failure }
                guard hasAnswered else { throw failure }
                let began = firstFailure ?? .now
                firstFailure = began
                guard ContinuousClock.now - began < timeout ?? self.timeout else { throw failure }
                // Random pauses, because many processes may lose the same server at once.
                Thread.sleep(forTimeInterval: Double.random(in: pause / 2...pause))
                pause = min(pause * 2, 2)
            }
        }
    }

    private static func opening(isReading: Bool) -> [PostgresStatement] {
        [
            PostgresStatement("BEGIN" + (isReading ? " ISOLATION LEVEL REPEATABLE READ READ ONLY" : "")),
            PostgresStatement(settings),
        ]
    }

    /// The settings for each transaction, since a pooler may give the next one a different server connection.
    ///
    /// Commits must survive a crash, so `synchronous_commit` is turned on if it is off; any other value is kept.
    private static let settings = """
        SELECT set_config('search_path', 'glossport, pg_temp', true), set_config('statement_timeout', '10s', true),
        set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '15s', true),
        set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
        ELSE current_setting('synchronous_commit') END, true)
        """

    private func connected() throws -> PostgresConnection {
        if let connection { return connection }
        let new = try PostgresConnection(address)
        clock = try Self.clock(of: new)
        connection = new
        hasAnswered = true
        return new
    }

    private static var now: Timestamp { Timestamp(nanoseconds: Int64(Date().timeIntervalSince1970 * 1e9)) }

    /// Reads the server's clock three times, and returns the result with the shortest round trip.
    private static func clock(of connection: PostgresConnection) throws -> ServerClock {
        var nearest: (clock: ServerClock, trip: Duration)?
        for _ in 0..<3 {
            let sent = Self.now
            let rows = try connection.execute([
                PostgresStatement("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
            ])[0].rows
            let received = Self.now
            guard let microseconds = try rows.first?.number(0) else { continue }
            let trip = received - sent
            if trip < nearest?.trip ?? .seconds(1_000) {
                nearest = (try ServerClock(server: microseconds, sent: sent, received: received), trip)
            }
        }
        return nearest?.clock ?? ServerClock()
    }
}
