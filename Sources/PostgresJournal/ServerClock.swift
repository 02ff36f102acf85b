import Glossport

/// The difference between this machine's clock and the server's; all machines write the server's time.
///
/// Otherwise, machines with different clocks would disagree about the requests of the last hour. The difference is
/// rounded to whole seconds, because network delays hide smaller ones.
struct ServerClock: Sendable {
    /// The server's time minus this machine's, in seconds.
    var offset: Int64 = 0

    /// Converts a moment of this machine to the server's time in microseconds, rounded up, because a pause may end
    /// late, but never early.
    func stored(_ moment: Timestamp) -> Int64 { (moment + .seconds(offset)).microsecondsUp }

    /// Converts a stored moment to this machine's time.
    func local(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) - .seconds(offset) }

    /// The greatest accepted difference, in nanoseconds.
    private static let greatestDifference = Duration.seconds(100 * 365 * 86_400).nanoseconds

    /// Compares the server's time with the middle of the interval between sending the request and receiving the answer.
    ///
    /// - Throws: ``PostgresFailure/wrongClock``.
    init(server microseconds: Int64, sent: Timestamp, received: Timestamp) throws(PostgresFailure) {
        let middle = sent.nanoseconds / 2 + received.nanoseconds / 2
        let ahead = Timestamp(microseconds: microseconds).nanoseconds.clampedDifference(middle)
        guard ahead.magnitude <= Self.greatestDifference else { throw .wrongClock }
        offset = (ahead + (ahead < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
    }

    init() {}
}
