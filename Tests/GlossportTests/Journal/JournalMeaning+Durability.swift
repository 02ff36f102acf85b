import Glossport
import GlossportProject
import GlossportTesting

/// The checks on durability under concurrent writers, cancellation and crashes.
extension JournalMeaning {
    private typealias Samples = JournalSamples

    func durability(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(3)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        try await journal.attempt(items[1].id, .unknown, to: .unknown, reason: "Zeit abgelaufen", in: run)
        let before = try await journal.allRecords(at: Samples.sandbox)
        let reopened = open()
        violations.expect(try await reopened.allRecords(at: Samples.sandbox), before, "the items after reopening")
        violations.expect(
            try await reopened.lastRun(of: .import, at: Samples.sandbox)?.id,
            run,
            "the last run after reopening"
        )
        let spent = try await reopened.budget(.uploadMessage, at: Samples.sandbox, since: Samples.moment()).spent
        violations.expect(spent.count, 2, "the spent requests after reopening")
        return violations.sentences
    }

    func cutOffAttempt(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let item = Samples.item(1)
        let killed = try await journal.beginRun(Samples.run())
        _ = try await journal.want([item], in: killed)
        let start = AttemptStart(.uploadMessage, item: item.id, started: Samples.moment())
        _ = try await journal.beginAttempt(start, in: killed)
        // Without finishAttempt and endRun, as if the process had died.
        let reopened = open()
        let run = try await reopened.beginRun(Samples.run())
        let expected = ItemRecord(item: item, state: .sending, history: AttemptHistory(attempts: 1, ambiguous: 1))
        violations.expect(try await reopened.want([item], in: run), [expected], "an item whose attempt was cut off")
        try await reopened.attempt(item.id, .alreadyPresent, to: .uploaded, proof: .confirmed, in: run)
        let history = AttemptHistory(attempts: 2, ambiguous: 1)
        violations.expect(try await reopened.record(item.id)?.history, history, "the history after its repetition")
        return violations.sentences
    }

    func concurrentWriters(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(400)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        let attempts = try await withThrowingTaskGroup(of: [AttemptID].self) { group in
            for part in 0..<40 {
                group.addTask {
                    var attempts: [AttemptID] = []
                    for item in items[(part * 10)..<(part * 10 + 10)] {
                        let start = AttemptStart(.uploadMessage, item: item.id, started: Samples.moment())
                        let attempt = try await journal.beginAttempt(start, in: run)
                        let end = AttemptEnd(
                            attempt,
                            finished: Samples.moment(1),
                            answer: Answer(.accepted, status: 200),
                            change: ItemChange(item.id, to: .uploaded, proof: .response)
                        )
                        try await journal.finishAttempt(end, in: run)
                        attempts.append(attempt)
                    }
                    return attempts
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        violations.expect(Set(attempts).count, 400, "the number of different attempts")
        let reopened = open()
        let all = try await reopened.allRecords(at: Samples.sandbox)
        violations.expect(all.count { $0.state == .uploaded }, 400, "the number of uploaded items")
        violations.expect(
            all.count { $0.history == AttemptHistory(attempts: 1) },
            400,
            "the number of items with one clear attempt"
        )
        let spent = try await reopened.budget(.uploadMessage, at: Samples.sandbox, since: Samples.moment()).spent
        violations.expect(spent.count { $0.finished == Samples.moment(1) }, 400, "the number of ended requests")
        return violations.sentences
    }

    func cancellation(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(20)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        let failures = await withTaskGroup(of: String?.self) { group in
            for item in items {
                group.addTask {
                    // Canceled before it writes: the answer has arrived and must still be recorded.
                    withUnsafeCurrentTask { $0?.cancel() }
                    do {
                        try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
                        return nil
                    } catch {
                        return "a cancelled task can't write: \(error)"
                    }
                }
            }
            // Also cancel from outside, while they write.
            group.cancelAll()
            return await group.reduce(into: [String]()) { sentences, sentence in
                if let sentence { sentences.append(sentence) }
            }
        }
        let all = try await open().allRecords(at: Samples.sandbox)
        violations.expect(all.count { $0.state == .uploaded }, 20, "the number of items that cancelled tasks uploaded")
        return violations.sentences + failures
    }

    func faultyWriteAlone(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(50)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        let failed = await withTaskGroup(of: Bool.self) { group in
            for (index, item) in items.enumerated() {
                group.addTask {
                    // Every tenth attempt is for an item unknown to the journal.
                    let id = index.isMultiple(of: 10) ? Samples.item(1_000 + index).id : item.id
                    let start = AttemptStart(.uploadMessage, item: id, started: Samples.moment())
                    return (try? await journal.beginAttempt(start, in: run)) == nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        violations.expect(failed, 5, "the number of writes that fail")
        let all = try await journal.allRecords(at: Samples.sandbox)
        violations.expect(all.count { $0.state == .sending }, 45, "the number of items with an attempt")
        violations.expect(all.allSatisfy { $0.history.attempts <= 1 }, true, "“no attempt is written twice”")
        return violations.sentences
    }

    func thousandItems(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(1_000)
        let run = try await journal.beginRun(Samples.run())
        violations.expect(try await journal.want(items, in: run).count, 1_000, "what is returned")
        let changes = items.map { ItemChange($0.id, to: .uploaded, proof: .listed) }
        try await journal.settle(changes, at: Samples.moment(), in: run)
        let next = try await journal.beginRun(Samples.run())
        let again = try await journal.want(items, in: next)
        violations.expect(again.count { $0.state == .uploaded }, 1_000, "the number of known items")
        return violations.sentences
    }
}
