import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting

extension JournalMeaning {
    private typealias Samples = JournalSamples

    func newItemsArePlanned(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(3)
        let run = try await journal.beginRun(Samples.run())
        let records = try await journal.want(items, in: run)
        violations.expect(records, items.map { ItemRecord(item: $0, state: .planned) }, "what is returned")
        let stored = try await journal.records(of: items.map(\.id), at: Samples.sandbox)
        violations.expect(items.map { stored[$0.id] }, records, "what records returns")
        violations.expect(try await journal.want([], in: run), [], "what is returned for nothing")
        return violations.sentences
    }

    func knownItemsAreKept(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let old = Samples.item(1)
        let first = try await journal.beginRun(Samples.run())
        _ = try await journal.want([old], in: first)
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
        violations.expect(try await journal.want([new], in: second), [expected], "a known item")
        violations.expect(try await journal.record(old.id), expected, "the record of a known item")
        return violations.sentences
    }

    func itemsTwiceInOneCall(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = Samples.items(2)
        let run = try await journal.beginRun(Samples.run())
        let records = try await journal.want([items[0], items[1], items[0]], in: run)
        violations.expect(
            records.map(\.item),
            [items[0], items[1], items[0]],
            "what is returned for a repeated item"
        )
        violations.expect(
            try await journal.lastRun(of: .import, at: Samples.sandbox)?.wanted,
            3,
            "the number of wanted items"
        )
        return violations.sentences
    }

    func order(_ journal: Journal) async throws -> [String] {
        var violations = Violations()
        let items = [
            Samples.item(9, message: "b", locale: "de-DE"), Samples.item(3, message: "a", locale: "fr-FR"),
            Samples.item(7, message: "a", locale: "de-DE"), Samples.item(1, message: "a", locale: "de-DE"),
        ]
        let run = try await journal.beginRun(Samples.run())
        _ = try await journal.want(items, in: run)
        let all = try await journal.allRecords(at: Samples.sandbox)
        violations.expect(all.map(\.item), [2, 3, 1, 0].map { items[$0] }, "the order of all records")
        return violations.sentences
    }

    func contents(_ journal: Journal) async throws -> [String] {
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
        _ = try await journal.want([full, bare, picture], in: run)
        for item in [full, bare, picture] {
            let stored = try await open().record(item.id)?.item
            violations.expect(stored, item, "an item that was stored and read again")
            // Equal strings can differ in their scalars; stored texts must keep theirs.
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
