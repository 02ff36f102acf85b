import Foundation
import Glossport
import GlossportProject
import GlossportReading
import RetentionEmulator
import Testing

@testable import RetentionMessagingClient

@Suite("Proxy")
struct ProxyTests {
    private let apple = ServiceAddress.apple(.sandbox)

    /// Uploads to a service that is reachable only through the proxy.
    private func upload(
        as user: String = "",
        refusal: String? = nil
    ) async throws -> (answer: Answer, proxy: [String], service: [FakeService.Request]) {
        try await SelfSigned.withFiles { files in
            try await FakeService.with(.always(.respond(200)), identity: .selfSigned) { service in
                try await FakeProxy.with(target: service.port, refusal: refusal) { proxy in
                    // The certificate's name; port 1 has no listener.
                    var settings = try configuration(for: "https://localhost:1")
                    settings.proxy = try Proxy(["HTTPS_PROXY": "http://\(user)127.0.0.1:\(proxy.port)"], for: apple)
                    settings.trusted = try TrustedCertificates(file: files.certificatePath)
                    let answer = try await RetentionMessagingClient.withClient(settings, time: StoppedTime()) {
                        await $0.upload(content, as: someID)
                    }
                    return (answer, proxy.requests, service.requests)
                }
            }
        }
    }

    @Test("The proxy receives the connection's target, but never the token")
    func connection() async throws {
        let (answer, proxy, service) = try await upload()
        #expect(answer.outcome == .accepted)
        #expect(proxy.count == 1)
        #expect(proxy.first?.hasPrefix("CONNECT localhost:1 HTTP/1.1\r\n") == true)
        #expect(proxy.first?.lowercased().contains("authorization") == false)
        #expect(service.count == 1)
        #expect(service.first?.headers["proxy-authorization"] == nil)
    }

    @Test("User name and password are sent only to the proxy, unescaped")
    func password() async throws {
        let (answer, proxy, service) = try await upload(as: "ann:p%40ss:word@")
        #expect(answer.outcome == .accepted)
        let expected = "proxy-authorization: basic " + Data("ann:p@ss:word".utf8).base64EncodedString().lowercased()
        #expect(proxy.first?.lowercased().contains(expected) == true)
        #expect(service.first?.headers["proxy-authorization"] == nil)
    }

    @Test(
        "A refusing proxy is reported, and nothing was sent",
        arguments: [
            ("407 Proxy Authentication Required", "The proxy requires a name and a password"),
            ("403 Forbidden", "The proxy in HTTPS_PROXY did not connect"),
            ("502 Bad Gateway", "The proxy in HTTPS_PROXY did not connect"),
            ("200 OK", "The server or the proxy closed the connection before it was encrypted"),
        ]
    )
    func refusal(status: String, sentence: String) async throws {
        let (answer, _, service) = try await upload(refusal: status)
        #expect(answer.outcome == .notSent)
        #expect(answer.detail?.hasPrefix(sentence) == true, "\(answer)")
        #expect((answer.remedy != nil) == status.hasPrefix("407"))
        #expect(service.isEmpty)
    }

    @Test("The proxy comes from the environment; lower-case variables win, and the scheme is optional")
    func variables() throws {
        #expect(try Proxy([:], for: apple) == nil)
        #expect(try Proxy(["HTTPS_PROXY": ""], for: apple) == nil)
        #expect(try Proxy(["HTTP_PROXY": "http://a.example:1"], for: apple) == nil)
        for variables in [
            ["HTTPS_PROXY": "HTTP://Proxy.Example:3128/"], ["https_proxy": "proxy.example:3128"],
            ["https_proxy": "proxy.example:3128", "HTTPS_PROXY": "http://other.example:80"],
        ] {
            let proxy = try #require(try Proxy(variables, for: apple))
            #expect(proxy.host == "proxy.example" && proxy.port == 3_128)
        }
    }

    @Test(
        "Hosts and domains in NO_PROXY are reached without the proxy",
        arguments: [
            ("*", true), ("apple.com", true), (".apple.com", true), ("*.apple.com", true), ("APPLE.com", true),
            ("example.com, api.storekit-sandbox.apple.com", true), ("apple.com:443", true), ("apple.com:80", false),
            ("pple.com", false), ("storekit.apple.com", false), ("10.0.0.1,::1", false), (",", false), ("", false),
        ]
    )
    func exemptions(list: String, isDirect: Bool) throws {
        let proxy = try Proxy(["HTTPS_PROXY": "http://proxy.example:3128", "NO_PROXY": list], for: apple)
        #expect((proxy == nil) == isDirect)
    }

    @Test(
        "The local machine is reached without the proxy",
        arguments: ["http://127.0.0.1:8080", "https://localhost:8443", "https://[::1]"]
    )
    func loopback(endpoint: String) throws {
        #expect(try Proxy(["HTTPS_PROXY": "http://p.example:3128"], for: ServiceAddress(endpoint: endpoint)) == nil)
    }

    @Test(
        "An invalid proxy is refused without repeating its value",
        arguments: [
            "socks5://secret.example:1080", "https://secret.example:3128", "http://secret.example", "http://:secret@",
            "http://secret example:80", "http://ann:secret%zz@proxy.example:80", "http://secret.example:99999",
        ]
    )
    func refused(value: String) {
        let error = #expect(throws: GlossportError.self) { try Proxy(["HTTPS_PROXY": value], for: apple) }
        #expect(error?.code == .invalidOption)
        #expect(error.map { "\($0)".contains("secret") } == false)
    }
}
