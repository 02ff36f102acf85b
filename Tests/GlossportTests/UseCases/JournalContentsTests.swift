import Glossport
import GlossportChecking
import GlossportProject
import GlossportTesting
import Testing

@Suite("Contents of a journal")
struct JournalContentsTests {
    private let office = Office()
    private var destination: Destination { Destination(app: office.project.app, environment: .sandbox) }

    private func contents() async throws -> JournalContents {
        try await JournalContents(office.journal, at: destination, vanishedAfter: .zero)
    }

    private func status(_ contents: JournalContents) -> Glossport.ExitStatus {
        Glossport.ExitStatus(contents.coverage(of: Selection(), for: office.project))
    }

    @Test("A message's approved and previous IDs stay the same while a newer text is in review")
    func ids() async throws {
        for text in ["Bleib", "Geh nicht"] { try await office.publish(office.deliveries(text, locales: ["de-DE"])) }
        let approved = try #require(MessageIDs.all(in: try await contents()).first)
        #expect(approved.approved != nil && approved.previous != nil && approved.state == "approved")
        _ = try await office.perform(ImportMessages(office.deliveries("Warte", locales: ["de-DE"])))
        let all = MessageIDs.all(in: try await contents())
        #expect(all.map(\.message) == ["keep"] && all.map(\.locale) == ["de-DE"])
        #expect(all.first?.approved == approved.approved && all.first?.previous == approved.previous)
        #expect(all.first?.state != "approved")
    }

    @Test("Texts in review and their defaults are open work, and none is left after approval")
    func open() async throws {
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        let waiting = try await contents()
        let open = OpenWork(waiting, waiting.coverage(of: Selection(), for: office.project))
        #expect(open.reviews == ["pending": 2])
        #expect(
            open.sentences == [
                "2 items are in Apple's review: `glossport settle` checks again.",
                "2 defaults wait: `glossport settle` sets what is approved.",
            ]
        )
        #expect(status(waiting) == .notYet)
        office.approveAll()
        _ = try await office.perform(SettleDefaults())
        let done = try await contents()
        #expect(OpenWork(done, done.coverage(of: Selection(), for: office.project)).sentences == [])
        #expect(status(done) == .done)
    }

    @Test("A default that waits for a rejected locale needs a changed text or flip `each`, not a settle")
    func rejectedLocale() async throws {
        try await office.publish(office.deliveries("Bleib"))
        _ = try await office.perform(ImportMessages(office.deliveries("Geh nicht")))
        let service = office.service(.sandbox)
        for (id, content) in service.held where content.header.hasPrefix("Geh") {
            service.review([id], content.header.hasSuffix("fr-FR") ? .rejected : .approved)
        }
        _ = try await office.perform(SettleDefaults())
        let contents = try await contents()
        #expect(
            OpenWork(contents, contents.coverage(of: Selection(), for: office.project)).sentences == [
                "1 item was rejected by Apple: change it, and import it again.",
                "1 default waits for a rejected locale: `flip: each` in the project file lets the others take over.",
            ]
        )
    }

    @Test("After a delivered text was deleted, neither coverage nor settling ends with done")
    func deleted() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let slot = DefaultSlot(product: Office.product, locale: "de-DE")
        let id = try #require(office.service(.sandbox).defaults[slot])
        let deletion = DeleteItems([id], .message, evenIfShown: true)
        _ = try await office.perform(deletion, asking: Person(agrees: true))
        #expect(status(try await contents()) == .partial)
        #expect(try await office.perform(SettleDefaults()).status != .done)
    }

    @Test("A message that the project no longer names is not open work")
    func unnamed() async throws {
        office.service(.sandbox).script([.answer(.refused)])
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib", messages: ["stay"], locales: ["ja"])))
        let all = try await contents()
        func open(_ contents: JournalContents) -> [String] {
            OpenWork(contents, contents.coverage(of: Selection(), for: office.project)).sentences
        }
        #expect(open(all) != [] && open(all.named(by: office.project)) == [])
    }

    @Test("An item that vanished while in review is no longer in review")
    func vanishedInReview() async throws {
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        _ = try await office.perform(SettleDefaults())
        let service = office.service(.sandbox)
        for id in service.held.keys { _ = await service.delete(.message, id) }
        func inReview() async throws -> Int? {
            let apps = try await AppState.all(in: office.journal, vanishedAfter: .zero)
            return try apps.first?.state.get().inReview
        }
        #expect(try await inReview() == 2)
        for _ in 0..<3 {
            office.time.advance(by: .seconds(60))
            _ = try await office.perform(SettleDefaults())
        }
        #expect(try await inReview() == 0)
    }

    @Test("Vanished items are reported, and a part of the contents reports only its own vanished items")
    func part() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let service = office.service(.sandbox)
        for id in service.held.keys { _ = await service.delete(.message, id) }
        // One list proves nothing.
        for _ in 0..<3 {
            office.time.advance(by: .seconds(60))
            _ = try await office.perform(SettleDefaults())
        }
        let all = try await contents()
        #expect(all.vanished.count == 2)
        #expect(MessageIDs.all(in: all).map(\.state) == ["vanished", "vanished"])
        #expect(status(all) == .partial)
        let german = all.part(Selection(locales: [try #require(StoreLocale("de-DE"))]))
        #expect(german.records.map(\.item.locale) == ["de-DE"] && german.vanished.count == 1)
        let open = OpenWork(german, all.coverage(of: Selection(), for: office.project))
        #expect(open.reviews == ["vanished": 1])
    }
}
