import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import GlossportChecking

@Suite("Settling and changing defaults")
struct DefaultsUseCaseTests {
    private let office = Office()
    private let slot = DefaultSlot(product: Office.product, locale: "de-DE")

    @Test("In production, a foreign default is taken over only with consent")
    func takesOver() async throws {
        try await office.publish(office.deliveries("Bleib"), to: .production)
        let service = office.service(.production)
        let french = try #require(service.defaults[DefaultSlot(product: Office.product, locale: "fr-FR")])
        _ = await service.setDefault(slot, to: french)
        #expect(try await office.perform(SettleDefaults(), in: .production).status == .conflict)
        let work = SettleDefaults(Settler.Options(takesOver: true))
        let person = Person()
        await #expect(throws: Declined.self) {
            _ = try await office.perform(work, in: .production, asking: person)
        }
        #expect(person.questions.first?.action == "replace defaults that were set from elsewhere")
        #expect(try await office.perform(work, in: .production, asking: Person(agrees: true)).status == .done)
        #expect(service.defaults[slot] != french)
    }

    @Test("In production, taking over most defaults requires stating their number")
    func takesOverMany() async throws {
        let locales = ["da", "de-DE", "el", "fi", "fr-FR", "it", "ja", "ko", "nl-NL", "pl", "sv", "tr"]
        try await office.publish(office.deliveries("Bleib", locales: locales), to: .production)
        let service = office.service(.production)
        for (slot, id) in service.defaults {
            let other = service.defaults.first { $0.value != id }?.value ?? id
            _ = await service.setDefault(slot, to: other)
        }
        var work = SettleDefaults(Settler.Options(takesOver: true))
        let person = Person(agrees: true)
        await #expect(throws: Declined.self) {
            _ = try await office.perform(work, in: .production, asking: person)
        }
        #expect(person.questions.map(\.number) == [12])
        work.replacements = 12
        #expect(try await office.perform(work, in: .production, asking: Person(agrees: true)).status == .done)
    }

    @Test("Settling on a machine with older texts does not undo another machine's takeover")
    func twoMachines() async throws {
        let (older, newer) = (office, office.elsewhere)
        // The first has set the old texts; the second has newer ones.
        try await older.publish(office.deliveries("Bleib"))
        _ = try await newer.perform(ImportMessages(office.deliveries("Geh nicht")))
        office.approveAll()
        #expect(try await newer.perform(SettleDefaults()).status == .conflict)
        let takeOver = SettleDefaults(Settler.Options(takesOver: true))
        #expect(try await newer.perform(takeOver).status == .done)
        let shown = office.service(.sandbox).defaults
        #expect(try await older.perform(SettleDefaults()).status == .conflict)
        #expect(office.service(.sandbox).defaults == shown)
    }

    @Test("Settling with a journal without an import sets no default and requests an import")
    func noJournal() async throws {
        try await office.publish(office.deliveries("Bleib"))
        var project = office.project
        project.locales.expected = ["de-DE", "fr-FR"].compactMap { StoreLocale($0) }
        var elsewhere = office.elsewhere
        elsewhere.project = project
        let settled = try await elsewhere.perform(SettleDefaults())
        #expect(settled.status == .notYet && settled.summary.unasked.count == 2)
    }

    @Test("In production, a slot is changed by hand only with consent")
    func setByHand() async throws {
        try await office.publish(office.deliveries("Bleib"), to: .production)
        let service = office.service(.production)
        let work = ChangeDefaults(.slots([DefaultChange.DesiredChange(slot, nil)]), takesOver: true)
        let person = Person()
        await #expect(throws: Declined.self) {
            _ = try await office.perform(work, in: .production, asking: person)
        }
        #expect(person.questions.map(\.text) == ["Change 1 default of com.example.northlight (production)?"])
        #expect(service.defaults[slot] != nil)
        _ = try await office.perform(work, in: .production, asking: Person(agrees: true))
        #expect(service.defaults[slot] == nil)
    }

    @Test("A text that Apple has not approved cannot be set by hand")
    func pending() async throws {
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        let id = try #require(office.service(.sandbox).held.keys.first)
        let changed = try await office.perform(
            ChangeDefaults(.slots([DefaultChange.DesiredChange(slot, id)]), takesOver: true)
        )
        #expect(changed.status == .partial && office.service(.sandbox).defaults.isEmpty)
    }

    @Test("In production, rolling back most defaults requires stating their number")
    func largeRollback() async throws {
        let locales = ["da", "de-DE", "el", "fi", "fr-FR", "it", "ja", "ko", "nl-NL", "pl", "sv", "tr"]
        for text in ["Bleib", "Geh nicht"] {
            try await office.publish(office.deliveries(text, locales: locales), to: .production)
        }
        var work = ChangeDefaults(.rollback(emptiesSlots: false, isMeant: { _ in true }), takesOver: false)
        let person = Person(agrees: true)
        await #expect(throws: Declined.self) {
            _ = try await office.perform(work, in: .production, asking: person)
        }
        #expect(person.questions.map(\.number) == [12])
        work.replacements = 12
        #expect(try await office.perform(work, in: .production, asking: Person(agrees: true)).status == .done)
    }

    @Test("A rollback restores the previous text, and settling keeps it")
    func rollsBack() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let before = office.service(.sandbox).defaults
        try await office.publish(office.deliveries("Geh nicht"))
        let rollback = ChangeDefaults(.rollback(emptiesSlots: false, isMeant: { _ in true }), takesOver: false)
        #expect(try await office.perform(rollback).proposals.changes.count == 2)
        #expect(office.service(.sandbox).defaults == before)
        // Customers don't see the delivered text, so this is not done.
        let settled = try await office.perform(SettleDefaults())
        #expect(settled.status == .notYet && settled.summary.rolledBack.count == 2)
        #expect(office.service(.sandbox).defaults == before)
    }

    private enum Action { case hold, rollback, setByHand }

    /// Imports two texts, performs the given actions, and returns the resulting defaults.
    private func keep(_ actions: [Action]) async throws -> [DefaultSlot: ServiceID] {
        try await office.publish(office.deliveries("Bleib"))
        let first = office.service(.sandbox).defaults
        try await office.publish(office.deliveries("Geh nicht"))
        for action in actions {
            switch action {
            case .hold: _ = try await HoldDefaults(true) { _ in true }.perform(with: office.access())
            case .rollback:
                let goal = ChangeDefaults.Goal.rollback(emptiesSlots: false, isMeant: { _ in true })
                _ = try await office.perform(ChangeDefaults(goal, takesOver: false))
            case .setByHand:
                let changes = first.map { DefaultChange.DesiredChange($0.key, $0.value) }
                _ = try await office.perform(ChangeDefaults(.slots(changes), takesOver: false))
            }
        }
        #expect(office.service(.sandbox).defaults == first)
        return first
    }

    @Test(
        "A held default stays through settle and import, in any order, until it is released",
        arguments: [[Action.hold, .rollback], [.rollback, .hold], [.hold, .setByHand], [.setByHand, .hold]]
    )
    private func held(actions: [Action]) async throws {
        let kept = try await keep(actions)
        for text in ["Geh nicht", "Warte"] {
            for _ in 0..<2 {
                let settled = try await office.perform(SettleDefaults())
                #expect(settled.status == .done && settled.summary.held.map(\.differs) == [true, true])
            }
            _ = try await office.perform(ImportMessages(office.deliveries(text)))
            office.approveAll()
            #expect(try await office.perform(ImportMessages(office.deliveries(text))).settled?.held.count == 2)
            #expect(office.service(.sandbox).defaults == kept)
        }
        let destination = Destination(app: office.project.app, environment: .sandbox)
        let contents = try await JournalContents(office.journal, at: destination, vanishedAfter: .zero)
        #expect(contents.coverage(of: Selection(), for: office.project).count(.held) == 2)
        let planned = try await office.perform(PlanImport(office.deliveries("Warte")))
        #expect(planned.changes.rows.isEmpty && planned.changes.held.count == 2)
        _ = try await HoldDefaults(false) { _ in true }.perform(with: office.access())
        #expect(try await office.perform(SettleDefaults()).status != .done)
        #expect(office.service(.sandbox).defaults == kept || actions.contains(.setByHand))
        #expect(try await office.perform(ImportMessages(office.deliveries("Warte"))).status == .done)
        #expect(office.service(.sandbox).defaults != kept)
    }

    @Test("A default held during a settle is not set")
    func heldMeanwhile() async throws {
        let run = try await office.journal.beginRun(
            JournalSamples.run(at: Samples.destination, started: office.time.now)
        )
        try await office.journal.hold([slot], true, at: office.time.now, in: run)
        let id = JournalSamples.item(1).id
        #expect(try await !office.journal.recordDefaultAttempt(slot, id, leavesHeld: true, in: run))
        // An explicit change is intended.
        #expect(try await office.journal.recordDefaultAttempt(slot, id, in: run))
    }

    @Test(
        "A restored journal does not redo a change rolled back since, unless it takes over"
    )
    func restored() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let backup = Journal(MemoryLog())
        _ = try await office.journal.copy(into: backup)
        try await office.publish(office.deliveries("Geh nicht"))
        let rollback = ChangeDefaults(.rollback(emptiesSlots: false, isMeant: { _ in true }), takesOver: false)
        _ = try await office.perform(rollback)
        let shown = office.service(.sandbox).defaults
        let imported = try await office.perform(ImportMessages(office.deliveries("Geh nicht")), journal: backup)
        #expect(imported.status == .conflict && office.service(.sandbox).uploads.count == 4)
        let settled = try await office.perform(SettleDefaults(), journal: backup)
        #expect(settled.status == .conflict && settled.summary.conflicts.allSatisfy(\.isBehind))
        #expect(office.service(.sandbox).defaults == shown)
        let taking = SettleDefaults(Settler.Options(takesOver: true))
        #expect(try await office.perform(taking, journal: backup).status == .done)
        #expect(office.service(.sandbox).defaults != shown)
    }

    @Test("A restored journal recognizes the current defaults and continues without a conflict")
    func restoredInStep() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let backup = Journal(MemoryLog())
        _ = try await office.journal.copy(into: backup)
        try await office.publish(office.deliveries("Geh nicht"))
        let imported = try await office.perform(ImportMessages(office.deliveries("Geh nicht")), journal: backup)
        #expect(imported.status == .done)
        // Then a new text of its own.
        _ = try await office.perform(ImportMessages(office.deliveries("Warte")), journal: backup)
        office.approveAll()
        #expect(try await office.perform(SettleDefaults(), journal: backup).status == .done)
    }

    @Test("A rollback to deleted texts changes nothing, and settling does not wait for them")
    func rollsBackToNothing() async throws {
        try await office.publish(office.deliveries("Bleib"))
        try await office.publish(office.deliveries("Geh nicht"))
        var prune = PruneService(office.deliveries("Geh nicht"))
        prune.deletes = true
        #expect(try await office.perform(prune, asking: Person(agrees: true)).summary?.deleted.count == 2)
        let rollback = ChangeDefaults(.rollback(emptiesSlots: false, isMeant: { _ in true }), takesOver: false)
        #expect(try await office.perform(rollback).status == .partial)
        #expect(try await office.perform(SettleDefaults()).status == .done)
    }
}

@Suite("Defaults that cannot be read")
struct RefusedQuestionTests {
    private let office = Office()
    private let slot = DefaultSlot(product: Office.product, locale: "de-DE")
    private let rest = DefaultSlot(product: Office.product, locale: "fr-FR")

    /// Answers that contain neither a default nor Apple's code for an empty slot.
    static let answers = [
        Answer(.refusedForNow, status: 403, appleCode: 4_030_099), Answer(.refusedForNow, status: 413),
        Answer(.refused, status: 400, appleCode: 4_000_162), Answer(.notFound, status: 404, appleCode: 4_040_015),
        Answer(.accepted, status: 200),
    ]

    @Test("A default that could not be read is named, not set, and holds back no other default", arguments: answers)
    func settle(answer: Answer) async throws {
        try await office.publish(office.deliveries("Bleib"))
        let before = office.service(.sandbox).defaults
        _ = try await office.perform(ImportMessages(office.deliveries("Geh nicht")))
        office.approveAll()
        office.service(.sandbox).answerQuestions([slot: answer])
        let settled = try await office.perform(SettleDefaults())
        #expect(settled.status == .partial && settled.summary.failed.map(\.desired.slot) == [slot])
        #expect(settled.summary.failed.first?.reason.contains("could not be read: \(answer.explanation)") == true)
        let shown = office.service(.sandbox).defaults
        #expect(shown[slot] == before[slot] && shown[rest] != before[rest])
        let imported = try await office.perform(ImportMessages(office.deliveries("Geh nicht")))
        #expect(imported.status == .partial && office.service(.sandbox).defaults == shown)
        office.service(.sandbox).answerQuestions([:])
        #expect(try await office.perform(SettleDefaults()).status == .done)
    }

    @Test("A rollback changes the other defaults and names the one that could not be read", arguments: answers)
    func rollback(answer: Answer) async throws {
        try await office.publish(office.deliveries("Bleib"))
        let before = office.service(.sandbox).defaults
        try await office.publish(office.deliveries("Geh nicht"))
        let after = office.service(.sandbox).defaults
        office.service(.sandbox).answerQuestions([slot: answer])
        let goal = ChangeDefaults.Goal.rollback(emptiesSlots: false, isMeant: { _ in true })
        let changed = try await office.perform(ChangeDefaults(goal, takesOver: false))
        #expect(changed.status == .partial && changed.proposals.unread.keys.map(\.slot) == [slot])
        let shown = office.service(.sandbox).defaults
        #expect(shown[slot] == after[slot] && shown[rest] == before[rest])
    }

    @Test("Nothing is pruned or deleted by ID while a default cannot be read", arguments: answers)
    func delete(answer: Answer) async throws {
        try await office.publish(office.deliveries("Bleib"))
        try await office.publish(office.deliveries("Geh nicht"))
        let service = office.service(.sandbox)
        service.answerQuestions([slot: answer])
        var prune = PruneService(office.deliveries("Geh nicht"))
        prune.deletes = true
        let person = Person(agrees: true)
        let pruned = await #expect(throws: GlossportError.self) { _ = try await office.perform(prune, asking: person) }
        #expect(pruned?.message.contains(answer.clause) == true)
        let id = try #require(service.held.keys.first { !service.defaults.values.contains($0) })
        await #expect(throws: GlossportError.self) {
            _ = try await office.perform(DeleteItems([id], .message, evenIfShown: false), asking: person)
        }
        #expect(service.deletions == 0)
    }

    @Test("A plan for production names a default that could not be read")
    func plan() async throws {
        let answer = Self.answers[0]
        office.service(.production).answerQuestions([slot: answer])
        let planned = try await office.perform(PlanImport(office.deliveries("Bleib")), in: .production)
        #expect(planned.changes.rows.map(\.unread) == [answer.explanation, nil])
        #expect(planned.changes.rows.map(\.isKnown) == [false, true])
    }
}

@Suite("Deleting by ID")
struct DeleteItemsTests {
    private let office = Office()

    @Test("Before a deletion, defaults are read from the service, even with an empty journal")
    func message() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let service = office.service(.sandbox)
        for journal in [office.journal, Journal(MemoryLog())] {
            for id in service.held.keys {
                let error = await #expect(throws: GlossportError.self) {
                    let work = DeleteItems([id], .message, evenIfShown: false)
                    _ = try await office.perform(work, asking: Person(agrees: true), journal: journal)
                }
                #expect(error?.message.contains("is the default of \(Office.product)") == true)
            }
        }
        #expect(service.deletions == 0)
        let id = try #require(service.held.keys.first)
        let forced = DeleteItems([id], .message, evenIfShown: true)
        #expect(try await office.perform(forced, asking: Person(agrees: true)).summary.deleted == [id])
    }

    @Test("A message that another tool has made a default again is found by reading the slot")
    func foreign() async throws {
        try await office.publish(office.deliveries("Bleib"))
        try await office.publish(office.deliveries("Geh nicht"))
        let service = office.service(.sandbox)
        let old = try #require(service.held.keys.first { !service.defaults.values.contains($0) })
        _ = await service.setDefault(DefaultSlot(product: Office.product, locale: "fr-FR"), to: old)
        await #expect(throws: GlossportError.self) {
            let work = DeleteItems([old], .message, evenIfShown: false)
            _ = try await office.perform(work, asking: Person(agrees: true))
        }
        #expect(service.deletions == 0)
    }

    @Test("An error after the first deletion keeps that deletion in the result and decides the status")
    func cutOff() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let service = office.service(.sandbox)
        service.scriptDeletions([Answer(.accepted, status: 200), .unauthorized, .unauthorized])
        let ids = service.held.keys.sorted()
        let work = DeleteItems(ids, .message, evenIfShown: true)
        let deleted = try await office.perform(work, asking: Person(agrees: true))
        #expect(deleted.summary.deleted == [ids[0]] && deleted.summary.notYet == 1)
        #expect((deleted.obstacle as? GlossportError)?.code == .credentials && deleted.status == .credentials)
    }
}

@Suite("Checked deliveries")
struct CheckedDeliveriesTests {
    @Test("Deliveries with an error are refused, so nothing is sent or deleted because of them")
    func errors() throws {
        let collected = Collected(
            catalog: CatalogBuilder(project: Project(app: "a.b")).finish(),
            findings: [],
            files: [],
            skipped: [:],
            sources: []
        )
        func review(_ severity: Severity) -> Review {
            let finding = Finding("empty-delivery", severity, "Nothing.", remedy: "Ask the vendor.", at: nil)
            return Review(Project(app: "a.b"), collected, [finding], rules: [])
        }
        #expect(throws: RefusedDeliveries.self) { try CheckedDeliveries(review(.error)) }
        #expect(try CheckedDeliveries(review(.warning)).findings.count == 1)
    }
}

@Suite("Pruning the service")
struct PruneServiceTests {
    private let office = Office()
    private let locales = ["da", "de-DE", "el", "fi", "fr-FR", "it", "ja", "ko", "nl-NL", "pl", "sv", "tr"]

    private func prune(_ deliveries: CheckedDeliveries, deletions: Int? = nil) -> PruneService {
        var work = PruneService(deliveries)
        work.deletes = true
        work.deletions = deletions
        return work
    }

    @Test("A message that is no longer delivered stays until the number of deletions is stated")
    func wholeMessage() async throws {
        try await office.publish(office.deliveries("Bleib", messages: ["keep", "stay"], locales: locales))
        let rest = office.deliveries("Bleib", locales: locales)
        for deletions in [nil, 11] {
            let person = Person(agrees: true)
            await #expect(throws: Declined.self) {
                _ = try await office.perform(prune(rest, deletions: deletions), asking: person)
            }
            let action = try #require(person.questions.first?.action)
            #expect(person.questions.map(\.number) == [12])
            #expect(
                action
                    == "delete 12 messages of the 24 that the service holds; the deliveries no longer contain anything of stay"
            )
        }
        #expect(office.service(.sandbox).held.count == 24)
        _ = try await office.perform(prune(rest, deletions: 12), asking: Person(agrees: true))
        #expect(office.service(.sandbox).held.count == 12)
    }

    @Test("A few superseded texts are deleted without stating their number; if the user declines, they stay")
    func few() async throws {
        try await office.publish(office.deliveries("Bleib"))
        try await office.publish(office.deliveries("Geh nicht"))
        let work = prune(office.deliveries("Geh nicht"))
        let declined = try await office.perform(work, asking: Person())
        #expect(declined.proposal.plan.candidates.count == 2 && declined.summary == nil)
        let deleted = try await office.perform(work, asking: Person(agrees: true))
        #expect(deleted.summary?.deleted.count == 2 && office.service(.sandbox).held.count == 2)
    }

    @Test("An error after the first deletion keeps that deletion in the result and decides the status")
    func cutOff() async throws {
        try await office.publish(office.deliveries("Bleib"))
        try await office.publish(office.deliveries("Geh nicht"))
        let service = office.service(.sandbox)
        service.scriptDeletions([Answer(.accepted, status: 200), .unauthorized, .unauthorized])
        let pruned = try await office.perform(prune(office.deliveries("Geh nicht")), asking: Person(agrees: true))
        #expect(pruned.summary?.deleted.count == 1 && pruned.summary?.notYet == 1)
        #expect((pruned.summary?.trouble as? GlossportError)?.code == .credentials && pruned.status == .credentials)
    }

    @Test("Without `deletes`, pruning only proposes and asks nothing")
    func proposes() async throws {
        try await office.publish(office.deliveries("Bleib"))
        try await office.publish(office.deliveries("Geh nicht"))
        let person = Person()
        let proposed = try await office.perform(PruneService(office.deliveries("Geh nicht")), asking: person)
        #expect(proposed.proposal.plan.candidates.count == 2 && proposed.status == .done)
        #expect(person.questions.isEmpty && office.service(.sandbox).held.count == 4)
    }
}
