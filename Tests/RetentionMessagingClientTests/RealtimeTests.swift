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

    @Test("A success without the requested members has an unknown outcome", arguments: ["", "{}", #"{"result":1}"#])
    func unreadable(body: String) async throws {
        let answers = try await withClient(answering: .always(.respond(200, body: body))) { client, _ in
            [
                await client.getRealtimeURL().answer, await client.startPerformanceTest(of: "1").answer,
                await client.getPerformanceTest(someID).answer,
            ]
        }
        #expect(answers.map(\.outcome) == [.unknown, .unknown, .unknown])
    }
}

/// Response bodies as in the tests of Apple's libraries, rewritten from Apple's documentation.
@Suite("Apple's fixtures")
struct AppleFixtureTests {
    private func read<Value>(
        _ body: String,
        status: Int = 200,
        _ call: (RetentionMessagingClient) async -> Value
    ) async throws -> Value {
        try await withClient(answering: .always(.respond(status, body: body))) { client, _ in await call(client) }
    }

    @Test("Apple's example lists yield images and messages in every state")
    func lists() async throws {
        let states = ["PENDING", "APPROVED", "REJECTED"]
        func list(_ kind: String, _ more: String = "") -> String {
            let entries = states.enumerated().map {
                #"{"\#(kind)Identifier":"a1b2c3d4-e5f6-7890-a1b2-c3d4e5f6789\#($0)","\#(kind)State":"\#($1)"\#(more)}"#
            }
            return #"{"\#(kind)Identifiers":[\#(entries.joined(separator: ","))]}"#
        }
        let images = try await read(list("image", #","imageSize":"BULLET_POINT""#)) { await $0.list(.image) }
        let messages = try await read(list("message")) { await $0.list(.message) }
        for list in [images, messages] {
            #expect(list.answer.outcome == .accepted)
            #expect(list.states.sorted { $0.key < $1.key }.map(\.value) == [.pending, .approved, .rejected])
        }
    }

    @Test("Apple's examples of a default and a real-time URL are read")
    func singles() async throws {
        let slot = DefaultSlot(product: "com.example.product", locale: "en-US")
        let shown = try await read(#"{"messageIdentifier":"\#(someID)"}"#) { await $0.getDefault(slot) }
        #expect(shown.id == someID)
        let url = try await read(#"{"realtimeURL":"https://example.com/realtime"}"#) { await $0.getRealtimeURL() }
        #expect(url.url == "https://example.com/realtime")
    }

    @Test("Apple's examples of a performance test's start and result are read")
    func performanceTest() async throws {
        let config = """
            "config":{"maxConcurrentRequests":10,"totalRequests":100,"totalDuration":60000,"responseTimeThreshold":500,\
            "successRateThreshold":95}
            """
        let start = try await read("{\(config),\"requestId\":\"\(someID)\"}") {
            await $0.startPerformanceTest(of: "1234")
        }
        #expect(start.start?.requestId == someID)
        #expect(start.start?.duration == .seconds(60))
        let body = """
            {\(config),"target":"https://example.com/realtime","result":"PASS","successRate":98,"numPending":0,\
            "responseTimes":{"average":120,"p50":100,"p90":200,"p95":250,"p99":400},\
            "failures":{"TIMED_OUT":1,"NO_RESPONSE":1}}
            """
        let test = try await read(body) { await $0.getPerformanceTest(someID).test }
        #expect(test?.hasPassed == true)
        #expect(test?.config?.responseTimeThreshold == 500)
        #expect(test?.responseTimes?["p99"] == 400)
        #expect(test?.failures == ["TIMED_OUT": 1, "NO_RESPONSE": 1])
    }

    @Test("An unknown environment and other new members are ignored")
    func localTesting() async throws {
        let more = #""environment":"LocalTesting","more":{}"#
        let list = try await read(#"{"messageIdentifiers":[],\#(more)}"#) { await $0.list(.message) }
        #expect(list.answer.outcome == .accepted)
        let url = try await read(#"{"realtimeURL":"https://a.example",\#(more)}"#) { await $0.getRealtimeURL() }
        #expect(url.url == "https://a.example")
    }

    @Test(
        "Errors keep their code, even an unknown one",
        arguments: [
            (400, 9_990_000, "Testing error.", Answer.Outcome.refusedForNow),
            (
                400, 4_000_187, "Invalid request. The transaction ID provided is not an original transaction ID.",
                .refusedForNow
            ),
            (429, 4_290_000, "Rate limit exceeded.", .throttled),
            (500, 5_000_000, "An unknown error occurred.", .unknown),
        ]
    )
    func errors(status: Int, code: Int, message: String, outcome: Answer.Outcome) async throws {
        let body = #"{"errorCode":\#(code),"errorMessage":"\#(message)"}"#
        let calls: [@Sendable (RetentionMessagingClient) async -> Answer] = [
            { await $0.upload(content, as: someID) }, { await $0.list(.image).answer },
            { await $0.deleteRealtimeURL() },
            { await $0.startPerformanceTest(of: "1").answer },
        ]
        for call in calls {
            let answer = try await read(body, status: status, call)
            #expect(answer == Answer(outcome, status: status, appleCode: code, detail: message))
        }
    }
}
