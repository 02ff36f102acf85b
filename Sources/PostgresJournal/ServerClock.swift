import Glossport

/// The server's time, which all machines write, as seen from this one.
///
/// Machines with different clocks would otherwise disagree about the requests of the last hour. Differences below half
/// a second are ignored: the network hides them.
struct ServerClock: Sendable {
    /// By how many seconds the server is ahead.
    var offset: Int64 = 0

    /// A moment of this machine as the journal stores it: microseconds, rounded up, because a pause may end late, but never early.
    func stored(_ moment: Timestamp) -> Int64 { (moment + .seconds(offset)).microsecondsUp }

    /// A stored moment as this machine sees it.
    func local(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) - .seconds(offset) }

    /// The greatest difference that is believed, in nanoseconds.
    private static let longest = Duration.seconds(100 * 365 * 86_400).nanoseconds

    /// - Parameters:
    ///   - microseconds: The server's time since 1970.
    ///   - sent: When it was asked here.
    ///   - received: When its answer came.
    /// - Throws: ``PostgresFailure/wrongClock``.
    init(server microseconds: Int64, sent: Timestamp, received: Timestamp) throws(PostgresFailure) {
        let middle = sent.nanoseconds / 2 + received.nanoseconds / 2
        let ahead = Timestamp(microseconds: microseconds).nanoseconds.clampedDifference(middle)
        guard ahead.magnitude <= Self.longest else { throw .wrongClock }
        offset = (ahead + (ahead < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
    }

    init() {}
}
