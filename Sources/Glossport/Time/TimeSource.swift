/// The only clock that the core knows: what time it is, and how to wait.
package protocol TimeSource: Sendable {
    /// The present moment. Never goes back while the process lives.
    var now: Timestamp { get }

    /// Returns at or after `deadline`, never before it.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(until deadline: Timestamp) async throws
}
