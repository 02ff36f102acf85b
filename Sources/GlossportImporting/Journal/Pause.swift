/// What the service said of an endpoint's allowance.
package struct Pause: Sendable, Hashable {
    /// Nothing may be sent before this moment.
    package var until: Timestamp
    /// The pace is steady until this moment.
    package var steadyUntil: Timestamp?

    package init(until: Timestamp, steadyUntil: Timestamp? = nil) {
        self.until = until
        self.steadyUntil = steadyUntil
    }
}
