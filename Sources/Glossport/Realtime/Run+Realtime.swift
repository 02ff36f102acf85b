package import GlossportProject
import GlossportReading

extension Run {
    /// The real-time URL, which the journal remembers; `nil` if none is set.
    ///
    /// - Throws: As ``list(_:)`` does.
    package func realtimeURL() async throws -> String? {
        let (answer, url) = try await ask(.getRealtimeURL) { [service] in
            await service.getRealtimeURL()
        }
        guard answer.outcome == .accepted || answer.outcome == .notFound else {
            throw GlossportError.call(.getRealtimeURL, answer)
        }
        try await journal.recordRealtimeURL(url, at: time.now, in: id)
        return url
    }

    /// Sets the real-time URL, or deletes it.
    ///
    /// - Throws: As ``list(_:)`` does, and for a refusal.
    package func setRealtimeURL(_ url: String?) async throws {
        let endpoint = url == nil ? Endpoint.deleteRealtimeURL : .configureRealtimeURL
        let name = url.map(RealtimeURL.redacted)
        let answer = try await change(endpoint, name) { service in
            guard let url else { return await service.deleteRealtimeURL() }
            var answer = await service.setRealtimeURL(url)
            // The service may repeat what it refuses, and the journal keeps its words.
            answer.detail = answer.detail.map { RealtimeURL.redact(url, in: $0) }
            return answer
        }
        guard answer.outcome == .accepted else { throw GlossportError.call(endpoint, answer, about: name) }
        try await journal.recordRealtimeURL(url, at: time.now, in: id)
    }

    /// Starts a performance test of the real-time URL.
    ///
    /// Where an answer is lost the repetition is refused, for the test is running then.
    ///
    /// - Parameter transaction: The original transaction ID of a subscription in the sandbox.
    /// - Returns: Its request ID, and how long it takes.
    /// - Throws: As ``setRealtimeURL(_:)`` does.
    package func startPerformanceTest(of transaction: String) async throws -> PerformanceTest.Start {
        let endpoint = Endpoint.initiatePerformanceTest
        let (answer, start) = try await perform(endpoint) { [service] in
            await service.startPerformanceTest(of: transaction)
        }
        guard answer.outcome == .accepted, let start else { throw GlossportError.call(endpoint, answer) }
        return start
    }

    /// Waits until a performance test has a result.
    ///
    /// - Parameters:
    ///   - id: Its request ID.
    ///   - moment: When it is expected to end; nothing is asked before.
    ///   - limit: How long to wait at most.
    /// - Returns: The test, which may be pending.
    /// - Throws: As ``setRealtimeURL(_:)`` does.
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
            // The pace that the sandbox grants.
            next = time.now + .seconds(10)
        }
    }
}
