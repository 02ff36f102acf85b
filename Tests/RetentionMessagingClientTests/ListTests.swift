import Glossport
import GlossportProject
import RetentionMessagingClient
import Testing

@Suite("Listing")
struct ListTests {
    private typealias List = (answer: Answer, states: [ServiceID: ReviewState])

    private func list(_ reply: FakeService.Reply) async throws -> List {
        try await withClient(answering: .always(reply)) { client, _ in await client.list(.message) }
    }

    @Test("Images have a separate list with different member names")
    func images() async throws {
        let body = """
            {"imageIdentifiers":[{"imageIdentifier":"C2A10000-0000-4000-8000-000000000001","imageState":"APPROVED",\
            "imageSize":"FULL_SIZE"}]}
            """
        let reply = FakeService.Reply.respond(200, body: body)
        let (line, list) = try await withClient(answering: .always(reply)) { client, service in
            let list = await client.list(.image)
            return (try #require(service.requests.first).line, list)
        }
        #expect(line == "GET /inApps/v1/messaging/image/list HTTP/1.1")
        let id = try #require(ServiceID("c2a10000-0000-4000-8000-000000000001"))
        #expect(list.states == [id: .approved])
        let deleted = try await withClient(answering: .always(.respond(200))) { client, service in
            _ = await client.delete(.image, id)
            return try #require(service.requests.first).line
        }
        #expect(deleted == "DELETE /inApps/v1/messaging/image/\(id) HTTP/1.1")
    }

    @Test("A GET requests the list without a body")
    func request() async throws {
        let request = try await withClient(answering: .always(.respond(200, body: "{}"))) { client, service in
            _ = await client.list(.message)
            return try #require(service.requests.first)
        }
        #expect(request.line == "GET /inApps/v1/messaging/message/list HTTP/1.1")
        #expect(request.body.isEmpty)
        #expect(request.headers["content-type"] == nil)
        #expect(request.headers["accept"] == "application/json")
    }

    @Test("A list includes the service's time, even if it is refused", arguments: [200, 401])
    func serviceTime(status: Int) async throws {
        let headers = ["Date": "Fri, 12 Jun 2026 02:06:00 GMT"]
        let answer = try await list(.respond(status, headers: headers, body: "{}")).answer
        #expect(answer.serviceTime == Timestamp(seconds: 1_781_229_960))
    }

    @Test("IDs are read in any letter case, and new states stay unrecognized")
    func states() async throws {
        let body = """
            {"next":1,"messageIdentifiers":[
            {"messageIdentifier":"00000000-0000-0000-0000-00000000000A","messageState":"PENDING","more":{}},
            {"messageIdentifier":"00000000-0000-0000-0000-00000000000b","messageState":"APPROVED"},
            {"messageIdentifier":"00000000-0000-0000-0000-00000000000c","messageState":"REJECTED"},
            {"messageIdentifier":"00000000-0000-0000-0000-00000000000d","messageState":"ARCHIVED"},
            {"messageIdentifier":"00000000-0000-0000-0000-00000000000e"},
            {"messageIdentifier":"not a UUID","messageState":"APPROVED"}, {}]}
            """
        let (answer, messages) = try await list(.respond(200, body: body))
        let states: [ReviewState] = [.pending, .approved, .rejected, .unrecognized, .unrecognized]
        #expect(answer == Answer(.accepted, status: 200))
        #expect(
            messages
                == Dictionary(uniqueKeysWithValues: zip((10...14).map { ServiceID(high: 0, low: UInt64($0)) }, states))
        )
    }

    @Test("An empty list may be an empty array, null or missing", arguments: ["[]", "null"])
    func empty(value: String) async throws {
        let list = try await list(.respond(200, body: #"{"messageIdentifiers":\#(value)}"#))
        #expect(list.answer.outcome == .accepted && list.states.isEmpty)
        let missing = try await self.list(.respond(200, body: "{}"))
        #expect(missing.answer.outcome == .accepted && missing.states.isEmpty)
    }

    @Test("A list of 2,000 messages is read")
    func full() async throws {
        let entries = (0..<2_000).map {
            #"{"messageIdentifier":"\#(ServiceID(high: 1, low: UInt64($0)))","messageState":"APPROVED"}"#
        }
        let body = #"{"messageIdentifiers":[\#(entries.joined(separator: ","))]}"#
        #expect(try await list(.respond(200, body: body)).states.count == 2_000)
    }

    @Test(
        "A 200 without a readable list has an unknown outcome",
        arguments: ["", "[]", #"{"messageIdentifiers":{}}"#, #"{"messageIdentifiers":[1]}"#]
    )
    func unreadable(body: String) async throws {
        let (answer, messages) = try await list(.respond(200, body: body))
        #expect(answer.outcome == .unknown)
        #expect(answer.status == 200)
        #expect(answer.detail?.contains("not the JSON") == true)
        #expect(messages.isEmpty)
    }

    @Test("A block page is not taken for a list")
    func blockPage() async throws {
        let (answer, messages) = try await list(.respond(200, body: "<html>"))
        #expect(answer.outcome == .unknown)
        #expect(answer.detail == "The answer 200 does not come from the service. A body with 6 bytes: <html>")
        #expect(messages.isEmpty)
    }

    @Test("A truncated list is not taken for a short one")
    func truncated() async throws {
        let (answer, _) = try await list(.truncated(200, body: #"{"messageIdentifiers":[]}"#))
        #expect(answer.outcome == .unknown)
        #expect(answer.detail?.hasPrefix("The list is cut off") == true)
    }

    @Test("A list over 1 MiB is not read to its end")
    func oversized() async throws {
        let (answer, _) = try await list(.respond(200, body: "{}" + String(repeating: " ", count: 1_024 * 1_024)))
        #expect(answer.outcome == .unknown)
        #expect(answer.detail == "The list is larger than 1048576 bytes.")
    }

    @Test("A refused list has the same outcome as a refused upload")
    func refused() async throws {
        let (answer, messages) = try await list(.respond(404))
        #expect(answer.outcome == .accessRefused)
        #expect(messages.isEmpty)
    }
}

@Suite("Deleting a message")
struct DeleteTests {
    @Test("A DELETE uses the message's path without a body")
    func request() async throws {
        let request = try await withClient(answering: .always(.respond(200))) { client, service in
            #expect(await client.delete(.message, someID) == Answer(.accepted, status: 200))
            return try #require(service.requests.first)
        }
        #expect(request.line == "DELETE /inApps/v1/messaging/message/7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02 HTTP/1.1")
        #expect(request.body.isEmpty)
        #expect(request.headers["content-type"] == nil)
    }

    @Test("Deleting a missing message has the outcome notFound")
    func missing() async throws {
        let body = #"{"errorCode":4040015,"errorMessage":"Message not found."}"#
        let answer = try await withClient(answering: .always(.respond(404, body: body))) { client, _ in
            await client.delete(.message, someID)
        }
        #expect(answer == Answer(.notFound, status: 404, appleCode: 4_040_015, detail: "Message not found."))
    }
}
