import Glossport
import GlossportChecking
import GlossportProject
import RetentionMessagingClient
import Testing

@Suite("Connection failures")
struct ConnectionTests {
    @Test(
        "A connection that ends without an answer leaves the outcome unknown",
        arguments: [.reset, .close] as [FakeService.Reply]
    )
    func broken(reply: FakeService.Reply) async throws {
        let answer = try await answer(to: reply)
        #expect(answer.outcome == .unknown)
        #expect(answer.status == nil)
        #expect(answer.detail != nil)
    }

    @Test(
        "A request is never repeated automatically",
        arguments: [.reset, .close, .respond(500), .respond(429)] as [FakeService.Reply]
    )
    func once(reply: FakeService.Reply) async throws {
        let count = try await withClient(answering: .always(reply)) { client, service in
            _ = await client.upload(content, as: someID)
            return service.requests.count
        }
        #expect(count == 1)
    }

    @Test("A refused connection proves that nothing was sent", arguments: ["127.0.0.1", "localhost", "[::1]"])
    func refused(host: String) async throws {
        // The listener on this port has been closed.
        let port = try await FakeService.with(.always(.silence)) { $0.port }
        let configuration = RetentionMessagingClient.Configuration(
            address: try ServiceAddress(endpoint: "http://\(host):\(port)"),
            credentials: try credentials(),
            version: "0"
        )
        let answer = try await RetentionMessagingClient.withClient(configuration, time: StoppedTime()) { client in
            await client.upload(content, as: someID)
        }
        #expect(answer.outcome == .notSent)
    }

    @Test("An answer that does not arrive in time leaves the outcome unknown")
    func silence() async throws {
        let script = FakeService.Script { _ in .silence }
        let configure = { (configuration: inout RetentionMessagingClient.Configuration) in
            configuration.timeout.base = .seconds(1)
        }
        let answer = try await withClient(answering: script, configure: configure) { client, service in
            let answer = await client.upload(content, as: someID)
            #expect(service.requests.count == 1)
            return answer
        }
        #expect(answer == Answer(.unknown, detail: "No answer in time."))
    }

    @Test("A large body has a longer timeout than a small one")
    func largeBody() async throws {
        let (timeOuts, timedOut) = AsyncStream.makeStream(of: Void.self)
        let script = FakeService.Script { request in
            guard request.line.contains("/image/") else { return .silence }
            for await _ in timeOuts.prefix(1) {}
            return .respond(200)
        }
        let configure = { (configuration: inout RetentionMessagingClient.Configuration) in
            configuration.timeout = RequestTimeout(base: .seconds(1), floorRate: 1_000)
        }
        try await withClient(answering: script, configure: configure) { client, _ in
            async let large = client.uploadImage([UInt8](repeating: 0, count: 1_000_000), size: .fullSize, as: someID)
            let small = await client.upload(content, as: someID)
            timedOut.yield()
            #expect(small.outcome == .unknown)
            #expect(await large.outcome == .accepted)
        }
    }

    @Test("A body that does not arrive in time ends the attempt")
    func slowBody() async throws {
        let configure = { (configuration: inout RetentionMessagingClient.Configuration) in
            configuration.timeout.base = .seconds(1)
        }
        let list = try await withClient(answering: .always(.headOnly(200)), configure: configure) { client, _ in
            await client.list(.message)
        }
        // On a busy machine, the timeout of one second may pass before the head is read.
        #expect(list.answer.outcome == .unknown)
        #expect(["The list is not complete in time.", "No answer in time."].contains(list.answer.detail))
        #expect(list.states.isEmpty)
    }

    @Test("Canceling a request in flight leaves the outcome unknown")
    func canceled() async throws {
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let script = FakeService.Script { _ in
            arrival.yield()
            return .silence
        }
        let answer = try await withClient(answering: script) { client, _ in
            return await withTaskGroup(of: Answer.self) { group in
                group.addTask { await client.upload(content, as: someID) }
                for await _ in arrived.prefix(1) {}
                group.cancelAll()
                return await group.next()
            }
        }
        #expect(answer?.outcome == .unknown)
    }

    @Test("A request whose connection is established too late is not sent; later ones are")
    func lateConnection() async throws {
        let time = StoppedTime()
        try await withClient(answering: .always(.respond(200)), time: time) { client, service in
            for upload in [true, false] {
                let answer = await Departure.$latest.withValue(time.now - .seconds(1)) {
                    upload ? await client.upload(content, as: someID) : await client.delete(.message, someID)
                }
                #expect(answer.outcome == .notSent)
                #expect(answer.detail == "The connection was established too late.")
            }
            #expect(service.requests.isEmpty)
            await Departure.$latest.withValue(time.now) {
                #expect(await client.upload(content, as: someID).outcome == .accepted)
            }
            #expect(service.requests.first?.headers["glossport-departure"] == nil)
            #expect(service.requests.count == 1)
        }
    }

    @Test("A request canceled before it starts is not sent")
    func canceledEarly() async throws {
        try await withClient(answering: .always(.respond(200))) { client, service in
            let answer = await withTaskGroup(of: Answer.self) { group in
                group.cancelAll()
                group.addTask { await client.upload(content, as: someID) }
                return await group.next()
            }
            #expect(answer?.outcome == .notSent)
            #expect(service.requests.isEmpty)
        }
    }

    @Test("A redirect is not followed, so no other server receives the token", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        try await FakeService.with(.always(.respond(200))) { elsewhere in
            let location = "http://127.0.0.1:\(elsewhere.port)/inApps/v1/messaging/message/list"
            let answer = try await answer(to: .respond(status, headers: ["Location": location]))
            #expect(answer.outcome == .accessRefused)
            #expect(answer.detail == "A redirect to \(location), which is not followed.")
            #expect(elsewhere.connections == 0)
        }
    }

    @Test("A connection closed by the server between requests is replaced")
    func closedBetween() async throws {
        let script = FakeService.Script { _ in .respond(200, headers: ["Connection": "close"]) }
        try await withClient(answering: script) { client, service in
            for _ in 0..<3 { #expect(await client.upload(content, as: someID).outcome == .accepted) }
            #expect(service.connections == 3)
        }
    }
}
