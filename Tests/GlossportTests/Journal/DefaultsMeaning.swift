import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting

/// The reviews and defaults that a journal must record.
///
/// Each check creates a new journal and returns one sentence for each violation.
struct DefaultsMeaning: Sendable {
    enum Check: String, Sendable, CaseIterable {
        case reviewsOfKnownItems, reviewsChange, desiredSlots, withdrawn, unknownItem, changes, byHand,
            forgottenSlots, deletion, seen, attempted, forgottenOutcomes, uploaded, absences,
            absentNoMore, destinations
    }

    private static let annual = DefaultSlot(product: "annual", locale: "de-DE")
    private static let monthly = DefaultSlot(product: "monthly", locale: "de-DE")
    private static let sandbox = JournalSamples.sandbox

    /// Runs one check and returns its violations.
    func violations(of check: Check) async throws -> [String] {
        let journal = Journal(MemoryLog())
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(3)
        _ = try await journal.want(items, in: run)
        var violations: [String] = []
        func expect(_ truth: Bool, _ sentence: String) { if !truth { violations.append(sentence) } }
        func wants(_ slot: DefaultSlot, _ item: Item) -> DesiredDefault {
            DesiredDefault(slot, message: item.message, item: item.id)
        }
        func defaults() async throws -> [DefaultRecord] { try await journal.read(at: Self.sandbox) { $0.defaults } }

        switch check {
        case .reviewsOfKnownItems:
            let unknown = JournalSamples.item(99).id
            let reviews: [ServiceID: ReviewState] = [items[0].id: .pending, unknown: .approved]
            try await journal.recordReviews(reviews, at: JournalSamples.moment(), in: run)
            let known = try await journal.read(at: Self.sandbox) { $0.reviews }
            expect(known == [items[0].id: .pending], "It keeps the reviews of its own items, and no others.")
        case .reviewsChange:
            try await journal.recordReviews([items[0].id: .pending], at: JournalSamples.moment(), in: run)
            try await journal.recordReviews([items[0].id: .rejected], at: JournalSamples.moment(1), in: run)
            try await journal.recordReviews([items[1].id: .approved], at: JournalSamples.moment(2), in: run)
            let known = try await journal.read(at: Self.sandbox) { $0.reviews }
            expect(
                known == [items[0].id: .rejected, items[1].id: .approved],
                "A newer review replaces an older one, and a list that leaves an item out changes nothing."
            )
        case .desiredSlots:
            let wanted = [wants(Self.monthly, items[0]), wants(Self.annual, items[1])]
            try await journal.desire(wanted, in: run)
            try await journal.desire([wants(Self.annual, items[2])], in: run)
            let records = try await defaults()
            expect(records.map(\.slot) == [Self.annual, Self.monthly], "Slots come by product and locale.")
            expect(records.map(\.desired) == [items[2].id, items[0].id], "What is wanted last holds, slot by slot.")
            expect(records.allSatisfy { $0.lastSet == nil && $0.changed == nil }, "Nothing is set yet.")
        case .withdrawn:
            try await journal.desire([wants(Self.annual, items[0]), wants(Self.monthly, items[1])], in: run)
            try await journal.setDefault(Self.annual, items[0].id, at: JournalSamples.moment(1), in: run)
            try await journal.withdraw([Self.annual, Self.monthly], .agreed, in: run)
            var records = try await defaults()
            expect(records.map(\.slot) == [Self.annual], "A withdrawn default stays as long as customers may see it.")
            expect(records.map(\.message) == [items[0].message], "Its message is known by name.")
            expect(records.map(\.withdrawal) == [.agreed], "That its removal is agreed to survives the run.")
            try await journal.recordDefault(Self.annual, nil, at: JournalSamples.moment(2), in: run)
            expect(try await defaults().map(\.withdrawal) == [.kept], "An agreement is about one default.")
            try await journal.hold([Self.annual], true, at: JournalSamples.moment(3), in: run)
            try await journal.withdraw([Self.annual], .agreed, in: run)
            records = try await defaults()
            expect(records.map(\.withdrawal) == [.kept], "A held default is not withdrawn.")
            try await journal.desire([wants(Self.annual, items[0])], leavesHeld: false, in: run)
            expect(try await defaults().map(\.withdrawal) == [nil], "A default that is wanted again is not withdrawn.")
        case .byHand:
            try await journal.setDefault(Self.annual, items[0].id, at: JournalSamples.moment(1), in: run)
            var start = JournalSamples.run()
            start.command = .changeDefaults
            let byHand = try await journal.beginRun(start)
            try await journal.setDefault(Self.monthly, items[0].id, at: JournalSamples.moment(2), in: byHand)
            expect(try await defaults().map(\.isByHand) == [false, true], "It knows what was changed by hand.")
        case .forgottenSlots:
            let wanted = [wants(Self.annual, items[0]), wants(Self.monthly, items[1])]
            try await journal.desire(wanted, in: run)
            try await journal.setDefault(Self.annual, items[0].id, at: JournalSamples.moment(1), in: run)
            try await journal.forget([Self.annual, Self.monthly], in: run)
            let records = try await defaults()
            expect(records.map(\.slot) == [Self.annual], "A slot that nothing is wanted of stays if something was set.")
            expect(records.allSatisfy { $0.desired == nil && $0.message == nil }, "Nothing is wanted any more.")
        case .deletion:
            try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
            try await journal.recordDeletion(of: [items[0].id], at: JournalSamples.moment(1), in: run)
            try await journal.recordDeletion(of: [items[0].id], at: JournalSamples.moment(2), in: run)
            let deleted = try await journal.records(of: [items[0].id], at: Self.sandbox)[items[0].id]
            expect(deleted?.state == .deleted && deleted?.item == items[0], "A deleted item keeps what it said.")
            _ = try await journal.want([items[0]], in: run)
            expect(try await journal.record(items[0].id)?.state == .deleted, "A deleted item is never sent again.")
            try await journal.recordDeletion(of: [items[0].id], at: nil, in: run)
            let back = try await journal.records(of: [items[0].id], at: Self.sandbox)[items[0].id]
            expect(back?.state == .uploaded && back?.proof == .response, "What was not deleted is uploaded again.")
            do {
                try await journal.recordDeletion(of: [JournalSamples.item(99).id], at: nil, in: run)
                violations.append("An item that the journal does not know can't be deleted.")
            } catch is GlossportError {}
        case .unknownItem:
            do {
                try await journal.desire([wants(Self.annual, JournalSamples.item(99))], in: run)
                violations.append("An item that the journal does not know can't be wanted.")
            } catch is GlossportError {}
            expect(try await defaults().isEmpty, "What fails leaves nothing behind.")
        case .changes:
            try await journal.desire([wants(Self.annual, items[1])], in: run)
            try await journal.setDefault(Self.annual, items[0].id, at: JournalSamples.moment(1), in: run)
            try await journal.setDefault(Self.annual, items[1].id, at: JournalSamples.moment(2), in: run)
            // Setting it again after a crash is the same change.
            try await journal.setDefault(Self.annual, items[1].id, at: JournalSamples.moment(3), in: run)
            var record = try await defaults().first
            expect(record?.lastSet == items[1].id && record?.previous == items[0].id, "The one before is remembered.")
            expect(record?.changed == JournalSamples.moment(3), "The moment of the last change is remembered.")
            try await journal.setDefault(Self.annual, nil, at: JournalSamples.moment(4), in: run)
            record = try await defaults().first
            expect(record?.lastSet == nil && record?.previous == items[1].id, "A deleted default has a previous one.")
        case .seen:
            try await journal.setDefault(Self.annual, items[0].id, at: JournalSamples.moment(1), in: run)
            let seen = DefaultRecord.Seen(items[1].id, at: JournalSamples.moment(2), isOurs: false)
            try await journal.recordSeenDefault(Self.annual, seen, in: run)
            let nothing = DefaultRecord.Seen(nil, at: JournalSamples.moment(2), isOurs: false)
            try await journal.recordSeenDefault(Self.monthly, nothing, in: run)
            var records = try await defaults()
            expect(records.map(\.seen) == [seen], "The service's answer is kept, but not of an unwanted empty slot.")
            expect(records.first?.lastSet == items[0].id, "Seeing changes nothing of what was set.")
            expect(records.first?.foreign == items[1].id, "What somebody else has set is known as such.")
            try await journal.setDefault(Self.annual, items[2].id, at: JournalSamples.moment(3), in: run)
            records = try await defaults()
            expect(records.first?.seen == nil, "A change of ours is newer than what was seen.")
        case .attempted:
            try await journal.recordDefaultAttempt(Self.annual, items[0].id, in: run)
            try await journal.recordDefaultAttempt(Self.annual, items[1].id, in: run)
            try await journal.recordDefaultAttempt(Self.annual, items[1].id, in: run)
            let attempted = try await defaults().first?.attempted
            expect(attempted == [items[0].id, items[1].id], "Whatever may have been set is remembered.")
            try await journal.setDefault(Self.annual, items[1].id, at: JournalSamples.moment(3), in: run)
            expect(try await defaults().first?.attempted == [], "What was set for certain ends the doubt.")
            try await journal.recordDefaultAttempt(Self.annual, items[0].id, in: run)
            try await journal.recordDefaultAttempt(Self.annual, items[2].id, in: run)
            let next = try await journal.beginRun(JournalSamples.run())
            try await journal.recordDefaultAttempt(Self.annual, items[1].id, in: next)
            try await journal.setDefault(Self.annual, items[2].id, at: JournalSamples.moment(4), in: next)
            expect(
                try await defaults().first?.attempted == [items[0].id],
                "What a run attempted that has not ended may still arrive."
            )
            try await journal.endRun(run, at: JournalSamples.moment(5), exitCode: 0)
            try await journal.setDefault(Self.annual, items[2].id, at: JournalSamples.moment(6), in: next)
            expect(try await defaults().first?.attempted == [], "What a run attempted that has ended is answered.")
        case .forgottenOutcomes:
            try await journal.attempt(items[0].id, .refused, to: .refused, in: run)
            try await journal.attempt(items[1].id, .unknown, to: .unknown, in: run)
            try await journal.recordReviews([items[0].id: .rejected], at: JournalSamples.moment(), in: run)
            try await journal.forgetOutcomes(
                of: [items[0].id, items[1].id],
                at: JournalSamples.moment(1),
                in: run
            )
            let records = try await journal.records(of: items.map(\.id), at: Self.sandbox)
            for item in items.prefix(2) {
                expect(records[item.id] == ItemRecord(item: item, state: .planned), "A forgotten item is as new.")
            }
            expect(try await journal.read(at: Self.sandbox) { $0.reviews }.isEmpty, "Its review is forgotten, too.")
            let again = try await journal.beginRun(JournalSamples.run())
            _ = try await journal.want(items, in: again)
            expect(
                try await journal.allRecords(at: Self.sandbox).allSatisfy(\.state.isOpen),
                "A forgotten item is sent again."
            )
            let spent = try await journal.budget(.uploadMessage, at: Self.sandbox, since: Timestamp(seconds: 0)).spent
            expect(spent.count == 2, "What was spent stays spent.")
            do {
                try await journal.forgetOutcomes(of: [JournalSamples.item(99).id], at: JournalSamples.moment(), in: run)
                violations.append("An item that the journal does not know can't be forgotten.")
            } catch is GlossportError {}
        case .uploaded:
            let (image, other) = (JournalSamples.image(1), JournalSamples.image(2))
            _ = try await journal.want([image, other], in: run)
            try await journal.settle(
                [items[0].id, items[1].id, image.id].map { ItemChange($0, to: .uploaded, proof: .adopted) },
                at: JournalSamples.moment(),
                in: run
            )
            try await journal.recordDeletion(of: [items[1].id], at: JournalSamples.moment(1), in: run)
            let messages = try await journal.read(at: Self.sandbox) { $0.uploaded(.message) }
            expect(messages == [items[0].id], "Uploaded is what was uploaded and not given up.")
            expect(
                try await journal.read(at: Self.sandbox) { $0.uploaded(.image) } == [image.id],
                "Each kind by itself."
            )
        case .absences, .absentNoMore:
            let ids = items.map(\.id)
            let evidence = ids.map { ItemChange($0, to: .uploaded, proof: .adopted) }
            try await journal.settle(evidence, at: JournalSamples.moment(), in: run)
            func list(lacking lacked: [ServiceID], at second: Int64) async throws {
                let shown = Set(ids).subtracting(lacked).union([JournalSamples.item(99).id])
                try await journal.recordList(
                    shown: shown,
                    lacked: Set(lacked),
                    at: JournalSamples.moment(second),
                    in: run
                )
            }
            func absences() async throws -> [ServiceID: Absence] {
                try await journal.read(at: Self.sandbox) { $0.absences }
            }
            let (first, second, third) = (JournalSamples.moment(1), JournalSamples.moment(2), JournalSamples.moment(3))
            try await list(lacking: [ids[0], ids[1]], at: 1)
            try await list(lacking: [ids[0], ids[1]], at: 2)
            let twice = Absence(first: first, last: second, lists: 2)
            guard check == .absentNoMore else {
                expect(
                    try await absences() == [ids[0]: twice, ids[1]: twice],
                    "It counts the lists that lack an item."
                )
                let unknown = JournalSamples.item(99).id
                do {
                    try await journal.recordList(shown: [ids[0]], lacked: [unknown], at: third, in: run)
                    violations.append("An item that the journal does not know can't be lacking.")
                } catch is GlossportError {}
                expect(try await absences().count == 2, "What fails leaves nothing behind.")
                break
            }
            try await list(lacking: [ids[1]], at: 3)
            let thrice = Absence(first: first, last: third, lists: 3)
            expect(try await absences() == [ids[1]: thrice], "What a list shows is not absent any more.")
            try await list(lacking: [ids[0], ids[1], ids[2]], at: 4)
            let fourth = JournalSamples.moment(4)
            expect(
                try await absences()[ids[0]] == Absence(first: fourth, last: fourth, lists: 1),
                "Absent again counts anew."
            )
            try await journal.recordDeletion(of: [ids[1]], at: fourth, in: run)
            try await journal.forgetOutcomes(of: [ids[2]], at: fourth, in: run)
            expect(try await absences().keys.map(\.self) == [ids[0]], "Only what is uploaded can be absent.")
            try await journal.settle(
                [ItemChange(ids[2], to: .uploaded, proof: .adopted)],
                at: JournalSamples.moment(5),
                in: run
            )
            expect(try await absences()[ids[2]] == nil, "With the outcomes it is forgotten what lists lacked.")
        case .destinations:
            let production = Destination(app: Self.sandbox.app, environment: .production)
            try await journal.recordReviews([items[0].id: .approved], at: JournalSamples.moment(), in: run)
            try await journal.setDefault(Self.annual, items[0].id, at: JournalSamples.moment(), in: run)
            expect(
                try await journal.read(at: production) { $0.reviews }.isEmpty,
                "Destinations know nothing of each other's reviews."
            )
            expect(try await journal.read(at: production) { $0.defaults }.isEmpty, "Nor of each other's defaults.")
        }
        return violations
    }
}
