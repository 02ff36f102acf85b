/// The core's only clock: the present time, and waiting.
package protocol TimeSource: Sendable {
    /// The present moment; it never goes back while the process lives.
    var now: Timestamp { get }

    /// Returns at or after `deadline`, never before it.
    ///
    /// - Throws: `CancellationError` as soon as the task is canceled.
    func sleep(until deadline: Timestamp) async throws
}
