import Foundation
import HTTPTypes
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("Control routes")
struct ControlTests {
    @Test("Health returns 200 without a token")
    func health() async throws {
        try await TestBench().test { caller in
            let response = try await caller.send(.get, "/_emulator/health", token: nil)
            #expect(response.text == #"{"environment":"sandbox","status":"ok"}"#)
        }
    }

    @Test("The state shows contents and counters")
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

    @Test("Approve and reject apply to the named items, or else to the pending ones")
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

    @Test("Faults can be set and removed at run time, and an invalid rule changes nothing")
    func faults() async throws {
        try await TestBench().test { caller in
            let set = try await caller.send(.post, "/_emulator/faults", #"{"faults":["500-before=1"],"seed":3}"#)
            #expect(set.text.hasPrefix(#"{"faults":["500-before=1"],"known":["drop-after-commit","#))
            #expect(set.text.hasSuffix(#"},"seed":3}"#))
            let bad = try await caller.send(.post, "/_emulator/faults", #"{"faults":["nonsense"]}"#)
            #expect(bad.status == .badRequest)
            #expect(try await caller.upload(1).errorCode == 5_000_000)
            try await caller.send(.post, "/_emulator/faults", #"{"faults":[]}"#)
            #expect(try await caller.upload(1).status == .ok)
        }
    }

    @Test("Budgets can be set at run time and start again")
    func budgets() async throws {
        try await TestBench { $0.rules.allowances = [.uploadMessage: 1] }.test { caller in
            try await caller.upload(1)
            #expect(try await caller.upload(2).status == .tooManyRequests)
            #expect(try await caller.send(.get, "/_emulator/state").text.contains(#""allowance":1,"arrivals":2,"#))
            #expect(try await caller.send(.get, "/_emulator/state").text.contains(#""spent":1,"#))
            let set = try await caller.send(.post, "/_emulator/budgets", #"{"budgets":{"uploadMessage":1}}"#)
            #expect(set.text.contains(#""listImages":null"#))
            #expect(set.text.hasSuffix(#""uploadMessage":1},"hourMilliseconds":3600000,"window":"sliding"}"#))
            #expect(try await caller.upload(2).status == .ok)
            #expect(try await caller.upload(3).status == .tooManyRequests)
            try await caller.send(.post, "/_emulator/budgets", #"{"budgets":{"uploadMessage":null}}"#)
            for number in 3...5 { #expect(try await caller.upload(number).status == .ok) }
        }
    }

    @Test("A profile sets all budgets, except those given explicitly")
    func profile() async throws {
        try await TestBench().test { caller in
            let body = #"{"profile":"sandbox","budgets":{"listImages":7}}"#
            let set = try await caller.send(.post, "/_emulator/budgets", body).text
            for part in [#""configureDefault":3600"#, #""uploadImage":360"#, #""listImages":7"#] {
                #expect(set.contains(part))
            }
            let none = try await caller.send(.post, "/_emulator/budgets", #"{"profile":"none"}"#).text
            #expect(none.contains(#""uploadImage":null"#))
        }
    }

    @Test(
        "An invalid budget changes nothing",
        arguments: [
            "", #"{"budgets":{"upload":1}}"#, #"{"budgets":{"uploadMessage":-1}}"#, #"{"profile":"fast"}"#,
            #"{"budgets":{"uploadMessage":1000001}}"#, #"{"budgets":{"listMessages":3,"upload":1}}"#,
        ]
    )
    func badBudgets(_ body: String) async throws {
        let bench = try TestBench()
        try await bench.test { caller async throws in
            #expect(try await caller.send(.post, "/_emulator/budgets", body).status == .badRequest)
        }
        #expect(bench.emulator.withState { $0 }.rules.allowances.isEmpty)
    }

    @Test("A reset restores the initial state, including the initial faults")
    func reset() async throws {
        try await TestBench(faults: ["cap@2"]).test { caller in
            try await caller.upload(1)
            try await caller.send(.post, "/_emulator/faults", #"{"faults":[]}"#)
            try await caller.send(.post, "/_emulator/reset")
            #expect(try await caller.upload(1).status == .ok)
            #expect(try await caller.upload(2).errorCode == 4_030_016)
        }
    }

    @Test("Control requests are not counted as service requests")
    func uncounted() async throws {
        let bench = try TestBench()
        try await bench.test { caller in
            for _ in 1...3 { try await caller.send(.get, "/_emulator/health") }
        }
        #expect(bench.emulator.withState { $0 }.sequence == 0)
    }

    @Test(
        "An unknown route or a wrong method returns 404",
        arguments: ["/_emulator/", "/_emulator/nothing", "/_emulator/approve"]
    )
    func nowhere(_ path: String) async throws {
        try await TestBench().test { caller async throws in
            #expect(try await caller.send(.get, path).status == .notFound)
        }
    }
}
