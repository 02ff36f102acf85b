import Glossport
import GlossportReading
import GlossportTesting
import Testing

@Suite("Changing defaults by hand")
struct DefaultChangeTests {
    private let journal = Journal(MemoryLog())
    private let service = FakeMessageService()
    private let items = Samples.items(3)
    private let slots = ["de-DE", "ja"].map { DefaultSlot(product: "annual", locale: $0) }

    /// Uploads and approves messages that are not a default yet.
    private func start() async throws -> DefaultChange {
        for item in items { _ = await service.upload(try #require(item.texts), as: item.id) }
        service.review(items.map(\.id), .approved)
        let run = try await journal.beginRun(JournalSamples.run(started: Samples.start))
        try await journal.want(items, in: run)
        let time = ManualTime(now: Samples.start, jumps: true)
        return DefaultChange(Run(run, journal: journal, service: service, time: time))
    }

    @Test("A default set by another tool stays and is a conflict")
    func conflict() async throws {
        let change = try await start()
        _ = await service.setDefault(slots[0], to: items[1].id)
        let proposals = try await change.propose([.init(slots[0], items[0].id)], takesOver: false)
        #expect(proposals.changes.isEmpty)
        #expect(proposals.conflicts.map(\.present) == [items[1].id])
        #expect(proposals.outcome == .conflict)
    }

    @Test("With takeover, a default set by another tool is changed")
    func takenOver() async throws {
        let change = try await start()
        _ = await service.setDefault(slots[0], to: items[1].id)
        let proposals = try await change.propose([.init(slots[0], items[0].id)], takesOver: true)
        #expect(try await change.apply(proposals) == .done)
        #expect(service.defaults[slots[0]] == items[0].id)
    }

    @Test("After a conflict, the other defaults are changed, and the outcome is conflict")
    func mixed() async throws {
        let change = try await start()
        _ = await service.setDefault(slots[0], to: items[1].id)
        let changes = slots.map { DefaultChange.DesiredChange($0, items[0].id) }
        let proposals = try await change.propose(changes, takesOver: false)
        #expect(try await change.apply(proposals) == .conflict)
        #expect(service.defaults == [slots[0]: items[1].id, slots[1]: items[0].id])
    }

    @Test("A refused change is reported, and the other defaults are changed")
    func partial() async throws {
        let change = try await start()
        service.scriptDefaults([Answer(.refusedForNow, status: 403, appleCode: 4_030_017)])
        let proposals = try await change.propose(slots.map { .init($0, items[0].id) }, takesOver: false)
        var reasons: [String] = []
        let outcome = try await change.apply(proposals) { _, result in
            if case .failed(let reason) = result { reasons.append(reason) }
        }
        #expect(outcome == .partial && service.defaults.count == 1)
        #expect(
            reasons == [
                "Not changed. Apple's error 4030017. Apple has not approved the message yet: run `glossport settle` again later."
            ]
        )
    }

    @Test(
        "A deletion answered with 404 counts as done only if Apple's error number means an empty slot",
        arguments: [(4_040_020, .done), (4_040_015, .partial), (4_040_099, .partial)] as [(Int, Glossport.ExitStatus)]
    )
    func deletionNotFound(code: Int, status: Glossport.ExitStatus) async throws {
        let change = try await start()
        _ = try await change.apply(try await change.propose([.init(slots[0], items[0].id)], takesOver: false))
        let proposals = try await change.propose([.init(slots[0], nil)], takesOver: false)
        // Another tool deletes the default before the request arrives.
        _ = await service.deleteDefault(slots[0])
        service.scriptDeletions([Answer(.notFound, status: 404, appleCode: code)])
        #expect(try await change.apply(proposals) == status)
        let isEmpty = try await journal.read(at: Samples.destination) { $0.defaults }.allSatisfy { $0.present == nil }
        #expect(isEmpty == (status == .done))
    }

    @Test("Only replacements count against the change limit")
    func damage() async throws {
        let change = try await start()
        let many = (0..<12).map { DefaultSlot(product: "p\($0)", locale: "de-DE") }
        let empty = try await change.propose(many.map { .init($0, items[0].id) }, takesOver: false)
        #expect(empty.replaced == 0 && empty.isPermitted(stated: nil))
        _ = try await change.apply(empty)
        let full = try await change.propose(many.map { .init($0, items[1].id) }, takesOver: false)
        #expect(full.replaced == 12 && full.live == 12)
        #expect(!full.isPermitted(stated: nil) && full.isPermitted(stated: 12))
    }
}
