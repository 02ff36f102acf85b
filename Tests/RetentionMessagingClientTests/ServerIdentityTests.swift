import Foundation
import Glossport
import GlossportProject
import RetentionEmulator
import Testing

@testable import RetentionMessagingClient

@Suite("Server identity")
struct ServerIdentityTests {
    struct Case: Sendable {
        var host: String
        var identity: FakeService.Identity
        var isAccepted: Bool

        init(_ host: String, _ identity: FakeService.Identity, _ isAccepted: Bool) {
            (self.host, self.identity, self.isAccepted) = (host, identity, isAccepted)
        }
    }

    /// Uploads to a server with a trusted certificate; only a server with the right name may receive the request.
    private func expect(_ one: Case, throughProxy: Bool) async throws {
        try await SelfSigned.withFiles(of: one.identity) { files in
            try await FakeService.with(.always(.respond(200)), identity: one.identity) { service in
                try await FakeProxy.with(target: service.port) { proxy in
                    var settings = try configuration(for: "https://\(one.host):\(service.port)")
                    settings.trusted = try TrustedCertificates(file: files.certificatePath)
                    if throughProxy {
                        let variables = ["HTTPS_PROXY": "http://127.0.0.1:\(proxy.port)"]
                        settings.proxy = try Proxy(variables, for: .apple(.sandbox))
                    }
                    let answer = try await RetentionMessagingClient.withClient(settings, time: StoppedTime()) {
                        await $0.upload(content, as: someID)
                    }
                    #expect(answer.outcome == (one.isAccepted ? .accepted : .notSent), "\(answer)")
                    #expect(service.requests.isEmpty != one.isAccepted)
                    #expect(proxy.requests.isEmpty != throughProxy)
                    guard !one.isAccepted else { return }
                    #expect(answer.detail == "The server's certificate is not valid for the host in its address.")
                    #expect(answer.remedy?.contains("subjectAltName") == true, "no wait helps")
                }
            }
        }
    }

    @Test(
        "A host name matches only a certificate's names, and an IP address only its addresses",
        arguments: [
            Case("localhost", .name, true), Case("LOCALHOST", .selfSigned, true), Case("localhost", .address, false),
            Case("localhost", .otherName, false), Case("localhost", .commonName, false),
            Case("127.0.0.1", .address, true), Case("127.0.0.1", .otherName, true), Case("127.0.0.1", .name, false),
            Case("127.0.0.1", .remoteAddress, false), Case("127.0.0.1", .commonName, false),
        ]
    )
    func direct(one: Case) async throws { try await expect(one, throughProxy: false) }

    @Test(
        "With a proxy, the certificate must match the server's host, not the proxy's",
        arguments: [
            Case("localhost", .name, true), Case("localhost", .address, false), Case("localhost", .otherName, false),
            Case("192.0.2.7", .remoteAddress, true), Case("192.0.2.7", .address, false),
            Case("192.0.2.7", .name, false),
        ]
    )
    func behindProxy(one: Case) async throws { try await expect(one, throughProxy: true) }

    @Test(
        "A wildcard matches one label and needs two more labels",
        arguments: [
            ("api.example.com", "api.example.com", true), ("*.example.com", "api.example.com", true),
            ("*.example.com", "a.b.example.com", false), ("*.example.com", "example.com", false),
            ("*.com", "example.com", false), ("a*.example.com", "api.example.com", false),
            ("*", "localhost", false), ("*.example.com", ".example.com", false), ("", "localhost", false),
        ]
    )
    func wildcards(pattern: String, name: String, isCovered: Bool) {
        #expect(ServerIdentity.covers(Array(pattern.utf8), Array(name.utf8)) == isCovered)
    }

    @Test(
        "A certificate's name may end with one dot",
        arguments: [
            ("api.example.com.", "api.example.com", true), ("*.example.com.", "api.example.com", true),
            ("api.example.com..", "api.example.com", false), ("*.com.", "example.com", false),
            (".", "localhost", false),
        ]
    )
    func absoluteNames(pattern: String, name: String, isCovered: Bool) {
        #expect(ServerIdentity.covers(Array(pattern.utf8), Array(name.utf8)) == isCovered)
    }
}
