import Foundation
import HTTPTypes
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("Control routes")
struct ControlTests {
    @Test("health is 200 without a token")
    func health() async throws {
        try await TestBench().test { caller in
            let response = try await caller.send(.get, "/_emulator/health", token: nil)
            #expect(response.text == #"{"environment":"sandbox","status":"ok"}"#)
        }
    }

    @Test(
        "a page from elsewhere, or a name that is not this machine's, gets nothing",
        arguments: [
            [.origin: "https://evil.example"], [.origin: "null"], [.origin: "http://localhost.evil.example"],
            [.origin: "http://127.0.0.1:80@evil.example"],
        ] as [HTTPFields]
    )
    func foreignOrigin(headers: HTTPFields) async throws {
        try await TestBench().test { caller in
            let response = try await caller.client.execute(uri: "/_emulator/reset", method: .post, headers: headers)
            #expect(response.status == .forbidden)
        }
    }

    @Test(
        "a page of this machine is served",
        arguments: ["http://localhost", "http://127.0.0.1:8080", "https://[::1]:1"]
    )
    func ownOrigin(origin: String) async throws {
        try await TestBench().test { caller in
            let headers: HTTPFields = [.origin: origin]
            let response = try await caller.client.execute(uri: "/_emulator/health", method: .get, headers: headers)
            #expect(response.status == .ok)
        }
    }

    @Test("the page for people needs no token, loads nothing from elsewhere, and is no request of a client")
    func page() async throws {
        try await TestBench().test { caller in
            let response = try await caller.client.execute(uri: "/?from=bookmark", method: .get)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none';") == true)
            #expect(response.text.contains("/_emulator/state"))
            #expect(!response.text.contains("https://"))
            #expect(try await caller.send(.get, "/_emulator/state").text.contains(#""requests":0"#))
        }
    }

    @Test("the state shows contents and counters")
    func state() async throws {
        let bench = try TestBench()
        try await bench.test { caller in
            try await caller.upload(1)
            try await caller.upload(1)
            try await caller.send(.get, "/message/list", token: nil)
            let text = try await caller.send(.get, "/_emulator/state").text
            let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect(object["requests"] as? Int == 3)
            #expect(object["statuses"] as? [String: Int] == ["200": 1, "409": 1, "401": 1])
            let app = try #require((object["apps"] as? [[String: Any]])?.first)
            #expect(app["bundleId"] as? String == Samples.app)
            let message = try #require((app["messages"] as? [[String: Any]])?.first)
            #expect(message["header"] as? String == "Keep your garden")
            #expect(message["messageState"] as? String == "APPROVED")
            let endpoints = try #require(app["endpoints"] as? [String: [String: Any]])
            #expect(endpoints["uploadMessage"]?["arrivals"] as? Int == 2)
            #expect(endpoints["uploadMessage"]?["highestInAnyHour"] as? Int == 2)
        }
    }

    @Test("approve and reject reach what is named, or else what is pending")
    func review() async throws {
        try await TestBench(.production).test { caller in
            try await caller.upload(1)
            try await caller.upload(2)
            let named = #"{"identifiers":["\#(try Samples.identifier(2).description.uppercased())"]}"#
            #expect(try await caller.send(.post, "/_emulator/reject", named).text == #"{"decided":1}"#)
            #expect(try await caller.send(.post, "/_emulator/approve").text == #"{"decided":1}"#)
            let list = try await caller.send(.get, "/message/list").text
            #expect(list.contains(#"0001","messageState":"APPROVED""#))
            #expect(list.contains(#"0002","messageState":"REJECTED""#))
        }
    }

    @Test("faults can be set and ended at run time, and a bad rule changes nothing")
    func faults() async throws {
        try await TestBench().test { caller in
            let set = try await caller.send(.post, "/_emulator/faults", #"{"faults":["500-before=1"],"seed":3}"#)
            #expect(set.text == #"{"faults":["500-before=1"],"seed":3}"#)
            let bad = try await caller.send(.post, "/_emulator/faults", #"{"faults":["nonsense"]}"#)
            #expect(bad.status == .badRequest)
            #expect(try await caller.upload(1).errorCode == 5_000_000)
            try await caller.send(.post, "/_emulator/faults", #"{"faults":[]}"#)
            #expect(try await caller.upload(1).status == .ok)
        }
    }

    @Test("reset goes back to the start, with the faults of the start")
    func reset() async throws {
        try await TestBench(faults: ["cap@2"]).test { caller in
            try await caller.upload(1)
            try await caller.send(.post, "/_emulator/faults", #"{"faults":[]}"#)
            try await caller.send(.post, "/_emulator/reset")
            #expect(try await caller.upload(1).status == .ok)
            #expect(try await caller.upload(2).errorCode == 4_030_016)
        }
    }

    @Test("control requests are not counted among the service's")
    func uncounted() async throws {
        let bench = try TestBench()
        try await bench.test { caller in
            for _ in 1...3 { try await caller.send(.get, "/_emulator/health") }
        }
        #expect(bench.emulator.withState { $0 }.sequence == 0)
    }

    @Test("what is no control route is 404", arguments: ["/_emulator/", "/_emulator/nothing", "/_emulator/approve"])
    func nowhere(_ path: String) async throws {
        try await TestBench().test { caller async throws in
            #expect(try await caller.send(.get, path).status == .notFound)
        }
    }
}
