import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport

@Suite("Deleting unused items")
struct PrunerTests {
    private let journal = Journal(MemoryLog())
    private let service = FakeMessageService()
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let items = Samples.items(3)

    private func prune(
        in run: RunID,
        budgets: [Endpoint: Int] = [:],
        limits: RunLimits = RunLimits(tries: 4)
    ) -> Pruner {
        Pruner(
            Run(run, journal: journal, service: service, time: time, budgets: budgets, limits: limits)
        )
    }

    private func upload() async throws -> RunID {
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        _ = try await journal.want(items, in: run)
        for item in items {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
            _ = await service.upload(try #require(item.texts), as: item.id)
        }
        return run
    }

    private func states() async throws -> [ItemState?] {
        let records = try await journal.records(of: items.map(\.id), at: Samples.destination)
        return items.map { records[$0.id]?.state }
    }

    @Test("The proposed items are deleted, and the journal keeps their contents")
    func deletes() async throws {
        let run = try await upload()
        let (plan, _) = try await prune(in: run).plan(wanted: [items[0].id], products: [])
        let summary = try await prune(in: run).delete(plan)
        #expect(summary.deleted == [items[1].id, items[2].id] && summary.notYet == 0)
        #expect(Set(service.held.keys) == [items[0].id])
        #expect(try await states() == [.uploaded, .deleted, .deleted])
        #expect(try await journal.allRecords(at: Samples.destination).compactMap { $0.item.texts?.body }.count == 3)
    }

    @Test("A message that is the default in another locale is found by reading the slot, and stays")
    func otherLocale() async throws {
        let run = try await upload()
        let slot = DefaultSlot(product: "annual", locale: "ja")
        try await journal.desire(
            [DesiredDefault(slot, message: items[0].message, item: items[0].id)],
            in: run
        )
        service.review(items.map(\.id), .approved)
        _ = await service.setDefault(slot, to: items[1].id)
        let (plan, inUse) = try await prune(in: run).plan(wanted: [items[0].id], products: ["annual"])
        #expect(inUse == [items[1].id: slot])
        #expect(plan.candidates.map(\.item.id) == [items[2].id])
    }

    @Test("A message that another tool set as a default is found by reading the slot, and stays")
    func foreignDefault() async throws {
        let run = try await upload()
        service.review(items.map(\.id), .approved)
        _ = await service.setDefault(DefaultSlot(product: "annual", locale: "de-DE"), to: items[1].id)
        let (plan, inUse) = try await prune(in: run).plan(wanted: [items[0].id], products: ["annual"])
        #expect(plan.candidates.map(\.item.id) == [items[2].id])
        #expect(inUse == [items[1].id: DefaultSlot(product: "annual", locale: "de-DE")])
    }

    // MARK: Quota

    /// An app with ten products in 39 locales; the sandbox permits reading 360 defaults per hour.
    private let products = Set((0..<10).map { "product-\($0)" })
    private let locales = (0..<39).map { "locale-\($0)" }

    private var slots: [DefaultSlot] {
        products.sorted().flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }
    }

    /// Uploads messages and sets the first one as the default of the given slots; the journal records `known` of them.
    private func fill(_ slots: some Sequence<DefaultSlot>, known: Int) async throws {
        let run = try await upload()
        service.review(items.map(\.id), .approved)
        let wanted = slots.map { DesiredDefault($0, message: items[0].message, item: items[0].id) }
        try await journal.desire(wanted, in: run)
        for slot in wanted.map(\.slot) { _ = await service.setDefault(slot, to: items[0].id) }
        for slot in wanted.map(\.slot).prefix(known) {
            try await journal.setDefault(slot, items[0].id, at: time.now, in: run)
        }
        try await journal.endRun(run, at: time.now, exitCode: 0)
    }

    private func plan(deletes: Bool = true) async throws -> PrunePlan {
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        return try await prune(in: run).plan(wanted: [items[0].id], products: products, deletes: deletes).plan
    }

    @Test(
        "With more slots than an hour's quota, the first run reports the unread ones; the second prunes"
    )
    func secondRun() async throws {
        try await fill(slots, known: 0)
        let quota = await #expect(throws: OutOfQuota.self) { _ = try await plan() }
        // With the sample items' locale, there are 40 locales and 400 slots.
        #expect(quota?.left == 40 && service.questions == 360)
        #expect(quota?.resumeAt == Samples.start + .seconds(3_600))
        time.advance(by: .seconds(3_601))
        #expect(try await plan().candidates.map(\.item.id) == [items[1].id, items[2].id])
        #expect(service.questions == 720)
    }

    @Test("A planning run does not read slots whose default the journal knows")
    func knownSlots() async throws {
        try await fill(slots, known: 159)
        let start = time.now
        #expect(try await plan(deletes: false).candidates.count == 2)
        #expect(service.questions == 400 - 159 && time.now == start)
        #expect(try await plan(deletes: false).candidates.count == 2)
        #expect(service.questions == 400 - 159)
        #expect(try await plan().candidates.count == 2)
        #expect(service.questions == 360 && time.now == start)
    }

    @Test("In the sandbox, a planning run does not read a slot again within two days")
    func memory() async throws {
        try await fill(slots.prefix(20), known: 20)
        time.advance(by: .seconds(2 * 86_400 - 1))
        _ = try await plan(deletes: false)
        let questions = service.questions
        #expect(questions == 10 * 21 - 20)
        time.advance(by: .seconds(1))
        _ = try await plan(deletes: false)
        #expect(service.questions == questions + 20)
    }

    @Test(
        "A run that deletes first reads the slots that have shown its candidates"
    )
    func likely() async throws {
        try await fill(slots.prefix(20), known: 20)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let slot = slots[7]
        try await journal.setDefault(slot, items[1].id, at: time.now, in: run)
        try await journal.setDefault(slot, items[0].id, at: time.now, in: run)
        _ = try await plan(deletes: false)
        // Another journal sets it back.
        _ = await service.setDefault(slot, to: items[1].id)
        let questions = service.questions
        let (plan, inUse) = try await prune(in: run, budgets: [.getDefault: questions + 1])
            .plan(wanted: [items[0].id], products: products)
        #expect(service.questions == questions + 1)
        #expect(inUse == [items[1].id: slot] && plan.candidates.map(\.item.id) == [items[2].id])
    }

    @Test("Items whose slots cannot be read for lack of quota stay until the next run")
    func likelyLater() async throws {
        try await fill(slots.prefix(20), known: 20)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        for slot in [slots[7], slots[8]] {
            try await journal.setDefault(slot, items[1].id, at: time.now, in: run)
            try await journal.setDefault(slot, items[0].id, at: time.now, in: run)
        }
        _ = try await plan(deletes: false)
        // Another journal sets it back.
        _ = await service.setDefault(slots[8], to: items[1].id)
        let limited = prune(in: run, budgets: [.getDefault: service.questions + 1])
        let (plan, _) = try await limited.plan(wanted: [items[0].id], products: products)
        #expect(plan.candidates.map(\.item.id) == [items[2].id] && plan.postponed.map(\.id) == [items[1].id])
        #expect(plan.remembered == PrunePlan.Memory(slots: 208, since: Samples.start))
        let summary = try await limited.delete(plan)
        #expect(summary.deleted == [items[2].id] && summary.notYet == 1 && summary.outcome == .notYet)
        time.advance(by: .seconds(3_601))
        let (next, inUse) = try await prune(in: run).plan(wanted: [items[0].id], products: products)
        #expect(next.candidates.isEmpty && inUse == [items[1].id: slots[8]])
    }

    @Test("In production, every run reads every slot, whatever the journal contains")
    func production() async throws {
        let destination = Destination(app: Samples.destination.app, environment: .production)
        let run = try await journal.beginRun(JournalSamples.run(at: destination, started: time.now))
        _ = try await journal.want(items, in: run)
        for item in items {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
            _ = await service.upload(try #require(item.texts), as: item.id)
        }
        service.review(items.map(\.id), .approved)
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        try await journal.recordSeenDefault(slot, .init(nil, at: time.now, isOurs: false), in: run)
        _ = await service.setDefault(slot, to: items[1].id)
        for deletes in [false, true] {
            let (plan, inUse) = try await Pruner(Run(run, journal: journal, service: service, time: time))
                .plan(wanted: [items[0].id], products: ["annual"], deletes: deletes)
            #expect(inUse == [items[1].id: slot] && plan.candidates.map(\.item.id) == [items[2].id])
        }
        #expect(service.questions == 2)
    }

    @Test("A default that an earlier run saw stays, whether the journal calls it foreign or ours")
    func remembered() async throws {
        try await fill(slots.prefix(2), known: 0)
        _ = await service.setDefault(slots[1], to: items[1].id)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        try await journal.recordSeenDefault(slots[0], .init(items[0].id, at: time.now, isOurs: true), in: run)
        try await journal.desire([DesiredDefault(slots[0], message: "keep", item: items[2].id)], in: run)
        for _ in 0..<2 {
            let (plan, inUse) = try await prune(in: run).plan(wanted: [], products: products)
            #expect(inUse == [items[1].id: slots[1]] && plan.candidates.isEmpty)
        }
        let records = try await journal.read(at: Samples.destination) { $0.slots }
        #expect(records[slots[0]]?.isOurs(items[0].id) == true && records[slots[1]]?.foreign == items[1].id)
        // An empty slot that the project never wanted is not listed as a default.
        #expect(try await journal.read(at: Samples.destination) { $0.defaults }.map(\.slot) == [slots[0], slots[1]])
    }

    @Test("Before a deletion by ID, slots in all locales are read, over several runs if needed")
    func byID() async throws {
        let run = try await upload()
        let id = ServiceID(high: 0xF0E1_0000_0000_5000, low: 0x8000_0000_0000_0001)
        func delete() async throws -> PruneSummary {
            try await prune(in: run).delete([id], .message, products: products, evenIfShown: false)
        }
        let quota = await #expect(throws: OutOfQuota.self) { _ = try await delete() }
        #expect(quota?.left == 10 * StoreLocale.all.count - 360)
        time.advance(by: .seconds(3_601))
        #expect(try await delete().deleted == [id])
    }

    @Test("An ID unknown to the journal is deleted and stays unknown to it")
    func unknownID() async throws {
        let run = try await upload()
        let id = ServiceID(high: 0xF0E1_0000_0000_5000, low: 0x8000_0000_0000_0001)
        let summary = try await prune(in: run).delete([id], .image, evenIfShown: false)
        #expect(summary.planned == 1 && summary.deleted == [id])
        #expect(try await states() == [.uploaded, .uploaded, .uploaded])
    }

    @Test("A current default is deleted by ID only if that was confirmed")
    func shown() async throws {
        let run = try await upload()
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        try await journal.setDefault(slot, items[0].id, at: time.now, in: run)
        let error = await #expect(throws: GlossportError.self) {
            try await prune(in: run).delete([items[0].id], .message, evenIfShown: false)
        }
        #expect(error?.code == .invalidOption)
        let summary = try await prune(in: run).delete([items[0].id], .message, evenIfShown: true)
        #expect(summary.deleted == [items[0].id])
    }

    @Test("An item that is already gone counts as deleted")
    func gone() async throws {
        let run = try await upload()
        let (plan, _) = try await prune(in: run).plan(wanted: [], products: [])
        _ = await service.delete(.message, items[0].id)
        #expect(try await prune(in: run).delete(plan).deleted.count == 3)
    }

    @Test("A deletion without an answer is retried, then recorded as deleted and reported as unknown")
    func lost() async throws {
        let run = try await upload()
        service.scriptDeletions(Array(repeating: .lost, count: 4))
        let (plan, _) = try await prune(in: run).plan(wanted: [items[0].id, items[1].id], products: [])
        let summary = try await prune(in: run).delete(plan)
        #expect(summary.unknown == [items[2].id])
        #expect(try await states()[2] == .deleted)
        // It still exists, so the next run proposes it again.
        let (again, _) = try await prune(in: run).plan(wanted: [items[0].id, items[1].id], products: [])
        #expect(again.candidates.map(\.item.id) == [items[2].id])
    }

    @Test("An item that the service refuses to delete stays and remains ours")
    func refused() async throws {
        let run = try await upload()
        service.scriptDeletions([Answer(.refused, status: 403, appleCode: 4_030_019, detail: "Image is in use.")])
        let (plan, _) = try await prune(in: run).plan(wanted: [items[0].id, items[1].id], products: [])
        let summary = try await prune(in: run).delete(plan)
        #expect(summary.kept.map(\.reason) == ["a message that this journal does not know uses it"])
        #expect(try await states()[2] == .uploaded)
    }

    @Test("A message that was certainly not deleted stays ours, even if the token is refused")
    func refusedToken() async throws {
        let run = try await upload()
        service.scriptDeletions([.unauthorized, .unauthorized])
        let (plan, _) = try await prune(in: run).plan(wanted: [items[0].id, items[1].id], products: [])
        let error = await #expect(throws: GlossportError.self) { try await prune(in: run).delete(plan) }
        #expect(error?.code == .credentials)
        #expect(try await states()[2] == .uploaded)
    }

    @Test("After an error, the summary contains the deletions made before it")
    func cutOff() async throws {
        let run = try await upload()
        service.scriptDeletions([Answer(.accepted, status: 200), .unauthorized, .unauthorized])
        let (plan, _) = try await prune(in: run).plan(wanted: [items[0].id], products: [])
        let summary = try await prune(in: run).delete(plan)
        #expect((summary.trouble as? GlossportError)?.code == .credentials)
        #expect(summary.deleted == [items[1].id] && summary.notYet == 1)
        #expect(try await states() == [.uploaded, .deleted, .uploaded])
    }

    @Test("A deletion whose answer was lost before an error is unknown, not untried")
    func lostBeforeError() async throws {
        let run = try await upload()
        service.scriptDeletions([.lost, .unauthorized, .unauthorized])
        let summary = try await prune(in: run).delete(items.suffix(2).map(\.id), .message, evenIfShown: true)
        #expect(summary.unknown == [items[1].id] && summary.notYet == 1 && summary.trouble != nil)
        #expect(try await states() == [.uploaded, .deleted, .uploaded])
    }

    @Test("A run that uses up its quota stops and reports that it is out of quota")
    func quota() async throws {
        let run = try await upload()
        let limited = prune(in: run, budgets: [.deleteMessage: 2], limits: RunLimits(maxWait: .zero))
        let (plan, _) = try await limited.plan(wanted: [], products: [])
        let summary = try await limited.delete(plan)
        #expect(summary.deleted.count == 2 && summary.notYet == 1)
        #expect(summary.outOfQuota != nil)
        #expect(try await states() == [.deleted, .deleted, .uploaded])
    }

    @Test("A text whose ID was deleted gets the next generation's ID when it is needed again")
    func generation() {
        let project = Project(app: "com.example.app")
        var builder = CatalogBuilder(project: project)
        for field in ["header", "body"] {
            builder.add(
                TranslationUnit(
                    key: "keep.\(field)",
                    locale: "de-DE",
                    target: "Text",
                    state: .translated,
                    location: SourceLocation(path: "a", line: 1, column: 1)
                )
            )
        }
        let catalog = builder.finish()
        var ids: [ServiceID] = []
        for _ in 0..<3 { ids += ItemFactory.items(of: catalog, for: project, deleted: Set(ids)).messages.map(\.id) }
        #expect(Set(ids).count == 3)
    }
}
