import Crypto
import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import RetentionMessagingClient
import Testing

@Suite("Uploading")
struct UploadTests {
    private let image = ServiceID(high: 0xC2A1_0000_0000_4000, low: 0x8000_0000_0000_0001)
    private let icon = ServiceID(high: 0x0F5C_1C52_5F0E_4C1B, low: 0x9A64_3D5A_1D7F_7B10)

    private func request(_ content: MessageContent) async throws -> FakeService.Request {
        try await withClient(answering: .always(.respond(200))) { client, service in
            #expect(await client.upload(content, as: someID) == Answer(.accepted, status: 200))
            return try #require(service.requests.first)
        }
    }

    @Test("A PUT uses the message's path with the ID in lower case")
    func line() async throws {
        let line = try await request(content).line
        #expect(line == "PUT /inApps/v1/messaging/message/7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02 HTTP/1.1")
    }

    @Test("An upload's headers are exactly the documented ones")
    func headers() async throws {
        var headers = try await request(content).headers
        #expect(headers.removeValue(forKey: "authorization")?.hasPrefix("Bearer eyJ") == true)
        #expect(headers.removeValue(forKey: "host")?.hasPrefix("127.0.0.1:") == true)
        #expect(headers.removeValue(forKey: "content-length") == "72")
        #expect(
            headers == [
                "accept": "application/json", "content-type": "application/json", "user-agent": "glossport/1.2.3",
            ]
        )
    }

    @Test("An image is sent unchanged, with its size in the query")
    func image() async throws {
        for (size, word) in [(ImageSize.fullSize, "FULL_SIZE"), (.bulletPoint, "BULLET_POINT")] {
            let request = try await withClient(answering: .always(.respond(200))) { client, service in
                let answer = await client.uploadImage(Array("PNG".utf8), size: size, as: icon)
                #expect(answer.outcome == .accepted)
                return try #require(service.requests.first)
            }
            #expect(request.line == "PUT /inApps/v1/messaging/image/\(icon)?imageSize=\(word) HTTP/1.1")
            #expect(request.headers["content-type"] == "image/png")
            #expect(request.body == "PNG")
        }
    }

    @Test("A plain text has a header and a body, no nulls and no locale")
    func plainText() async throws {
        let body = try await request(content).body
        #expect(body == #"{"body":"Your plans stay with you.","header":"Keep your garden growing"}"#)
    }

    @Test("Image, header position and bullets have Apple's names")
    func everything() async throws {
        var full = content
        full.headerPosition = .aboveImage
        full.image = .init(id: image, altText: "Tomato plants")
        full.bullets = [.init(text: "Unlimited plants", imageID: icon, altText: "Leaf")]
        let body = try await request(full).body
        #expect(
            body == """
                {"body":"Your plans stay with you.",\
                "bulletPoints":[{"altText":"Leaf","imageIdentifier":"0f5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b10",\
                "text":"Unlimited plants"}],\
                "header":"Keep your garden growing","headerPosition":"ABOVE_IMAGE",\
                "image":{"altText":"Tomato plants","imageIdentifier":"c2a10000-0000-4000-8000-000000000001"}}
                """
        )
    }

    @Test("A header above the body is sent as ABOVE_BODY")
    func aboveBody() async throws {
        var text = content
        text.headerPosition = .aboveBody
        #expect(try await request(text).body.contains(#""headerPosition":"ABOVE_BODY""#))
    }

    @Test("Texts in any script are sent as UTF-8, without escaped slashes")
    func scripts() async throws {
        let text = MessageContent(header: "庭を/育てよう", body: "حديقتك \"هنا\" 🌱\n")
        let body = try await request(text).body
        #expect(body == #"{"body":"حديقتك \"هنا\" 🌱\n","header":"庭を/育てよう"}"#)
    }

    @Test("Successive uploads share a connection")
    func keepAlive() async throws {
        let connections = try await withClient(answering: .always(.respond(200))) { client, service in
            for _ in 0..<5 { #expect(await client.upload(content, as: someID).outcome == .accepted) }
            return service.connections
        }
        #expect(connections == 1)
    }

    @Test("The configured number of uploads is in flight at once, each on a separate connection")
    func concurrency() async throws {
        // No answer before all have arrived: with fewer connections, the test would time out.
        let barrier = Barrier(64)
        let script = FakeService.Script { _ in
            await barrier.arrive()
            return .respond(200)
        }
        let configure = { (configuration: inout RetentionMessagingClient.Configuration) in
            configuration.concurrency = 64
        }
        try await withClient(answering: script, configure: configure) { client, service in
            let outcomes = await withTaskGroup(of: Answer.Outcome.self) { group in
                for _ in 0..<64 { group.addTask { await client.upload(content, as: someID).outcome } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: .accepted, count: 64))
            #expect(service.connections == 64)
        }
    }

    @Test("Successive uploads use the same token")
    func oneToken() async throws {
        let tokens = try await withClient(answering: .always(.respond(200))) { client, service in
            for _ in 0..<3 { _ = await client.upload(content, as: someID) }
            return Set(service.requests.map { $0.headers["authorization"] })
        }
        #expect(tokens.count == 1)
    }
}
