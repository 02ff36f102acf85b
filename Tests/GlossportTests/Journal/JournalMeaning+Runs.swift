import GlossportProject
import GlossportTesting

@testable import Glossport

extension JournalMeaning {
    private typealias Samples = JournalSamples

    func budget(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let place = Samples.sandbox
        let empty = try await journal.budget(.uploadMessage, at: place, since: Samples.moment())
        violations.expect(empty, BudgetState(), "a budget that nothing is known of")
        let (pause, steady) = (Samples.moment(60), Samples.moment(3_600))
        let run = try await journal.beginRun(Samples.run())
        let item = Samples.item(1)
        _ = try await journal.want([item], in: run)
        try await journal.attempt(
            item.id,
            .throttled,
            to: .planned,
            pause: Pause(until: pause, steadyUntil: steady),
            in: run
        )
        // The answer that arrived first may be written last.
        try await journal.attempt(item.id, .throttled, to: .planned, pause: Pause(until: Samples.moment(5)), in: run)
        let list = try await journal.beginAttempt(
            AttemptStart(.listMessages, item: nil, started: Samples.moment()),
            in: run
        )
        var end = AttemptEnd(list, finished: Samples.moment(1), answer: Answer(.throttled), change: nil)
        end.pause = Pause(until: Samples.moment(9))
        try await journal.finishAttempt(end, in: run)
        // Reopen, because a restart must not forget a pause.
        let reopened = open()
        violations.expect(
            try await reopened.budget(.uploadMessage, at: place, since: Samples.moment(2)),
            BudgetState(pausedUntil: pause, steadyUntil: steady),
            "an allowance after two 429"
        )
        violations.expect(
            try await reopened.budget(.listMessages, at: place, since: Samples.moment(2)),
            BudgetState(pausedUntil: Samples.moment(9)),
            "another endpoint's allowance"
        )
        return violations.sentences
    }

    func ledger(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: first)
        // Later times first, because the clock may have been set back.
        for second in [30, 10] {
            let start = AttemptStart(.uploadMessage, item: item.id, started: Samples.moment(Int64(second)))
            _ = try await journal.beginAttempt(start, in: first)
        }
        let other = AttemptStart(.listMessages, item: nil, started: Samples.moment(20))
        _ = try await journal.beginAttempt(other, in: first)
        let second = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: second)
        let start = AttemptStart(.uploadMessage, item: item.id, started: Samples.moment(40))
        let attempt = try await journal.beginAttempt(start, in: second)
        let end = AttemptEnd(attempt, finished: Samples.moment(41), answer: Answer(.throttled), change: nil)
        try await journal.finishAttempt(end, in: second)
        let cutOff = [10, 30].map { SpentRequest(started: Samples.moment($0), finished: nil) }
        let ended = SpentRequest(started: Samples.moment(40), finished: Samples.moment(41))
        for (since, expected) in [(0, cutOff + [ended]), (30, [cutOff[1], ended]), (31, [ended]), (41, [])] {
            let moment = Samples.moment(Int64(since))
            let spent = try await journal.budget(.uploadMessage, at: Samples.sandbox, since: moment).spent
            violations.expect(spent, expected, "what was spent since second \(since)")
        }
        return violations.sentences
    }

    func runs(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        violations.expect(
            try await journal.lastRun(of: .import, at: Samples.sandbox),
            nil,
            "the last run of an empty journal"
        )
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.want(Samples.items(3), in: first)
        try await journal.endRun(first, at: Samples.moment(7), exitCode: 3)
        var record = RunRecord(
            id: first,
            destination: Samples.sandbox,
            command: .import,
            started: Samples.moment(),
            ended: Samples.moment(7),
            exitCode: 3,
            wanted: 3
        )
        violations.expect(try await journal.lastRun(of: .import, at: Samples.sandbox), record, "the last run, ended")
        let second = try await journal.beginRun(Samples.run(started: Samples.moment(10)))
        violations.expect(second != first, true, "a second run has a number of its own")
        _ = try await journal.want([Samples.item(1)], in: second)
        _ = try await journal.want([Samples.item(1), Samples.item(8)], in: second)
        record.id = second
        (record.started, record.ended, record.exitCode, record.wanted) = (Samples.moment(10), nil, nil, 3)
        violations.expect(
            try await journal.lastRun(of: .import, at: Samples.sandbox),
            record,
            "the last run, under way"
        )
        return violations.sentences
    }

    func destinationsApart(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let places = [
            Samples.sandbox, Destination(app: Samples.sandbox.app, environment: .production),
            Destination(app: "com.example.other", environment: .sandbox),
        ]
        var runs: [RunID] = []
        for place in places {
            let run = try await journal.beginRun(Samples.run(at: place))
            violations.expect(
                try await journal.want([item], in: run).first?.state,
                .planned,
                "the same item at \(place)"
            )
            runs.append(run)
        }
        // A run at one destination must not release attempts of a run at another.
        _ = try await journal.beginRun(Samples.run(at: places[1]))
        let pause = Pause(until: Samples.moment(9))
        try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, pause: pause, in: runs[0])
        for place in places {
            let isFirst = place == places[0]
            let record = try await journal.record(item.id, at: place)
            violations.expect(record?.state, isFirst ? .uploaded : .planned, "the state at \(place)")
            violations.expect(record?.history.attempts, isFirst ? 1 : 0, "the attempts at \(place)")
            violations.expect(try await journal.allRecords(at: place).count, 1, "the items at \(place)")
            let budget = try await journal.budget(.uploadMessage, at: place, since: Samples.moment())
            violations.expect(budget.spent.count, isFirst ? 1 : 0, "what was spent at \(place)")
            violations.expect(budget.pausedUntil, isFirst ? Samples.moment(9) : nil, "the pause at \(place)")
            violations.expect(
                try await journal.lastRun(of: .import, at: place)?.destination,
                place,
                "the last run's place"
            )
        }
        return violations.sentences
    }
}
