import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("Files of the page")
struct PageTests {
    private static func picture(_ number: Int) -> String { "/image/00000000-0000-4000-8000-00000000000\(number)" }

    /// The hash of the only picture in the state.
    private static func hash(in state: String) throws -> String {
        let part = try #require(state.firstRange(of: #""sha256":""#))
        return String(state[part.upperBound...].prefix(64))
    }

    @Test(
        "Each file needs no token, loads nothing from elsewhere and is not counted as a request",
        arguments: [
            ("/?from=bookmark", "text/html; charset=utf-8"), ("/page/page.css", "text/css; charset=utf-8"),
            ("/page/page.js", "text/javascript; charset=utf-8"),
            ("/page/elements.js", "text/javascript; charset=utf-8"),
            ("/page/languages.js", "text/javascript; charset=utf-8"),
            ("/page/contents.js", "text/javascript; charset=utf-8"),
            ("/page/messages.js", "text/javascript; charset=utf-8"),
            ("/page/service.js", "text/javascript; charset=utf-8"),
        ]
    )
    func files(path: String, type: String) async throws {
        try await TestBench().test { caller in
            let response = try await caller.client.execute(uri: path, method: .get)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == type)
            let policy = response.headers[.contentSecurityPolicy] ?? ""
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"))
            #expect(!response.text.contains("https://"))
            #expect(!response.text.contains("innerHTML"))
            #expect(try await caller.send(.get, "/_emulator/state").text.contains(#""requests":0"#))
        }
    }

    @Test("A picture is returned as uploaded and can only be used as a picture")
    func picture() async throws {
        try await TestBench().test { caller in
            let bytes = PNG.bytes(3840, 160)
            try await caller.send(.put, Self.picture(1), bytes: bytes, type: "image/png")
            let state = try await caller.send(.get, "/_emulator/state").text
            #expect(state.contains(#""isKept":true"#))
            let path = "/_emulator/pictures/\(try Self.hash(in: state))"
            let response = try await caller.send(.get, path)
            #expect(response.body == bytes)
            #expect(response.headers[.contentType] == "image/png")
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            #expect(response.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            try await caller.send(.post, "/_emulator/reset")
            #expect(try await caller.send(.get, path).status == .notFound)
        }
    }

    @Test("A refused upload is not available as a picture")
    func refused() async throws {
        try await TestBench().test { caller in
            let html = ByteBuffer(string: "<script>alert(1)</script>")
            try await caller.send(.put, Self.picture(1), bytes: html, type: "image/png")
            let hash = "caa14a5b83c8a2d6e1bf6b9e2e4d9f77b3d0e4be6dd1ee7d9b5ad3b8c6c0a7c1"
            for name in [hash, "", "..", "%2e%2e/state"] {
                #expect(try await caller.send(.get, "/_emulator/pictures/\(name)").status == .notFound)
            }
        }
    }

    @Test("An unchanged state returns 304, and a change, even by time alone, returns the new state")
    func tag() async throws {
        let bench = try TestBench(.production) { $0.rules.approveAfter = .seconds(5) }
        try await bench.test { caller in
            func again(_ tag: String?) async throws -> TestResponse {
                let headers: HTTPFields = tag.map { [.ifNoneMatch: $0] } ?? [:]
                return try await caller.client.execute(uri: "/_emulator/state", method: .get, headers: headers)
            }
            var known = try await again(nil).headers[.eTag]
            #expect(try await again(known).status == .notModified)
            for change in [
                { _ = try await caller.upload(1) }, { bench.advance(.seconds(5)) },
                { _ = try await caller.send(.post, "/_emulator/reject") },
                { _ = try await caller.send(.post, "/_emulator/faults", #"{"faults":["cap=1"]}"#) },
                { _ = try await caller.send(.post, "/_emulator/budgets", #"{"profile":"none"}"#) },
                { _ = try await caller.send(.post, "/_emulator/reset") },
            ] as [@Sendable () async throws -> Void] {
                try await change()
                let response = try await again(known)
                #expect(response.status == .ok)
                known = response.headers[.eTag]
                #expect(try await again(known).status == .notModified)
            }
        }
    }

    @Test("The newest requests are shown with outcome and duration, without the token")
    func requests() async throws {
        try await TestBench(faults: ["delay:2s@2"]).test { caller in
            for number in 1...2 { try await caller.upload(number) }
            try await caller.send(.get, "/message/list", token: nil)
            let response = try await caller.send(.get, "/_emulator/requests")
            let object = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
            let requests = try #require((object as? [String: Any])?["requests"] as? [[String: Any]])
            #expect(requests.map { $0["status"] as? Int } == [200, 200, 401])
            #expect(requests.map { $0["tookMicroseconds"] as? Int } == [0, 2_000_000, 0])
            #expect(requests.map { $0["fault"] as? String } == [nil, "delay:2s", nil])
            #expect(requests.first?["method"] as? String == "PUT")
            #expect(!response.text.contains(Caller.token))
        }
    }

    @Test("Only the newest 500 requests are kept")
    func ring() async throws {
        try await TestBench().test { caller in
            for _ in 1...503 { try await caller.send(.get, "/message/list") }
            let text = try await caller.send(.get, "/_emulator/requests").text
            #expect(text.hasPrefix(#"{"requests":[{"seq":4,"#))
            #expect(text.components(separatedBy: #"{"seq":"#).count == 501)
        }
    }
}
