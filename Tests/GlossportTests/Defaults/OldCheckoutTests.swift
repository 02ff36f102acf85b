import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Old checkouts")
struct OldCheckoutTests {
    /// A project that shows only `keep`, and the same project after `stay` was added.
    private let old = Office()
    private let new: Office

    init() { new = old.withStay }

    private var production: FakeMessageService { old.service(.production) }
    private var products: Set<String> { Set(production.defaults.keys.map(\.product)) }

    private func publish(_ text: String, in office: Office) async throws {
        let messages = office.project.messages.keys.sorted()
        try await office.publish(office.deliveries(text, messages: messages), to: .production)
        old.time.advance(by: .seconds(60))
    }

    /// Imports like an unattended job, by default into production.
    @discardableResult
    private func importTexts(
        _ text: String,
        in office: Office,
        to environment: ServiceEnvironment = .production,
        setsBack: Bool = false
    ) async throws -> ImportOutcome {
        let messages = office.project.messages.keys.sorted()
        var work = ImportMessages(office.deliveries(text, messages: messages))
        work.replacements = .max
        work.settling.setsBack = setsBack
        return try await office.perform(work, in: environment, asking: Person(agrees: true))
    }

    /// Returns the set-backs for which an import is refused; asserts that the import sends nothing.
    private func refused(_ text: String, in office: Office) async throws -> [SetBack] {
        let before = (production.lists, production.uploads, production.defaults)
        let refusal = await #expect(throws: Refusal.self) { try await importTexts(text, in: office) }
        #expect(before == (production.lists, production.uploads, production.defaults))
        guard case .setBack(let setBacks)? = refusal?.cause else { return [] }
        return setBacks
    }

    // MARK: Messages added since

    @Test("An old checkout without the newest message is refused, with the time when it was added")
    func addedMessage() async throws {
        try await publish("Bleib", in: old)
        try await publish("Bleib", in: new)
        let setBacks = try await refused("Bleib", in: old)
        #expect(setBacks.map(\.reason) == [.added, .added] && setBacks.map(\.desired.message) == ["stay", "stay"])
        #expect(setBacks.allSatisfy { $0.at == Samples.start + .seconds(60) })
        #expect(products == [Office.product, Office.monthly])
        #expect(try await importTexts("Bleib", in: new).status == .done)
    }

    @Test("An old checkout withdraws the newest message if the set-back flag is given")
    func meant() async throws {
        try await publish("Bleib", in: old)
        try await publish("Bleib", in: new)
        #expect(try await importTexts("Bleib", in: old, setsBack: true).status == .done)
        #expect(products == [Office.product])
        // The decision also holds for later imports.
        #expect(try await importTexts("Bleib", in: old).status == .done)
    }

    @Test("An old branch with a corrected text does not withdraw a message added since")
    func correctedBranch() async throws {
        try await publish("Bleib", in: old)
        try await publish("Bleib", in: new)
        #expect(try await refused("Bleib doch", in: old).map(\.reason) == [.added, .added])
        #expect(products == [Office.product, Office.monthly])
    }

    @Test("A message that the only earlier import added is withdrawn without the set-back flag")
    func onlyImport() async throws {
        try await publish("Bleib", in: new)
        try await importTexts("Geh nicht", in: old)
        #expect(products == [Office.product])
    }

    @Test("Once another text has changed, a message added before that change is withdrawn without a flag")
    func changedSince() async throws {
        try await publish("Bleib", in: old)
        try await publish("Bleib", in: new)
        try await publish("Geh nicht", in: new)
        #expect(try await importTexts("Geh nicht", in: old).status == .done)
        #expect(products == [Office.product])
    }

    @Test("An old checkout without a message that is still in review is refused")
    func inReview() async throws {
        try await publish("Bleib", in: old)
        try await importTexts("Bleib", in: new)
        #expect(try await refused("Bleib", in: old).count == 2)
        old.approveAll(.production)
        #expect(try await new.perform(SettleDefaults(), in: .production).status == .done)
        #expect(products == [Office.product, Office.monthly])
    }

    @Test("A message that is restored after a withdrawal counts as added at that time")
    func addedAgain() async throws {
        try await publish("Bleib", in: old)
        try await publish("Bleib", in: new)
        try await importTexts("Bleib", in: old, setsBack: true)
        old.time.advance(by: .seconds(60))
        #expect(try await refused("Bleib", in: new).map(\.reason) == [.withdrawn, .withdrawn])
        try await importTexts("Bleib", in: new, setsBack: true)
        let setBacks = try await refused("Bleib", in: old)
        #expect(setBacks.map(\.reason) == [.added, .added])
        #expect(setBacks.allSatisfy { $0.at == old.time.now })
    }

    @Test("An old checkout without the newest locale is refused")
    func addedLocale() async throws {
        func expecting(_ locales: [String]) -> (Office, CheckedDeliveries) {
            let office = old.expecting(locales)
            return (office, office.deliveries("Bleib", locales: locales))
        }
        for locales in [["de-DE"], ["de-DE", "fr-FR"]] {
            let (office, deliveries) = expecting(locales)
            try await office.publish(deliveries, to: .production)
        }
        let (office, deliveries) = expecting(["de-DE"])
        await #expect(throws: Refusal.self) {
            try await office.perform(ImportMessages(deliveries), in: .production, asking: Person(agrees: true))
        }
        #expect(production.defaults.count == 2)
    }

    @Test("A plan from an old checkout lists the withdrawals and ends with conflict, like the import")
    func plan() async throws {
        try await publish("Bleib", in: old)
        try await publish("Bleib", in: new)
        let planned = try await old.perform(PlanImport(old.deliveries("Bleib")), in: .production)
        #expect(planned.status == .conflict && planned.changes.setBacks.map(\.reason) == [.added, .added])
    }

    // MARK: Texts in review

    @Test("An old checkout is refused if a newer text is still in review")
    func pendingText() async throws {
        try await publish("Bleib", in: old)
        try await importTexts("Geh nicht", in: old)
        #expect(try await refused("Bleib", in: old).map(\.reason) == [.unseen, .unseen])
        old.approveAll(.production)
        #expect(try await old.perform(SettleDefaults(), in: .production).summary.set.count == 2)
    }

    @Test("After a rejection, the current texts can be imported again in all locales without a flag")
    func rejectedText() async throws {
        try await publish("Bleib", in: old)
        try await importTexts("Geh nicht", in: old)
        let rejected = production.held.filter { $0.value.header == "Geh nicht de-DE" }.keys
        production.review(Array(rejected), .rejected)
        #expect(try await old.perform(SettleDefaults(), in: .production).status == .rejected)
        #expect(try await importTexts("Bleib", in: old).status == .done)
        #expect(try await old.perform(SettleDefaults(), in: .production).status == .done)
        let contents = try await old.contents(.production)
        #expect(OpenWork(contents, contents.coverage(of: Selection(), for: old.project)).sentences.isEmpty)
        let records = contents.defaults
        #expect(records.count == 2 && records.allSatisfy { $0.desired != nil && $0.desired == $0.present })
    }

    // MARK: Rollbacks

    @Test("After an import confirms a rollback, the rolled-back text counts as the older one")
    func confirmedRollback() async throws {
        try await publish("Bleib", in: old)
        try await publish("Geh nicht", in: old)
        var rollback = ChangeDefaults(.rollback(emptiesSlots: false) { _ in true }, takesOver: false)
        rollback.replacements = .max
        _ = try await old.perform(rollback, in: .production, asking: Person(agrees: true))
        #expect(try await importTexts("Bleib", in: old).status == .done)
        #expect(try await refused("Geh nicht", in: old).map(\.reason) == [.replaced, .replaced])
        #expect(try await importTexts("Komm wieder", in: old).status == .notYet)
    }

    // MARK: Two projects with one journal

    @Test("A project that names none of the journal's messages must state how many defaults it removes")
    func otherProject() async throws {
        try await publish("Bleib", in: new)
        var other = old
        var message = Project.Message()
        message.defaultFor = ["com.example.northlight.weekly"]
        other.project.messages = ["other": message]
        var work = ImportMessages(other.deliveries("Anders", messages: ["other"]))
        let person = Person(agrees: true)
        await #expect(throws: Declined.self) { try await other.perform(work, in: .production, asking: person) }
        #expect(person.questions.map(\.number) == [4])
        #expect(
            person.questions.first?.action
                == "remove 4 of the 4 defaults that customers see, all of messages that this project does not name"
        )
        #expect(products == [Office.product, Office.monthly])
        work.replacements = 4
        _ = try await other.perform(work, in: .production, asking: Person(agrees: true))
        #expect(products.isEmpty)
    }
}
