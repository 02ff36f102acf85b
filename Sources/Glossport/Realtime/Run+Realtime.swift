package import GlossportProject
import GlossportReading

extension Run {
    /// Reads the real-time URL and records it in the journal; `nil` if none is set.
    ///
    /// - Throws: The same errors as ``list(_:)``.
    package func realtimeURL() async throws -> String? {
        let (answer, url) = try await ask(.getRealtimeURL) { [service] in
            await service.getRealtimeURL()
        }
        guard answer.outcome == .accepted || answer.meansNoRealtimeURL else {
            throw GlossportError.call(.getRealtimeURL, answer)
        }
        try await journal.recordRealtimeURL(url, at: time.now, in: id)
        return url
    }

    /// Sets the real-time URL; `nil` deletes it.
    ///
    /// - Throws: The same errors as ``list(_:)``, and an error for a refusal.
    package func setRealtimeURL(_ url: String?) async throws {
        let endpoint = url == nil ? Endpoint.deleteRealtimeURL : .configureRealtimeURL
        let name = url.map(RealtimeURL.redacted)
        let answer = try await change(endpoint, name) { service in
            guard let url else { return await service.deleteRealtimeURL() }
            var answer = await service.setRealtimeURL(url)
            // A refusal may repeat the URL, and the journal keeps the text of the answer.
            answer.detail = answer.detail.map { RealtimeURL.redact(url, in: $0) }
            return answer
        }
        // If the answer to a deletion was lost, the repeated request finds no URL.
        guard answer.outcome == .accepted || url == nil && answer.meansNoRealtimeURL else {
            throw GlossportError.call(endpoint, answer, about: name)
        }
        try await journal.recordRealtimeURL(url, at: time.now, in: id)
    }

    /// Starts a performance test of the real-time URL.
    ///
    /// If an answer is lost, the repeated request is refused, because the test is already running.
    ///
    /// - Parameter transaction: The original transaction ID of a subscription in the sandbox.
    /// - Returns: The request ID and the duration of the test.
    /// - Throws: The same errors as ``setRealtimeURL(_:)``.
    package func startPerformanceTest(of transaction: String) async throws -> PerformanceTest.Start {
        let endpoint = Endpoint.initiatePerformanceTest
        let (answer, start) = try await perform(endpoint) { [service] in
            await service.startPerformanceTest(of: transaction)
        }
        guard answer.outcome == .accepted, let start else { throw GlossportError.call(endpoint, answer) }
        return start
    }

    /// Waits for the result of a performance test.
    ///
    /// The test should end at `moment`, so no request is sent earlier, unless the `limit`, the longest time to wait,
    /// ends first.
    ///
    /// - Returns: The test, which may still be pending.
    /// - Throws: The same errors as ``setRealtimeURL(_:)``.
    package func performanceTest(
        _ id: ServiceID,
        expectedAt moment: Timestamp,
        waiting limit: Duration
    ) async throws -> PerformanceTest {
        let endpoint = Endpoint.getPerformanceTestResults
        let end = time.now + limit
        var next = moment
        while true {
            try await stop.sleep(until: min(next, end), by: time)
            let (answer, test) = try await ask(endpoint) { [service] in
                await service.getPerformanceTest(id)
            }
            guard answer.outcome == .accepted, let test else {
                throw GlossportError.call(endpoint, answer, about: id.description)
            }
            guard test.isPending, time.now < end else { return test }
            // The sandbox permits one request every ten seconds.
            next = time.now + .seconds(10)
        }
    }
}
