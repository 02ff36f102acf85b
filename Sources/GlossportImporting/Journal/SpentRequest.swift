/// An attempt of the past, as the hour's ledger needs it.
package struct SpentRequest: Sendable, Hashable {
    package var started: Timestamp
    /// `nil` if it was cut off.
    package var finished: Timestamp?

    package init(started: Timestamp, finished: Timestamp?) {
        self.started = started
        self.finished = finished
    }
}
