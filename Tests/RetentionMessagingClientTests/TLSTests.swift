import Glossport
import NIOSSL
import RetentionMessagingClient
import Testing

@Suite("TLS")
struct TLSTests {
    /// Uploads at a time that is by default within the test certificate's validity, 2026-11-20 to 2126.
    private func upload(to address: String, after delay: Duration = .seconds(365 * 86_400)) async throws -> Answer {
        let time = StoppedTime()
        time.advance(by: delay)
        var configuration = RetentionMessagingClient.Configuration(
            address: try ServiceAddress(endpoint: address),
            credentials: try credentials(),
            version: "0"
        )
        configuration.trustSetting = "the settings"
        return try await RetentionMessagingClient.withClient(configuration, time: time) { client in
            await client.upload(content, as: someID)
        }
    }

    @Test(
        "An untrusted certificate is refused before anything is sent",
        arguments: ["localhost", "127.0.0.1"]
    )
    func selfSigned(host: String) async throws {
        try await FakeService.with(.always(.respond(200)), identity: .selfSigned) { service in
            let answer = try await upload(to: "https://\(host):\(service.port)")
            #expect(answer.outcome == .notSent)
            #expect(answer.detail == "The server's certificate isn't trusted by this machine; see the settings.")
            #expect(service.requests.isEmpty)
        }
    }

    @Test(
        "A certificate outside its validity period is refused with the reason",
        arguments: [
            (0, "The server's certificate is not valid yet according to this machine's clock."),
            (200 * 365 * 86_400, "The server's certificate has expired."),
        ]
    )
    func dates(seconds: Int64, detail: String) async throws {
        try await FakeService.with(.always(.respond(200)), identity: .selfSigned) { service in
            let answer = try await upload(to: "https://localhost:\(service.port)", after: .seconds(seconds))
            #expect(answer.outcome == .notSent && answer.detail == detail)
            #expect(answer.remedy?.contains("clock") == true)
            #expect(service.requests.isEmpty)
        }
    }

    @Test("A server without TLS 1.2 receives nothing", arguments: [TLSVersion.tlsv1, .tlsv11])
    func oldVersions(version: TLSVersion) async throws {
        var old = FakeService.Identity.selfSigned
        old.newestVersion = version
        try await FakeService.with(.always(.respond(200)), identity: old) { service in
            let answer = try await upload(to: "https://localhost:\(service.port)")
            #expect(answer.outcome == .notSent)
            #expect(answer.detail?.contains("PROTOCOL") == true)
            #expect(answer.remedy?.contains("TLS 1.2") == true)
            #expect(service.requests.isEmpty)
        }
    }

    @Test("A server without TLS receives nothing")
    func plain() async throws {
        try await FakeService.with(.always(.respond(200))) { service in
            let answer = try await upload(to: "https://127.0.0.1:\(service.port)")
            #expect(answer.outcome == .notSent)
            #expect(service.requests.isEmpty)
        }
    }
}
