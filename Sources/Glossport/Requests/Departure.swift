/// The time limit for sending a recorded request.
///
/// A client compares it with the clock once the request has a connection. If the machine slept, another run may have
/// superseded this one, so requests must not be sent after waking.
package enum Departure {
    /// The limit for requests of the current task; `nil` for none.
    @TaskLocal package static var latest: Timestamp?

    /// Whether requests of the current task may still be sent.
    package static func isOpen(at now: Timestamp) -> Bool { latest.map { now <= $0 } ?? true }
}
