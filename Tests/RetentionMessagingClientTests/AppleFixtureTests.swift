import Glossport
import RetentionMessagingClient
import Testing

/// Response bodies as in the tests of Apple's libraries, rewritten from Apple's documentation.
@Suite("Apple's fixtures")
struct AppleFixtureTests {
    static func read<Value>(
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
        let images = try await Self.read(list("image", #","imageSize":"BULLET_POINT""#)) { await $0.list(.image) }
        let messages = try await Self.read(list("message")) { await $0.list(.message) }
        for list in [images, messages] {
            #expect(list.answer.outcome == .accepted)
            #expect(list.states.sorted { $0.key < $1.key }.map(\.value) == [.pending, .approved, .rejected])
        }
    }

    @Test("Apple's examples of a default and a real-time URL are read")
    func singles() async throws {
        let slot = DefaultSlot(product: "com.example.product", locale: "en-US")
        let shown = try await Self.read(#"{"messageIdentifier":"\#(someID)"}"#) { await $0.getDefault(slot) }
        #expect(shown.id == someID)
        let url = try await Self.read(#"{"realtimeURL":"https://example.com/realtime"}"#) { await $0.getRealtimeURL() }
        #expect(url.url == "https://example.com/realtime")
    }

    @Test("An unknown environment and other new members are ignored")
    func localTesting() async throws {
        let more = #""environment":"LocalTesting","more":{}"#
        let list = try await Self.read(#"{"messageIdentifiers":[],\#(more)}"#) { await $0.list(.message) }
        #expect(list.answer.outcome == .accepted)
        let url = try await Self.read(#"{"realtimeURL":"https://a.example",\#(more)}"#) { await $0.getRealtimeURL() }
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
        ]
        for call in calls {
            let answer = try await Self.read(body, status: status, call)
            #expect(answer == Answer(outcome, status: status, appleCode: code, detail: message))
        }
    }
}
