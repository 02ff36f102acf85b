import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Set-backs to older texts")
struct SetBackTests {
    private let office = Office()

    private var production: FakeMessageService { office.service(.production) }
    private var destination: Destination { Destination(app: office.project.app, environment: .production) }

    /// Imports into production like an unattended job.
    @discardableResult
    private func importTexts(
        _ text: String,
        messages: [String] = ["keep"],
        locales: [String] = ["de-DE", "fr-FR"],
        in office: Office? = nil,
        _ adjust: (inout ImportMessages) -> Void = { _ in }
    ) async throws -> ImportOutcome {
        let office = office ?? self.office
        var work = ImportMessages(office.deliveries(text, messages: messages, locales: locales))
        work.replacements = .max
        adjust(&work)
        return try await office.perform(work, in: .production, asking: Person(agrees: true))
    }

    private func publish(_ texts: String...) async throws {
        for text in texts { try await office.publish(office.deliveries(text), to: .production) }
    }

    /// Returns the set-backs for which an import is refused.
    private func refused(
        _ text: String,
        messages: [String] = ["keep"],
        in office: Office? = nil,
        by journal: Journal? = nil
    ) async throws -> [SetBack] {
        let office = office ?? self.office
        var work = ImportMessages(office.deliveries(text, messages: messages))
        work.replacements = .max
        let refusal = try #require(
            await #expect(throws: Refusal.self) {
                try await office.perform(work, in: .production, asking: Person(agrees: true), journal: journal)
            }
        )
        #expect(ExitStatus(of: refusal) == .conflict)
        guard case .setBack(let setBacks) = refusal.cause else { return [] }
        return setBacks
    }

    /// A copy of the journal, as a new process elsewhere reads it.
    private func copy(of journal: Journal) async throws -> Journal {
        let copy = Journal(MemoryLog())
        _ = try await journal.copy(into: copy)
        return copy
    }

    private func shown(in environment: ServiceEnvironment = .production) -> Set<String> {
        let service = office.service(environment)
        return Set(
            service.defaults.values.compactMap { service.held[$0]?.header.split(separator: " ").dropLast() }
                .map { $0.joined(separator: " ") }
        )
    }

    private func change(_ goal: ChangeDefaults.Goal) async throws {
        var work = ChangeDefaults(goal, takesOver: false)
        work.replacements = .max
        _ = try await office.perform(work, in: .production, asking: Person(agrees: true))
    }

    private func rollBack() async throws { try await change(.rollback(emptiesSlots: false) { _ in true }) }

    @Test("An old checkout is refused before any request, with message, locales, run and date")
    func oldCheckout() async throws {
        try await publish("Bleib")
        office.time.advance(by: .seconds(60))
        try await publish("Geh nicht")
        let record = try await office.journal.read(at: destination) { $0.defaults }[0]
        let (lists, uploads) = (production.lists, production.uploads)
        let setBacks = try await refused("Bleib")
        #expect(setBacks.map(\.desired.slot.locale) == ["de-DE", "fr-FR"])
        #expect(setBacks.allSatisfy { $0.desired.message == "keep" && $0.reason == .replaced })
        #expect(setBacks.first?.run == record.desiredTexts.last?.last.run)
        #expect(setBacks.first?.at == Samples.start + .seconds(60))
        #expect(production.lists == lists && production.uploads == uploads && shown() == ["Geh nicht"])
        // Nothing was delivered, so other commands don't wait for the old text.
        #expect(try await office.perform(SettleDefaults(), in: .production).status == .done)
    }

    @Test("With the set-back flag, an older text is set, and the text that it replaces then counts as older")
    func meant() async throws {
        try await publish("Bleib", "Geh nicht")
        #expect(try await importTexts("Bleib") { $0.settling.setsBack = true }.status == .done)
        #expect(shown() == ["Bleib"])
        #expect(try await office.perform(SettleDefaults(), in: .production).status == .done)
        #expect(try await importTexts("Bleib").status == .done)
        #expect(try await refused("Geh nicht").count == 2)
    }

    @Test("The sandbox accepts an older text without a flag")
    func sandbox() async throws {
        for text in ["Bleib", "Geh nicht", "Bleib"] { try await office.publish(office.deliveries(text)) }
        #expect(shown(in: .sandbox) == ["Bleib"])
    }

    @Test("A new text is not a set-back, however many texts preceded it")
    func newTexts() async throws {
        try await publish("Bleib", "Geh nicht", "Geh doch nicht", "Komm wieder")
        #expect(shown() == ["Komm wieder"])
    }

    @Test("Importing the current default again is not a set-back")
    func sameText() async throws {
        try await publish("Bleib", "Geh nicht")
        #expect(try await importTexts("Geh nicht").status == .done)
    }

    @Test("After a rollback, the rolled-back text can be set without a flag, but an older one cannot")
    func rollback() async throws {
        try await publish("Alt", "Bleib", "Geh nicht")
        try await rollBack()
        #expect(shown() == ["Bleib"])
        #expect(try await refused("Alt").count == 2)
        #expect(try await importTexts("Geh nicht").status == .done)
        #expect(shown() == ["Geh nicht"])
        #expect(try await refused("Bleib").count == 2)
    }

    @Test("A rolled-back default that was deleted elsewhere is restored, which is not a set-back")
    func restoredRollback() async throws {
        try await publish("Bleib", "Geh nicht")
        try await rollBack()
        for slot in production.defaults.keys { _ = await production.deleteDefault(slot) }
        let settled = try await office.perform(SettleDefaults(), in: .production)
        #expect(settled.summary.setBacks.isEmpty && shown() == ["Bleib"])
        #expect(try await importTexts("Geh nicht").status == .done)
    }

    @Test("The newest text replaces an older one set by hand; a text older than that is refused")
    func byHand() async throws {
        try await publish("Alt", "Bleib", "Geh nicht")
        let records = try await office.journal.allRecords(at: destination)
        let old = try #require(records.first { $0.item.texts?.header == "Bleib de-DE" }).item
        try await change(.slots([.init(DefaultSlot(product: Office.product, locale: "de-DE"), old.id)]))
        #expect(try await refused("Alt").count == 2)
        #expect(try await importTexts("Geh nicht").status == .done)
    }

    @Test("An older text for a held default is not refused, because the default stays")
    func held() async throws {
        try await publish("Bleib", "Geh nicht")
        _ = try await HoldDefaults(true) { _ in true }.perform(with: office.access(.production))
        #expect(try await importTexts("Bleib").settled?.held.count == 2)
        #expect(shown() == ["Geh nicht"])
    }

    @Test("A deleted text is still recognized as older, although it would get a new ID")
    func anotherGeneration() async throws {
        try await publish("Bleib", "Geh nicht")
        let before = production.held.count
        var prune = PruneService(office.deliveries("Geh nicht"))
        (prune.deletes, prune.deletions) = (true, .max)
        _ = try await office.perform(prune, in: .production, asking: Person(agrees: true))
        #expect(production.held.count == before - 2)
        let setBacks = try await refused("Bleib")
        let known = try await office.journal.records(of: setBacks.map(\.desired.item), at: destination)
        #expect(setBacks.count == 2 && known.isEmpty)
    }

    @Test("After an agreed set-back, settling sets the older text once Apple approves it")
    func agreed() async throws {
        try await publish("Bleib", "Geh nicht")
        var prune = PruneService(office.deliveries("Geh nicht"))
        (prune.deletes, prune.deletions) = (true, .max)
        _ = try await office.perform(prune, in: .production, asking: Person(agrees: true))
        #expect(try await importTexts("Bleib") { $0.settling.setsBack = true }.status == .notYet)
        office.approveAll(.production)
        #expect(try await office.perform(SettleDefaults(), in: .production).status == .done)
        #expect(shown() == ["Bleib"])
    }

    @Test("A text under another message name is a set-back only if a newer text exists")
    func anotherName() async throws {
        try await publish("Bleib")
        var renamed = office
        renamed.project.messages = ["stay": renamed.project.messages["keep"] ?? Project.Message()]
        try await renamed.publish(renamed.deliveries("Bleib", messages: ["stay"]), to: .production)
        #expect(try await importTexts("Bleib").status == .done)
        try await renamed.publish(renamed.deliveries("Geh nicht", messages: ["stay"]), to: .production)
        #expect(try await refused("Bleib").count == 2)
        #expect(try await refused("Bleib", messages: ["stay"], in: renamed).count == 2)
    }

    @Test("A text that never became a default can be delivered again without a flag")
    func neverShown() async throws {
        try await publish("Bleib")
        try await importTexts("Geh nicht")
        try await importTexts("Geh doch nicht")
        try await importTexts("Bleib") { $0.settling.setsBack = true }
        try await importTexts("Geh nicht")
        office.approveAll(.production)
        #expect(try await office.perform(SettleDefaults(), in: .production).status == .done)
        #expect(shown() == ["Geh nicht"])
        // Delivered before the current default.
        try await publish("Komm wieder")
        #expect(try await refused("Geh doch nicht").count == 2)
    }

    @Test("An old delivery is refused only for the locales with a newer default")
    func part() async throws {
        try await publish("Bleib")
        try await office.publish(office.deliveries("Geh nicht", locales: ["de-DE"]), to: .production)
        #expect(try await importTexts("Bleib", locales: ["fr-FR"]).status == .done)
        #expect(try await refused("Bleib").map(\.desired.slot.locale) == ["de-DE"])
    }

    @Test("A newer default whose request got no answer is found by reading the slot and kept")
    func lostAnswer() async throws {
        try await publish("Bleib")
        try await importTexts("Geh nicht")
        office.approveAll(.production)
        let run = try await office.journal.beginRun(JournalSamples.run(at: destination, started: office.time.now))
        for record in try await office.journal.read(at: destination, { $0.defaults }) {
            let item = try #require(record.desired)
            try await office.journal.recordDefaultAttempt(record.slot, item, in: run)
            _ = await production.setDefault(record.slot, to: item)
        }
        #expect(shown() == ["Geh nicht"])
        // According to the journal, customers still see the old text.
        let old = try await importTexts("Bleib")
        #expect(old.status == .conflict && old.settled?.setBacks.count == 2)
        let settled = try await office.perform(SettleDefaults(), in: .production)
        #expect(settled.status == .conflict && settled.summary.setBacks.count == 2 && shown() == ["Geh nicht"])
        #expect(try await importTexts("Geh nicht").status == .done)
        #expect(try await office.perform(SettleDefaults(), in: .production).status == .done)
    }

    @Test("A copy of a pruned journal still refuses set-backs")
    func copiedAndPruned() async throws {
        try await publish("Bleib", "Geh nicht")
        office.time.advance(by: .seconds(100 * 86_400))
        _ = try await office.journal.prune(before: office.time.now)
        #expect(
            try await refused("Bleib", by: try await copy(of: office.journal)).map(\.reason) == [.replaced, .replaced]
        )
    }

    @Test("A journal refuses a set-back to a default that it saw but did not set")
    func newJournal() async throws {
        try await publish("Bleib")
        let other = office.elsewhere
        #expect(try await importTexts("Bleib", in: other).status == .done)
        try await other.publish(other.deliveries("Geh nicht"), to: .production)
        #expect(try await refused("Bleib", in: other).count == 2)
    }

    @Test("A set-back to a text that the journal only saw is refused even after the journal is pruned")
    func onlySeen() async throws {
        try await publish("Bleib", "Geh nicht")
        let other = office.elsewhere
        #expect(try await importTexts("Bleib", in: other).status == .conflict)
        #expect(try await importTexts("Geh nicht", in: other).status == .done)
        let foreign = ServiceID(high: 0x5000, low: 0x8000_0000_0000_0000)
        production.put(MessageContent(header: "Ganz anders", body: "Text"), as: foreign)
        office.approveAll(.production)
        for slot in production.defaults.keys { _ = await production.setDefault(slot, to: foreign) }
        for _ in 0..<2 {
            office.time.advance(by: .seconds(100 * 86_400))
            #expect(try await other.perform(SettleDefaults(), in: .production).status == .conflict)
        }
        _ = try await other.journal.prune(before: office.time.now)
        #expect(
            try await refused("Bleib", by: try await copy(of: other.journal)).map(\.reason) == [.replaced, .replaced]
        )
    }

    @Test("A plan marks set-backs and ends with the same status as the import")
    func plan() async throws {
        try await publish("Bleib", "Geh nicht")
        let old = try await office.perform(PlanImport(office.deliveries("Bleib")), in: .production)
        #expect(old.status == .conflict && old.changes.rows.allSatisfy { $0.setBack != nil })
        let new = try await office.perform(PlanImport(office.deliveries("Komm wieder")), in: .production)
        #expect(new.status == .done && new.changes.rows.allSatisfy { $0.setBack == nil })
    }
}
