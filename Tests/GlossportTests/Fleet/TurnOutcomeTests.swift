import GlossportChecking
import GlossportImporting
import Testing

@Suite("What follows from the end of a turn")
struct TurnOutcomeTests {
    private static let moment = Timestamp(seconds: 1_800_000_000)

    private func turn(failures: Int = 0, lastExit: Int32? = nil) -> FleetTurn {
        FleetTurn(
            destination: Destination(app: "com.example.a", environment: .sandbox),
            revision: 1,
            failures: failures,
            lastExit: lastExit,
            number: 1
        )
    }

    private func outcome(_ end: TurnEnd, failures: Int = 0, lastExit: Int32? = nil, jitter: Double = 1) -> TurnOutcome {
        TurnOutcome(of: end, turn(failures: failures, lastExit: lastExit), jitter: jitter)
    }

    @Test("What is done is not due again, unless something is pending")
    func done() {
        var end = TurnEnd(.done, code: 0, sentence: "Done.")
        #expect(outcome(end, failures: 3) == TurnOutcome(wake: .never, failures: 0, exit: 0))
        end.isPending = true
        #expect(outcome(end).wake == .after(TurnOutcome.review))
        #expect(!outcome(end).isParked)
    }

    @Test("What waits for quota is due when there is quota, a little apart from others")
    func quota() {
        var end = TurnEnd(.notYet, code: 9, sentence: "The quota is used up.")
        end.resumeAt = Self.moment
        #expect(outcome(end, jitter: 0).wake == .at(Self.moment))
        #expect(outcome(end, jitter: 1).wake == .at(Self.moment + TurnOutcome.pause))
        #expect(outcome(end).note == "The quota is used up.")
        #expect(outcome(end, failures: 2).failures == 0)
    }

    @Test("What waits for a review is looked at again after a quarter of an hour")
    func review() { #expect(outcome(TurnEnd(.notYet, code: 9)).wake == .after(.seconds(900))) }

    @Test("What was stopped goes on soon, and nothing is held against it")
    func unfinished() {
        let outcome = outcome(TurnEnd(.unfinished, code: 130), failures: 2, jitter: 0.5)
        #expect(outcome.wake == .after(.seconds(5)))
        #expect(outcome.failures == 0)
    }

    @Test("Where somebody else is at work, it goes on when they have stopped")
    func held() { #expect(outcome(TurnEnd(.held, code: 11)).wake == .whenFree) }

    @Test(
        "What fails comes back after a minute, two, four, an hour at the most",
        arguments: [(0, 60), (1, 120), (2, 240), (5, 1_920), (6, 3_600), (7, 3_600), (1_000_000, 3_600)]
    )
    func failed(failures: Int, seconds: Int) {
        let end = TurnEnd(.failed, code: 3, sentence: "It failed.")
        #expect(outcome(end, failures: failures).wake == .after(.seconds(seconds)))
        #expect(outcome(end, failures: failures, jitter: 0).wake == .after(.seconds(seconds) / 2))
        #expect(outcome(end, failures: failures).failures == failures + 1)
    }

    @Test("What needs a person is parked with a note, even if nothing was said")
    func refused() {
        #expect(outcome(TurnEnd(.refused, code: 4, sentence: "A text is too long.")).isParked)
        #expect(outcome(TurnEnd(.refused, code: 7)).note == "The import ended with exit code 7.")
    }

    @Test("What is killed three times in a row is parked")
    func killed() {
        let end = TurnEnd(.killed, code: 137)
        #expect(outcome(end).wake == .after(.seconds(60)))
        #expect(outcome(end, failures: 1, lastExit: 137).wake == .after(.seconds(120)))
        let third = outcome(end, failures: 2, lastExit: 137)
        #expect(third.isParked)
        #expect(third.note == "The import was killed by signal 9.")
    }

    @Test("Other failures don't count among those in a row that it was killed")
    func killedAfterFailures() {
        let end = TurnEnd(.killed, code: 137)
        #expect(outcome(end, failures: 8, lastExit: 3) == outcome(end))
    }

    @Test("A jitter that is none stays within bounds", arguments: [-1.0, 7])
    func jitter(value: Double) {
        let wake = outcome(TurnEnd(.failed, code: 1), jitter: value).wake
        #expect([.after(.seconds(30)), .after(.seconds(60))].contains(wake))
    }
}
