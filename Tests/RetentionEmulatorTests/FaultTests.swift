import RetentionEmulator
import Testing

/// The effects of each fault on a request, and on the state that later requests meet.
@Suite("Faults")
struct FaultTests {
    private func strike(_ fault: String) throws -> (outcome: Outcome, exists: Bool) {
        var state = try Samples.state(faults: ["\(fault)@1"])
        let outcome = state.send(.uploadMessage(try Samples.identifier(1), Samples.message))
        return (outcome, try !state.messages().isEmpty)
    }

    @Test(
        "Some faults strike before the request takes effect",
        arguments: [
            ("reset-before", nil, Delivery.reset), ("500-before", 500, .send), ("401-once", 401, .send),
            ("redirect", 302, .send), ("unknown-code", 400, .send), ("cap", 403, .send), ("429-storm", 429, .send),
        ]
    )
    func before(_ fault: String, _ status: Int?, _ delivery: Delivery) throws {
        let (outcome, exists) = try strike(fault)
        #expect(outcome.reply.status == status)
        #expect(outcome.delivery == delivery)
        #expect(!outcome.committed)
        #expect(!exists)
    }

    @Test(
        "Other faults strike after the request has taken effect",
        arguments: [
            ("drop-after-commit", 200, Delivery.close), ("reset-after-commit", 200, .reset), ("500-after", 500, .send),
            ("half-close", 200, .closeOutput), ("go-away", 200, .lastOnConnection),
            ("delay:3s", 200, .late(.seconds(3))),
            ("slow-drip:3s", 200, .drip(.seconds(3))), ("truncated-json", 200, .truncated),
            ("oversized-json:9", 200, .oversized(9)), ("upper-case-ids", 200, .upperCase), ("duplicate", 409, .send),
        ]
    )
    func after(_ fault: String, _ status: Int, _ delivery: Delivery) throws {
        let (outcome, exists) = try strike(fault)
        #expect(outcome.reply.status == status)
        #expect(outcome.delivery == delivery)
        #expect(outcome.committed)
        #expect(exists)
    }

    @Test("A late effect occurs at its time, not before")
    func late() throws {
        var state = try Samples.state(faults: ["commit-late:2s@1"])
        let outcome = state.send(.uploadMessage(try Samples.identifier(1), Samples.message))
        #expect(outcome == Outcome(.undecided, delivery: .close, commitAt: Samples.start + .seconds(2)))
        #expect(try state.messages(at: Samples.start + .milliseconds(1999)).isEmpty)
        #expect(try state.messages(at: Samples.start + .seconds(2)).count == 1)
    }

    @Test("A request sent before a late effect wins, and the late effect changes nothing")
    func overtaken() throws {
        var state = try Samples.state(faults: ["commit-late:2s@1"])
        _ = try state.upload(1)
        #expect(try state.upload(1, MessageContent(header: "second", body: "")) == .done)
        _ = try state.messages(at: Samples.start + .seconds(3))
        let content = state.apps[Samples.app]?.messages[try Samples.identifier(1)]?.content
        #expect(content?.header == "second")
    }

    @Test("A storm refuses only its endpoint, until it is over")
    func storm() throws {
        var state = try Samples.state(faults: ["429-storm:missing+5s@1"])
        #expect(try state.upload(1) == .throttled(retryAfter: nil))
        #expect(try state.upload(1, at: Samples.start + .milliseconds(4999)) == .throttled(retryAfter: nil))
        #expect(try state.uploadImage(1) == .done)
        #expect(try state.upload(1, at: Samples.start + .seconds(5)) == .done)
    }

    @Test("With the fault `cap`, uploads are refused as if the app were full")
    func cap() throws {
        var state = try Samples.state(faults: ["cap=1"])
        #expect(try state.upload(1) == .refused(.tooManyMessages))
        #expect(try state.uploadImage(1) == .refused(.tooManyImages))
        #expect(try state.messages().isEmpty)
    }

    @Test("A stale list lacks the newest uploads")
    func stale() throws {
        var state = try Samples.state(faults: ["list-stale:5s/listMessages=1"])
        _ = try state.upload(1)
        _ = try state.upload(2, at: Samples.start + .seconds(3))
        #expect(try state.messages(at: Samples.start + .seconds(4)).isEmpty)
        #expect(try state.messages(at: Samples.start + .seconds(5)).count == 1)
        #expect(try state.messages(at: Samples.start + .seconds(8)).count == 2)
    }

    @Test("A list can omit items, different ones each time")
    func omit() throws {
        var state = try Samples.state(faults: ["list-omit:0.5=1"])
        for number in 1...200 { _ = try state.upload(number) }
        let first = try state.messages()
        let second = try state.messages()
        #expect((60...140).contains(first.count))
        #expect(first != second)
    }

    @Test("A fault that breaks the answer does not affect a 429 for an exhausted budget")
    func throttled() throws {
        var state = try Samples.state(faults: ["drop-after-commit=1"]) { $0.allowances = [.uploadMessage: 0] }
        let outcome = state.send(.uploadMessage(try Samples.identifier(1), Samples.message))
        #expect(outcome.reply.status == 429)
        #expect(outcome.delivery == .send)
    }

    @Test("A request with an invalid token meets no fault")
    func noToken() throws {
        var state = try Samples.state(faults: ["cap=1"])
        #expect(state.arrive(.uploadMessage, bundleID: nil, at: Samples.start).fault == nil)
    }
}
