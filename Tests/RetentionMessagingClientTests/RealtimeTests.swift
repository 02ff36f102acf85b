import Glossport
import RetentionMessagingClient
import Testing

@Suite("Real-time URL and performance test")
struct RealtimeTests {
    private func request(_ call: (RetentionMessagingClient) async -> Answer) async throws -> FakeService.Request {
        try await withClient(answering: .always(.respond(200, body: "{}"))) { client, service in
            _ = await call(client)
            return try #require(service.requests.first)
        }
    }

    @Test("Each call has Apple's method, path and body")
    func requests() async throws {
        let root = "/inApps/v1/messaging/"
        let set = try await request { await $0.setRealtimeURL("https://example.com") }
        #expect(set.line == "PUT \(root)realtime/url HTTP/1.1")
        #expect(set.body == #"{"realtimeURL":"https:\/\/example.com"}"#)
        #expect(try await request { await $0.getRealtimeURL().answer }.line == "GET \(root)realtime/url HTTP/1.1")
        #expect(try await request { await $0.deleteRealtimeURL() }.line == "DELETE \(root)realtime/url HTTP/1.1")
        let start = try await request { await $0.startPerformanceTest(of: "2000000012345678").answer }
        #expect(start.line == "POST \(root)performanceTest HTTP/1.1")
        #expect(start.body == #"{"originalTransactionId":"2000000012345678"}"#)
        #expect(start.headers["content-type"] == "application/json")
        let query = try await request { await $0.getPerformanceTest(someID).answer }
        #expect(query.line == "GET \(root)performanceTest/result/\(someID) HTTP/1.1")
    }

    @Test(
        "A 200 response that lacks the expected JSON members has an unknown outcome",
        arguments: ["", "{}", #"{"result":1}"#]
    )
    func unreadable(body: String) async throws {
        let answers = try await withClient(answering: .always(.respond(200, body: body))) { client, _ in
            [
                await client.getRealtimeURL().answer, await client.startPerformanceTest(of: "1").answer,
                await client.getPerformanceTest(someID).answer,
            ]
        }
        #expect(answers.map(\.outcome) == [.unknown, .unknown, .unknown])
    }

    @Test("Apple's examples of a performance test's start and result are read")
    func performanceTest() async throws {
        let config = """
            "config":{"maxConcurrentRequests":10,"totalRequests":100,"totalDuration":60000,"responseTimeThreshold":500,\
            "successRateThreshold":95}
            """
        let start = try await AppleFixtureTests.read("{\(config),\"requestId\":\"\(someID)\"}") {
            await $0.startPerformanceTest(of: "1234")
        }
        #expect(start.start?.requestId == someID)
        #expect(start.start?.duration == .seconds(60))
        let body = """
            {\(config),"target":"https://example.com/realtime","result":"PASS","successRate":98,"numPending":0,\
            "responseTimes":{"average":120,"p50":100,"p90":200,"p95":250,"p99":400},\
            "failures":{"TIMED_OUT":1,"NO_RESPONSE":1}}
            """
        let test = try await AppleFixtureTests.read(body) { await $0.getPerformanceTest(someID).test }
        #expect(test?.hasPassed == true)
        #expect(test?.config?.responseTimeThreshold == 500)
        #expect(test?.responseTimes?["p99"] == 400)
        #expect(test?.failures == ["TIMED_OUT": 1, "NO_RESPONSE": 1])
    }

    @Test("An error keeps its code")
    func errors() async throws {
        let calls: [@Sendable (RetentionMessagingClient) async -> Answer] = [
            { await $0.deleteRealtimeURL() }, { await $0.startPerformanceTest(of: "1").answer },
        ]
        for call in calls {
            let body = #"{"errorCode":4290000,"errorMessage":"Rate limit exceeded."}"#
            let answer = try await AppleFixtureTests.read(body, status: 429, call)
            #expect(answer == Answer(.throttled, status: 429, appleCode: 4_290_000, detail: "Rate limit exceeded."))
        }
    }
}
