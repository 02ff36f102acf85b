import GlossportProject
import GlossportReading
import RetentionMessagingClient
import Testing

@Suite("Service address")
struct ServiceAddressTests {
    @Test("Each environment has Apple's host")
    func apple() {
        #expect(ServiceAddress.apple(.production).description == "https://api.storekit.apple.com")
        #expect(ServiceAddress.apple(.sandbox).description == "https://api.storekit-sandbox.apple.com")
    }

    @Test(
        "An address is accepted if all parsers read it alike",
        arguments: [
            ("https://api.storekit.itunes.apple.com", "https://api.storekit.itunes.apple.com"),
            ("https://proxy.example.com:8443/", "https://proxy.example.com:8443"),
            ("HTTPS://Proxy.Example.COM", "https://proxy.example.com"),
            ("https://10.0.0.1", "https://10.0.0.1"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://LOCALHOST", "http://localhost"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://127.255.0.1", "http://127.255.0.1"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("http://[0:0:0:0:0:0:0:1]", "http://[0:0:0:0:0:0:0:1]"),
        ]
    )
    func taken(endpoint: String, address: String) throws {
        #expect(try ServiceAddress(endpoint: endpoint).description == address)
    }

    @Test(
        "Any other address is refused as an invalid option",
        arguments: [
            "", "api.storekit.apple.com", "//api.storekit.apple.com", "ftp://example.com", "unix://example.com",
            "https://", "https:///", "https://:443", "https:// example.com", "https://example.com\n",
            "https:/example.com",
            "https://api.storekit.apple.com@evil", "https://user:secret@example.com", "https://example.com\\@evil",
            "https://example.com/base", "https://example.com//", "https://example.com?x", "https://example.com/#x",
            "https://example.com.", "https://example..com", "https://.example.com", "https://-example.com",
            "https://example.com:", "https://example.com:0", "https://example.com:65536", "https://example.com:+1",
            "https://example.com:80:80", "https://example.com:８０", "https://bücher.example", "https://ex%61mple.com",
            "https://[::1", "https://::1", "https://[::1]x", "https://[localhost]", "https://[::1%25lo]",
            "https://127.1", "https://0x7f.0.0.1", "https://127.0.0.01", "https://2130706433", "https://1.2.3.256",
            "http://example.com", "http://10.0.0.1", "http://localhost.evil.com", "http://127.0.0.1.nip.io",
            "http://127.1", "http://128.0.0.1", "http://0.0.0.0", "http://[::]", "http://[::ffff:127.0.0.1]",
            "http://169.254.169.254", "http://localhost@evil.com", "http://localhost.", "http://api.storekit.apple.com",
        ]
    )
    func refused(endpoint: String) {
        let error = #expect(throws: GlossportError.self) { try ServiceAddress(endpoint: endpoint) }
        #expect(error?.code == .invalidOption)
        #expect(error?.remedy != nil)
    }

    @Test("A refusal does not repeat the address, which may contain a password")
    func silent() {
        let error = #expect(throws: GlossportError.self) {
            try ServiceAddress(endpoint: "https://u:canary@example.com")
        }
        #expect(error?.description.contains("canary") == false)
    }
}
