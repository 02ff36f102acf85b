package import GlossportProject

/// The calls for the real-time URL and its performance test; see ``MessageService`` for the answers.
package protocol RealtimeService: Sendable {
    /// Sets the real-time URL, replacing any other; may be repeated.
    func setRealtimeURL(_ url: String) async -> Answer

    /// Deletes the real-time URL; succeeds if none is set.
    func deleteRealtimeURL() async -> Answer

    /// Starts a performance test of the sandbox's real-time URL; fails while another one is running.
    ///
    /// - Parameter transaction: The original transaction ID of an active subscription that was bought in the sandbox.
    /// - Returns: The answer, and the test if it is ``Answer/Outcome/accepted``.
    func startPerformanceTest(of transaction: String) async -> (answer: Answer, start: PerformanceTest.Start?)

    /// Reads the result of a performance test, by its request ID.
    func getPerformanceTest(_ id: ServiceID) async -> (answer: Answer, test: PerformanceTest?)
}

/// A performance test, with the service's field names; times are in milliseconds, rates in percent.
///
/// Apple documents no field as optional, but only indispensable ones are required here.
package struct PerformanceTest: Sendable, Hashable, Codable {
    /// `PENDING`, `PASS` or `FAIL`.
    package var result: String
    package var config: Config?
    package var target: String?
    package var successRate: Int?
    /// The requests without an answer yet.
    package var numPending: Int?
    /// Response times by `average`, `p50`, `p90`, `p95` and `p99`.
    package var responseTimes: [String: Int]?
    /// Counts by kind, such as `TIMED_OUT`.
    package var failures: [String: Int]?

    package struct Config: Sendable, Hashable, Codable {
        package var maxConcurrentRequests, totalRequests, totalDuration: Int?
        package var responseTimeThreshold, successRateThreshold: Int?

        package init(totalDuration: Int? = nil) { self.totalDuration = totalDuration }
    }

    package struct Start: Sendable, Hashable, Codable {
        package var requestId: ServiceID
        package var config: Config?

        package init(requestId: ServiceID, config: Config? = nil) {
            self.requestId = requestId
            self.config = config
        }

        /// The duration of the test; one minute if the service does not report it.
        package var duration: Duration { .milliseconds(config?.totalDuration ?? 60_000) }
    }

    package init(result: String) { self.result = result }

    package var isPending: Bool { result == "PENDING" }
    package var hasPassed: Bool { result == "PASS" }
}
