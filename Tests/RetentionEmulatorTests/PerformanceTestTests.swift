import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("Performance tests")
struct PerformanceTestTests {
    private let url = Operation.configureRealtimeURL("https://example.com/retention")

    private func start(_ state: inout ServiceState, at now: Moment = Samples.start) throws -> Identifier {
        let reply = state.send(.startPerformanceTest("2000000012345678"), to: .initiatePerformanceTest, at: now).reply
        guard case .performanceTest(let identifier, _) = reply else { throw Nonsense() }
        return identifier
    }

    private func verdict(_ state: inout ServiceState, _ identifier: Identifier, after time: Duration) throws -> String {
        let query = Operation.performanceTestResult(identifier)
        let reply = state.send(query, to: .getPerformanceTestResults, at: Samples.start + time).reply
        guard case .performanceTestResult(let result) = reply else { throw Nonsense() }
        return result.verdict
    }

    @Test("A test takes its time and passes or fails as configured", arguments: [(false, "PASS"), (true, "FAIL")])
    func time(fails: Bool, end: String) throws {
        var state = try Samples.state { $0.failsPerformanceTests = fails }
        _ = state.send(url, to: .configureRealtimeURL)
        let identifier = try start(&state)
        #expect(try verdict(&state, identifier, after: .seconds(59)) == "PENDING")
        #expect(try verdict(&state, identifier, after: .seconds(60)) == end)
    }

    @Test("A second test can start after the first has ended, with a different ID")
    func second() throws {
        var state = try Samples.state()
        _ = state.send(url, to: .configureRealtimeURL)
        let first = try start(&state)
        let again = Operation.startPerformanceTest("1")
        #expect(state.send(again, to: .initiatePerformanceTest).reply == .refused(.performanceTestExists))
        #expect(try start(&state, at: Samples.start + .seconds(60)) != first)
    }

    @Test("A test needs a URL and a numeric transaction ID, and an unknown test is not found")
    func refusals() throws {
        var state = try Samples.state()
        let test = { Operation.startPerformanceTest($0) }
        #expect(state.send(test("1"), to: .initiatePerformanceTest).reply == .refused(.invalidPerformanceTest))
        #expect(state.send(test("a1"), to: .initiatePerformanceTest).reply == .refused(.invalidTransaction))
        let query = Operation.performanceTestResult(try Samples.identifier(1))
        #expect(state.send(query, to: .getPerformanceTestResults).reply == .refused(.performanceTestNotFound))
    }

    @Test("Start and result have the members documented by Apple")
    func fields() async throws {
        let bench = try TestBench()
        try await bench.test { caller async throws in
            _ = try await caller.send(.put, "/realtime/url", #"{"realtimeURL":"https://example.com"}"#)
            let start = try await caller.send(.post, "/performanceTest", #"{"originalTransactionId":"1"}"#).text
            let config =
                #""config":{"maxConcurrentRequests":10,"totalRequests":100,"totalDuration":60000,"#
                + #""responseTimeThreshold":700,"successRateThreshold":95}"#
            #expect(start.hasPrefix("{\(config),\"requestId\":\""))
            let identifier = start.dropLast(2).suffix(36)
            #expect(try await caller.send(.get, "/performanceTest/result/x").errorCode == 4_000_212)
            #expect(try await caller.send(.post, "/performanceTest", "{}").errorCode == 4_000_211)
            bench.advance(.seconds(60))
            let result = try await caller.send(.get, "/performanceTest/result/\(identifier)").text
            #expect(
                result == "{\(config)," + #""target":"https://example.com","result":"PASS","successRate":98,"#
                    + #""numPending":0,"responseTimes":{"average":140,"p50":120,"p90":230,"p95":310,"p99":480},"#
                    + #""failures":{"SUCCESS":98,"TIMED_OUT":2}}"#
            )
        }
    }

    @Test("Production has no performance test")
    func production() async throws {
        try await TestBench { $0.rules = Rules(environment: .production) }.test { caller in
            let response = try await caller.send(.post, "/performanceTest", #"{"originalTransactionId":"1"}"#)
            #expect(response.status == .notFound)
            #expect(response.body.readableBytes == 0)
        }
    }
}
