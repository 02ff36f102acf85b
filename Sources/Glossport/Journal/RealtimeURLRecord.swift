/// The real-time URL as recorded in the journal.
package struct RealtimeURLRecord: Sendable, Hashable {
    /// The URL without secrets, see ``RealtimeURL/redacted(_:)``; `nil` if none was set.
    package var url: String?
    /// When it was first read from the service, or set there.
    package var since: Timestamp
}
