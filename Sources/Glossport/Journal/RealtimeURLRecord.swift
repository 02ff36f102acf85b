/// The real-time URL as a journal remembers it.
package struct RealtimeURLRecord: Sendable, Hashable {
    /// ``RealtimeURL/redacted(_:)``; `nil` if none was set.
    package var url: String?
    /// When the service showed it for the first time.
    package var since: Timestamp
}
