/// The moment by which a booked request leaves, or never leaves.
///
/// A client compares it with the clock when the request's connection is there. A machine that slept may have been passed over meanwhile: its
/// requests must not go out when it wakes.
package enum Departure {
    /// The limit for the requests of the present task; `nil` for none.
    @TaskLocal package static var latest: Timestamp?

    /// Whether a request of the present task may still leave.
    package static func isOpen(at now: Timestamp) -> Bool { latest.map { now <= $0 } ?? true }
}
