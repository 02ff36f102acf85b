import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("Permitted hosts")
struct HostTests {
    @Test(
        "By default, only this machine's names are permitted",
        arguments: [
            ("localhost", true), ("LocalHost:8080", true), ("127.0.0.1:1", true), ("[::1]:8080", true),
            ("localhost:", true),
            ("localhost.evil.example", false), ("evil.example:8080", false), ("127.0.0.1.evil.example", false),
            ("127.0.0.1:80@evil.example", false), ("[::1].evil.example", false), ("10.1.2.3", false),
            ("emulator", false),
            ("", false),
        ]
    )
    func names(authority: String, isAllowed: Bool) {
        #expect(HostRule().admits(authority) == isAllowed)
    }

    @Test(
        "If other machines can connect, IP addresses and the given names are permitted",
        arguments: [
            ("10.1.2.3:8080", true), ("[2001:db8::7]:8080", true), ("Emulator:8080", true), ("localhost", true),
            ("evil.example:8080", false), ("10.1.2.3.evil.example", false), ("[evil]:1", false),
            ("emulator.evil.example", false),
        ]
    )
    func beyond(authority: String, isAllowed: Bool) {
        #expect(HostRule(names: ["emulator"], takesAddresses: true).admits(authority) == isAllowed)
    }

    @Test("A request with a forbidden host name reaches neither the service, nor the page, nor the controls")
    func rebinding() async throws {
        try await TestBench { $0.hosts = HostRule(names: ["emulator"]) }.testLive { caller in
            for path in ["/", "/_emulator/state", "\(TestBench.base)/message/list"] {
                for (name, status) in [("evil.example", 421), ("emulator", 200)] {
                    var headers: HTTPFields = [.authorization: "Bearer \(Caller.token)"]
                    headers[try #require(HTTPField.Name("Host"))] = name
                    let response = try await caller.client.execute(uri: path, method: .get, headers: headers)
                    #expect(response.status.code == status)
                }
            }
        }
    }

    @Test(
        "A control request by a page from another origin is refused, even on this machine",
        arguments: [
            [.origin: "https://evil.example"], [.origin: "null"], [.origin: "http://localhost.evil.example"],
            [.origin: "http://127.0.0.1:80@evil.example"], [.origin: "http://localhost:3000"],
            [.origin: "http://127.0.0.1"],
            [HTTPField.Name("Sec-Fetch-Site"): "cross-site"], [HTTPField.Name("Sec-Fetch-Site"): "same-site"],
        ].map { $0.reduce(into: HTTPFields()) { fields, field in field.key.map { fields[$0] = field.value } } }
    )
    func foreignOrigin(headers: HTTPFields) async throws {
        try await TestBench().test { caller in
            for path in ["approve", "reject", "reset", "faults", "budgets"] {
                let uri = "/_emulator/\(path)"
                let response = try await caller.client.execute(uri: uri, method: .post, headers: headers)
                #expect(response.status == .forbidden)
            }
        }
    }

    @Test("The emulator's own page is permitted", arguments: ["http://localhost", "https://LOCALHOST"])
    func ownOrigin(origin: String) async throws {
        try await TestBench().test { caller in
            let headers: HTTPFields = [.origin: origin]
            let response = try await caller.client.execute(uri: "/_emulator/reset", method: .post, headers: headers)
            #expect(response.status == .ok)
        }
    }

    @Test(
        "A listening address must be an IP address, not a name",
        arguments: [
            ("127.0.0.1", true, "127.0.0.1"), ("::1", true, "[::1]"), ("0.0.0.0", false, "0.0.0.0"),
            ("::", false, "[::]"),
            ("192.168.1.5", false, "192.168.1.5"),
        ]
    )
    func addresses(text: String, isLoopback: Bool, inURL: String) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.isLoopback == isLoopback)
        #expect(address.inURL == inURL)
        for name in ["localhost", "", "1.2.3", "127.0.0.1:80"] { #expect(ListenAddress(name) == nil) }
    }
}
