import Glossport
import NIOSSL
import RetentionMessagingClient
import Testing

@Suite("An encrypted connection")
struct TLSTests {
    private func upload(to address: String) async throws -> Answer {
        let configuration = RetentionMessagingClient.Configuration(
            address: try ServiceAddress(endpoint: address),
            credentials: try credentials(),
            version: "0"
        )
        return try await RetentionMessagingClient.withClient(configuration, time: StoppedTime()) { client in
            await client.upload(content, as: someID)
        }
    }

    @Test(
        "A certificate that nobody vouches for is refused before anything is sent",
        arguments: ["localhost", "127.0.0.1"]
    )
    func selfSigned(host: String) async throws {
        try await FakeService.with(.always(.respond(200)), identity: identity) { service in
            let answer = try await upload(to: "https://\(host):\(service.port)")
            #expect(answer.outcome == .notSent)
            #expect(answer.detail == "The encrypted connection could not be set up: CERTIFICATE_VERIFY_FAILED.")
            #expect(service.requests.isEmpty)
        }
    }

    @Test("A server that knows only versions before TLS 1.2 gets nothing", arguments: [TLSVersion.tlsv1, .tlsv11])
    func oldVersions(version: TLSVersion) async throws {
        var old = identity
        old.newestVersion = version
        try await FakeService.with(.always(.respond(200)), identity: old) { service in
            let answer = try await upload(to: "https://localhost:\(service.port)")
            #expect(answer.outcome == .notSent)
            #expect(answer.detail?.contains("PROTOCOL") == true)
            #expect(service.requests.isEmpty)
        }
    }

    @Test("A server that speaks no TLS gets nothing")
    func plain() async throws {
        try await FakeService.with(.always(.respond(200))) { service in
            let answer = try await upload(to: "https://127.0.0.1:\(service.port)")
            #expect(answer.outcome == .notSent)
            #expect(service.requests.isEmpty)
        }
    }

    private let identity = FakeService.Identity(certificate: certificate, key: key)

    /// Made for these tests, of no use elsewhere: a certificate for localhost that signs itself, valid until 2126.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUF/9wyyD0mv/rdHbV3uPpp5Nfg9YwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIzMTI1NFoYDzIxMjYxMDI3
        MjMxMjU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAATXCPKfepk8K+5MVkYdf/ClTqFV+A8NT3tp21dyBtjSaVBwYFmJsHF7
        QpN/YE4LysXkvUOB01Nu9BE577HMkl0ho28wbTAdBgNVHQ4EFgQUdmDqHOeP55n/
        t9Y02PcMl9JX11MwHwYDVR0jBBgwFoAUdmDqHOeP55n/t9Y02PcMl9JX11MwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgW4A//cmEgOMcLFQkV6j5ujV2DYlGMbNG/4icGJE0w8wCIQDk
        EQkntZPNDlZeRzGS0mTNdcXMYjcZf5hAs7k1BH/Zuw==
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7cuyLcB6Tq3PZPd9
        5S/aV80Pg4Oq89JTbzFSK3UdLhehRANCAATXCPKfepk8K+5MVkYdf/ClTqFV+A8N
        T3tp21dyBtjSaVBwYFmJsHF7QpN/YE4LysXkvUOB01Nu9BE577HMkl0h
        -----END PRIVATE KEY-----
        """
}
