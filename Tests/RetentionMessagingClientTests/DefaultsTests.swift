import Glossport
import GlossportProject
import RetentionMessagingClient
import Testing

@Suite("Defaults")
struct DefaultsTests {
    private static let root = "/inApps/v1/messaging/default/"
    private let slot = DefaultSlot(product: "com.example.annual", locale: "pt-BR")

    private func set(_ slot: DefaultSlot, _ reply: FakeService.Reply = .respond(200)) async throws -> (
        answer: Answer, requests: [FakeService.Request]
    ) {
        try await withClient(answering: .always(reply)) { client, service in
            (await client.setDefault(slot, to: someID), service.requests)
        }
    }

    private func get(_ reply: FakeService.Reply) async throws -> (answer: Answer, id: ServiceID?) {
        try await withClient(answering: .always(reply)) { client, _ in await client.getDefault(slot) }
    }

    @Test("A PUT to the product and locale has the message's ID as JSON")
    func request() async throws {
        let (answer, requests) = try await set(slot)
        #expect(answer == Answer(.accepted, status: 200))
        let request = try #require(requests.first)
        #expect(request.line == "PUT \(Self.root)com.example.annual/pt-BR HTTP/1.1")
        #expect(request.body == #"{"messageIdentifier":"7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02"}"#)
        #expect(request.headers["content-type"] == "application/json")
    }

    @Test(
        "A product ID stays a single path component, whatever it contains",
        arguments: [
            ("a/b", "a%2Fb"), ("a?b#c", "a%3Fb%23c"), ("100% jährlich", "100%25%20j%C3%A4hrlich"),
            ("a+b&c", "a%2Bb%26c"), ("../message/list", "..%2Fmessage%2Flist"),
        ]
    )
    func encoding(product: String, path: String) async throws {
        let (_, requests) = try await set(DefaultSlot(product: product, locale: "de-DE"))
        #expect(requests.map(\.line) == ["PUT \(Self.root)\(path)/de-DE HTTP/1.1"])
    }

    @Test("A product ID that would change the path is not sent", arguments: ["", ".", ".."])
    func unsendable(product: String) async throws {
        let (answer, requests) = try await set(DefaultSlot(product: product, locale: "de-DE"))
        #expect(answer == Answer(.refused, detail: "The product ID contains characters that a URL cannot."))
        #expect(requests.isEmpty)
    }

    @Test(
        "Apple's refusals keep their code and text",
        arguments: [
            (400, 4_000_023, Answer.Outcome.refusedForNow), (400, 4_000_164, .refusedForNow),
            (403, 4_030_017, .refusedForNow),
            (403, 4_030_018, .refusedForNow), (404, 4_040_015, .notFound),
        ]
    )
    func refusal(status: Int, code: Int, outcome: Answer.Outcome) async throws {
        let body = #"{"errorCode":\#(code),"errorMessage":"Apple's sentence."}"#
        let (answer, _) = try await set(slot, .respond(status, body: body))
        #expect(answer == Answer(outcome, status: status, appleCode: code, detail: "Apple's sentence."))
    }

    @Test("After a lost or truncated answer, it is unknown whether the default was set")
    func truncated() async throws {
        #expect(try await set(slot, .reset).answer.outcome == .unknown)
        #expect(try await set(slot, .truncated(403, body: #"{"errorCode":40300"#)).answer.outcome == .unknown)
    }

    @Test("A GET reads the ID in any letter case and ignores new members")
    func read() async throws {
        let body = #"{"more":{},"messageIdentifier":"7E9D4C7E-6D0C-4A58-8F1E-4B4D2B1A9E02"}"#
        let (answer, id) = try await get(.respond(200, body: body))
        #expect(answer == Answer(.accepted, status: 200))
        #expect(id == someID)
    }

    @Test("A 200 without a message ID has an unknown outcome", arguments: ["", "{}", #"{"messageIdentifier":"x"}"#])
    func unreadable(body: String) async throws {
        let (answer, id) = try await get(.respond(200, body: body))
        #expect(answer.outcome == .unknown)
        #expect(answer.detail == "The answer contains no message.")
        #expect(id == nil)
    }

    @Test("A slot without a default is not found; a 404 without Apple's code means no access")
    func empty() async throws {
        let body = #"{"errorCode":4040020,"errorMessage":"Default message not found."}"#
        #expect(try await get(.respond(404, body: body)).answer.outcome == .notFound)
        #expect(try await get(.respond(404)).answer.outcome == .accessRefused)
    }

    @Test("A DELETE uses the same path without a body")
    func delete() async throws {
        let request = try await withClient(answering: .always(.respond(200))) { client, service in
            #expect(await client.deleteDefault(slot) == Answer(.accepted, status: 200))
            return try #require(service.requests.first)
        }
        #expect(request.line == "DELETE \(Self.root)com.example.annual/pt-BR HTTP/1.1")
        #expect(request.body.isEmpty)
    }
}
