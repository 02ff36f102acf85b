import HTTPTypes
import HummingbirdTesting
import RetentionEmulator
import Testing

/// Faults as seen by a client: over a socket if they break a connection, otherwise without one.
@Suite("Delivery of faults")
struct DeliveryTests {
    private func count(_ bench: TestBench) -> Int {
        bench.emulator.withState { $0 }.apps[Samples.app]?.messages.count ?? 0
    }

    @Test(
        "A broken connection is an error for the client, whether or not the request took effect",
        arguments: [
            ("drop-after-commit", 1), ("reset-after-commit", 1), ("half-close", 1), ("reset-before", 0),
            ("commit-late", 0),
        ]
    )
    func connections(_ fault: String, _ stored: Int) async throws {
        let bench = try TestBench(faults: ["\(fault)@1"])
        try await bench.testLive { caller async throws in
            await #expect(throws: (any Error).self) { try await caller.upload(1) }
            #expect(count(bench) == stored)
            #expect(try await caller.upload(2).status == .ok)
        }
    }

    @Test("After a lost answer, the same upload returns 409")
    func lostAnswer() async throws {
        try await TestBench(faults: ["drop-after-commit@1"]).testLive { caller async throws in
            await #expect(throws: (any Error).self) { try await caller.upload(1) }
            #expect(try await caller.upload(1).errorCode == 4_090_001)
        }
    }

    @Test("A dripping answer eventually arrives complete")
    func drip() async throws {
        let bench = try TestBench(faults: ["slow-drip:10ms@1"])
        try await bench.testLive { caller async throws in
            #expect(try await caller.send(.get, "/message/list").text == #"{"messageIdentifiers":[]}"#)
        }
        #expect(bench.now == Samples.start + .milliseconds(260))
    }

    @Test("`delay` makes only the answer late, and `delay-before` also the effect")
    func delays() async throws {
        for (fault, uploadedAt) in [("delay:5s", Samples.start), ("delay-before:5s", Samples.start + .seconds(5))] {
            let bench = try TestBench(faults: ["\(fault)@1"])
            try await bench.test { caller async throws in #expect(try await caller.upload(1).status == .ok) }
            let message = bench.emulator.withState { $0 }.apps[Samples.app]?.messages[try Samples.identifier(1)]
            #expect(message?.review.uploadedAt == uploadedAt)
            #expect(bench.now == Samples.start + .seconds(5))
        }
    }

    @Test("JSON can be truncated or oversized")
    func bodies() async throws {
        try await TestBench(faults: ["truncated-json@1", "oversized-json:5000@2-3"]).test { caller in
            #expect(try await caller.send(.get, "/message/list").text == #"{"messageIde"#)
            let list = try await caller.send(.get, "/message/list").text
            #expect(list.utf8.count == 5000)
            #expect(list.hasSuffix(#"x","messageIdentifiers":[]}"#))
            let upload = try await caller.upload(1).text
            #expect(upload.utf8.count == 5000)
            #expect(upload.hasSuffix(#"x"}"#))
        }
    }

    @Test("Identifiers can be returned in upper case")
    func upperCase() async throws {
        try await TestBench(faults: ["upper-case-ids@2"]).test { caller in
            try await caller.send(.put, "/message/7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02", Caller.message)
            let list = try await caller.send(.get, "/message/list").text
            #expect(list.contains(#""messageIdentifier":"7E9D4C7E-6D0C-4A58-8F1E-4B4D2B1A9E02""#))
        }
    }

    @Test("A redirect's target records whether the token was sent along")
    func redirect() async throws {
        let bench = try TestBench(faults: ["redirect@1"])
        try await bench.test { caller in
            let response = try await caller.upload(1)
            #expect(response.status == .found)
            let target = try #require(response.headers[.location])
            try await caller.send(.get, target)
            try await caller.send(.get, target, token: nil)
        }
        #expect(bench.emulator.withState { $0 }.redirects == (followed: 2, withToken: 1))
    }

    @Test("The last answer on a connection declares its close, and the next request uses another one")
    func goAway() async throws {
        try await TestBench(faults: ["go-away@1"]).testLive { caller async throws in
            #expect(try await caller.upload(1).headers[.connection] == "close")
            #expect(try await caller.upload(2).headers[.connection] == nil)
        }
    }

    @Test("A storm without Retry-After omits the header")
    func storm() async throws {
        try await TestBench(faults: ["429-storm:missing@1"]).test { caller in
            let response = try await caller.upload(1)
            #expect(response.errorCode == 4_290_000)
            #expect(response.headers[try #require(HTTPField.Name("Retry-After"))] == nil)
        }
    }
}
