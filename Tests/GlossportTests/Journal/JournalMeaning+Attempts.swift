import Glossport
import GlossportProject
import GlossportTesting

/// The checks on attempts and their effect on items.
extension JournalMeaning {
    private typealias Samples = JournalSamples

    func attemptMakesSending(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(2)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        let start = AttemptStart(.uploadMessage, item: items[0].id, started: Samples.moment())
        _ = try await journal.beginAttempt(start, in: run)
        let expected = ItemRecord(
            item: items[0],
            state: .sending,
            history: AttemptHistory(attempts: 1, ambiguous: 1)
        )
        violations.expect(try await journal.record(items[0].id), expected, "an item with an attempt under way")
        violations.expect(try await journal.record(items[1].id)?.state, .planned, "the item beside it")
        return violations.sentences
    }

    func outcomes(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let outcomes = Answer.Outcome.allCases
        let items = Samples.items(outcomes.count)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        for (item, outcome) in zip(items, outcomes) {
            try await journal.attempt(item.id, outcome, to: .unknown, in: run)
            let history = AttemptHistory(
                attempts: 1,
                ambiguous: outcome == .unknown ? 1 : 0,
                refused: outcome == .refused ? 1 : 0
            )
            violations.expect(try await journal.record(item.id)?.history, history, "the history after \(outcome)")
        }
        return violations.sentences
    }

    func proofAndReason(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let proofs: [Proof] = [.response, .confirmed, .adopted, .listed]
        let items = Samples.items(5)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        for (item, proof) in zip(items, proofs) {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: proof, in: run)
            let record = try await journal.record(item.id)
            violations.expect(record?.state, .uploaded, "the state with proof \(proof)")
            violations.expect(record?.proof, proof, "the proof")
        }
        let reason = "4000023: Der Text ist zu lang"
        try await journal.attempt(items[4].id, .refused, to: .refused, reason: reason, in: run)
        let refused = try await journal.record(items[4].id)
        violations.expect(refused?.state, .refused, "the state of a refused item")
        violations.expect(refused?.reason, reason, "the reason of a refused item")
        try await journal.settle([ItemChange(items[4].id, to: .planned)], at: Samples.moment(), in: run)
        violations.expect(try await journal.record(items[4].id)?.reason, nil, "the reason after a change without one")
        return violations.sentences
    }

    func histories(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: first)
        try await journal.attempt(item.id, .unknown, to: .unknown, in: first)
        try await journal.attempt(item.id, .throttled, to: .unknown, in: first)
        try await journal.endRun(first, at: Samples.moment(2), exitCode: 10)
        let second = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: second)
        try await journal.attempt(item.id, .refused, to: .refused, in: second)
        let start = AttemptStart(.uploadMessage, item: item.id, started: Samples.moment())
        _ = try await journal.beginAttempt(start, in: second)
        let third = try await journal.beginRun(Samples.run())
        let history = AttemptHistory(attempts: 4, ambiguous: 2, refused: 1)
        violations.expect(try await journal.record(item.id)?.history, history, "the history over runs")
        let record = try await journal.want([item], in: third).first
        violations.expect(record?.history, history, "the history of an item that is wanted again")
        return violations.sentences
    }

    func listAttempts(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: run)
        let start = AttemptStart(.listMessages, item: nil, started: Samples.moment())
        let attempt = try await journal.beginAttempt(start, in: run)
        let end = AttemptEnd(attempt, finished: Samples.moment(1), answer: Answer(.accepted, status: 200), change: nil)
        try await journal.finishAttempt(end, in: run)
        let spent = try await journal.budget(.listMessages, at: Samples.sandbox, since: Samples.moment()).spent
        let expected = SpentRequest(started: Samples.moment(), finished: Samples.moment(1))
        violations.expect(spent, [expected], "the ledger of list calls")
        violations.expect(
            try await journal.record(item.id),
            ItemRecord(item: item, state: .planned),
            "an item after a list call"
        )
        return violations.sentences
    }

    func endsOnce(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: run)
        let start = AttemptStart(.uploadMessage, item: item.id, started: Samples.moment())
        let attempt = try await journal.beginAttempt(start, in: run)
        var end = AttemptEnd(
            attempt,
            finished: Samples.moment(1),
            answer: Answer(.accepted),
            change: ItemChange(item.id, to: .uploaded, proof: .response)
        )
        let otherRun = try await journal.beginRun(Samples.run())
        await violations.expectJournalError("the end of another run's attempt") { [end] in
            try await journal.finishAttempt(end, in: otherRun)
        }
        try await journal.finishAttempt(end, in: run)
        end.answer = Answer(.refused)
        end.change = ItemChange(item.id, to: .refused)
        await violations.expectJournalError("a second end of an attempt") { [end] in
            try await journal.finishAttempt(end, in: run)
        }
        end.attempt = AttemptID(rawValue: attempt.rawValue + 1_000)
        await violations.expectJournalError("the end of an unknown attempt") { [end] in
            try await journal.finishAttempt(end, in: run)
        }
        let expected = ItemRecord(
            item: item,
            state: .uploaded,
            proof: .response,
            history: AttemptHistory(attempts: 1)
        )
        violations.expect(try await journal.record(item.id), expected, "an item after a second end was turned away")
        return violations.sentences
    }

    func settle(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(3)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        let changes = [
            ItemChange(items[0].id, to: .uploaded, proof: .listed),
            ItemChange(items[2].id, to: .conflict, reason: "Die Nummer ist vergeben"),
        ]
        try await journal.settle(changes, at: Samples.moment(3), in: run)
        let all = try await journal.allRecords(at: Samples.sandbox)
        violations.expect(all.map(\.state), [.uploaded, .planned, .conflict], "the states")
        violations.expect(all.map(\.proof), [.listed, nil, nil], "the proofs")
        violations.expect(all.map(\.reason), [nil, nil, "Die Nummer ist vergeben"], "the reasons")
        violations.expect(all.map(\.history.attempts), [0, 0, 0], "the attempts")
        return violations.sentences
    }

    func settleAllOrNothing(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: run)
        let changes = [ItemChange(item.id, to: .conflict), ItemChange(Samples.item(99).id, to: .conflict)]
        await violations.expectJournalError("a change of an unknown item") {
            try await journal.settle(changes, at: Samples.moment(), in: run)
        }
        violations.expect(try await journal.record(item.id)?.state, .planned, "the item beside an unknown one")
        return violations.sentences
    }

    func deletedIsNoOutcome(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(2)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        await violations.expectJournalError("a settlement as deleted") {
            try await journal.settle([ItemChange(items[0].id, to: .deleted)], at: Samples.moment(), in: run)
        }
        await violations.expectJournalError("an attempt that ends as deleted") {
            try await journal.attempt(items[1].id, .accepted, to: .deleted, in: run)
        }
        violations.expect(
            try await journal.allRecords(at: Samples.sandbox).map(\.state),
            [.planned, .sending],
            "the states after both were turned away"
        )
        return violations.sentences
    }

    func unknownIDs(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let unknown = Samples.item(99).id
        violations.expect(
            try await journal.records(of: [unknown], at: Samples.sandbox),
            [:],
            "records of an empty journal"
        )
        violations.expect(try await journal.allRecords(at: Samples.sandbox), [], "all records of an empty journal")
        let item = Samples.item(1)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: run)
        let found = try await journal.records(of: [unknown, item.id, item.id], at: Samples.sandbox)
        violations.expect(Array(found.keys), [item.id], "the ids that are found")
        await violations.expectJournalError("an attempt at an unknown item") {
            let start = AttemptStart(.uploadMessage, item: unknown, started: Samples.moment())
            _ = try await journal.beginAttempt(start, in: run)
        }
        let spent = try await journal.budget(.uploadMessage, at: Samples.sandbox, since: Samples.moment()).spent
        violations.expect(spent, [], "the ledger after an attempt that was turned away")
        return violations.sentences
    }

    func unknownRuns(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: run)
        let unknown = RunID(run.number + 1_000, at: run.destination)
        let start = AttemptStart(.uploadMessage, item: item.id, started: Samples.moment())
        let change = ItemChange(item.id, to: .conflict)
        await violations.expectJournalError("items that an unknown run wants") {
            _ = try await journal.want([item], in: unknown)
        }
        await violations.expectJournalError("an attempt in an unknown run") {
            _ = try await journal.beginAttempt(start, in: unknown)
        }
        await violations.expectJournalError("settle in an unknown run") {
            try await journal.settle([change], at: Samples.moment(), in: unknown)
        }
        await violations.expectJournalError("the end of an unknown run") {
            try await journal.endRun(unknown, at: Samples.moment(), exitCode: 0)
        }
        violations.expect(try await journal.record(item.id)?.state, .planned, "the item after all this")
        return violations.sentences
    }
}
