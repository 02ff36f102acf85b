import GlossportChecking
import GlossportImporting
import GlossportReading

/// The checks on items and the queue.
extension JournalConformance {
    private typealias Samples = JournalSamples

    func newItemsArePlanned(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(3)
        let run = try await journal.beginRun(Samples.run())
        let records = try await journal.enqueue(items, in: run)
        violations.expect(records, items.map { ItemRecord(item: $0, state: .planned) }, "what enqueue returns")
        let stored = try await journal.records(of: items.map(\.id), at: Samples.sandbox)
        violations.expect(items.map { stored[$0.id] }, records, "what records returns")
        violations.expect(try await journal.enqueue([], in: run), [], "what enqueue returns for nothing")
        return violations.sentences
    }

    func knownItemsAreKept(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let old = Samples.item(1)
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue([old], in: first)
        try await journal.attempt(old.id, .accepted, to: .uploaded, proof: .response, in: first)
        let second = try await journal.beginRun(Samples.run())
        var new = old
        new.content = .message(MessageContent(header: "Anders", body: ""))
        new.locale = "fr-FR"
        new.source = SourceLocation(path: "vendor/other.xliff", line: 77, column: 3)
        let expected = ItemRecord(
            item: with(old) { $0.source = new.source },
            state: .uploaded,
            proof: .response,
            history: AttemptHistory(attempts: 1)
        )
        violations.expect(try await journal.enqueue([new], in: second), [expected], "a known item")
        violations.expect(try await journal.record(old.id), expected, "the record of a known item")
        return violations.sentences
    }

    func queueOrder(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(8)
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: first)
        let second = try await journal.beginRun(Samples.run())
        // Another order than the first run's, in two calls.
        _ = try await journal.enqueue([items[5], items[2]], in: second)
        _ = try await journal.enqueue([items[7], items[0]], in: second)
        var order: [ServiceID] = []
        for _ in 0..<2 { order += try await journal.claim(2, in: second).map(\.item.id) }
        violations.expect(order, [5, 2, 7, 0].map { items[$0].id }, "the order of the queue")
        return violations.sentences
    }

    func claimsOnce(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(5)
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: run)
        let first = try await journal.claim(3, in: run)
        // Not even when it is open again, or wanted again.
        try await journal.attempt(items[0].id, .notSent, to: .planned, in: run)
        _ = try await journal.enqueue(items, in: run)
        let second = try await journal.claim(10, in: run)
        violations.expect(first.map(\.item), Array(items[..<3]), "the first claim")
        violations.expect(second.map(\.item), Array(items[3...]), "the second claim")
        violations.expect(try await journal.claim(1, in: run), [], "a claim on an empty queue")
        violations.expect(try await journal.claim(0, in: run), [], "a claim of nothing")
        return violations.sentences
    }

    func claimsOpenOnly(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        // A deletion is noted by another call.
        let states = ItemState.allCases.filter { $0 != .deleted }
        let items = states.indices.map { Samples.item($0) }
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: first)
        for (item, state) in zip(items, states) {
            let proof = state == .uploaded ? Proof.listed : nil
            let change = ItemChange(item.id, to: state, proof: proof)
            try await journal.settle([change], at: Samples.moment(), in: first)
        }
        let second = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: second)
        let claimed = try await journal.claim(100, in: second)
        violations.expect(claimed.map(\.state), [.planned, .sending, .unknown], "the states that are claimed")
        return violations.sentences
    }

    func claimsAreReleased(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(4)
        let killed = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: killed)
        _ = try await journal.claim(3, in: killed)
        let second = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: second)
        let afterKill = try await journal.claim(10, in: second)
        violations.expect(afterKill.map(\.item), items, "what can be claimed after a killed run")
        try await journal.endRun(second, at: Samples.moment(5), exitCode: 10)
        let third = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: third)
        let afterEnd = try await journal.claim(10, in: third)
        violations.expect(afterEnd.map(\.item), items, "what can be claimed after an ended run")
        return violations.sentences
    }

    func queuesOfEarlierRuns(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(4)
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: first)
        try await journal.endRun(first, at: Samples.moment(5), exitCode: 10)
        let second = try await journal.beginRun(Samples.run())
        violations.expect(try await journal.claim(10, in: second), [], "the queue of a run that wants nothing")
        _ = try await journal.enqueue([items[2]], in: second)
        let claimed = try await journal.claim(10, in: second)
        violations.expect(claimed.map(\.item), [items[2]], "the queue of a run that wants one of four")
        let untouched = try await journal.record(items[0].id)
        violations.expect(untouched, ItemRecord(item: items[0], state: .planned), "an item that only the first wants")
        return violations.sentences
    }

    func itemsTwiceInOneCall(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(2)
        let run = try await journal.beginRun(Samples.run())
        let records = try await journal.enqueue([items[0], items[1], items[0]], in: run)
        violations.expect(
            records.map(\.item),
            [items[0], items[1], items[0]],
            "what enqueue returns for a repeated item"
        )
        violations.expect(try await journal.claim(10, in: run).map(\.item), items, "the queue with a repeated item")
        violations.expect(
            try await journal.lastRun(of: .import, at: Samples.sandbox)?.wanted,
            2,
            "the number of wanted items"
        )
        return violations.sentences
    }

    func order(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let items = [
            Samples.item(9, message: "b", locale: "de-DE"), Samples.item(3, message: "a", locale: "fr-FR"),
            Samples.item(7, message: "a", locale: "de-DE"), Samples.item(1, message: "a", locale: "de-DE"),
        ]
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue(items, in: run)
        let all = try await journal.allRecords(at: Samples.sandbox)
        violations.expect(all.map(\.item), [2, 3, 1, 0].map { items[$0] }, "the order of all records")
        return violations.sentences
    }

    func contents(_ journal: any Journal) async throws -> [String] {
        var violations = Violations()
        let image = ServiceID(high: 1, low: 2)
        var full = Samples.item(1, message: "it's; \"keep\" --", locale: "zh-Hans")
        full.origin = .fixed
        full.content = .message(
            MessageContent(
                header: "A\u{301}\u{0}\u{FEFF}\"\\/\n",
                body: "",
                headerPosition: .aboveImage,
                image: MessageContent.Image(id: image, altText: "Bild 花"),
                bullets: [MessageContent.Bullet(text: "• Eins", imageID: image, altText: "")]
            )
        )
        let picture = Samples.image(3)
        var bare = Samples.item(2)
        bare.source = nil
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.enqueue([full, bare, picture], in: run)
        for item in [full, bare, picture] {
            let stored = try await open().record(item.id)?.item
            violations.expect(stored, item, "an item that was stored and read again")
            // Equal strings may differ in their scalars; what is sent must not.
            let scalars = stored.map { Array(($0.texts?.header ?? "").unicodeScalars) }
            violations.expect(
                scalars,
                Array((item.texts?.header ?? "").unicodeScalars),
                "the scalars of a stored header"
            )
        }
        return violations.sentences
    }

    private func with(_ item: Item, _ change: (inout Item) -> Void) -> Item {
        var item = item
        change(&item)
        return item
    }
}
