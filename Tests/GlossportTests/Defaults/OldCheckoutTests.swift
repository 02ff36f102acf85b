import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Old checkouts")
struct OldCheckoutTests {
    /// A project that shows `keep` alone, and the same one after `stay` was added to it.
    private let old = Office()
    private let new: Office

    init() { new = old.withStay }

    private var production: FakeMessageService { old.service(.production) }
    private var products: Set<String> { Set(production.defaults.keys.map(\.product)) }

    private func bring(_ text: String, in office: Office) async throws {
        let messages = office.project.messages.keys.sorted()
        try await office.bring(office.deliveries(text, messages: messages), to: .production)
        old.time.advance(by: .seconds(60))
    }

    /// Imports into production as an unattended job does.
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

    /// The set-backs for which an import is refused; nothing is sent.
    private func refused(_ text: String, in office: Office) async throws -> [SetBack] {
        let before = (production.lists, production.uploads, production.defaults)
        let refusal = await #expect(throws: Refusal.self) { try await importTexts(text, in: office) }
        #expect(before == (production.lists, production.uploads, production.defaults))
        guard case .setBack(let setBacks)? = refusal?.cause else { return [] }
        return setBacks
    }

    // MARK: Messages that were added since

    @Test("An old checkout that lacks the message which was added last is refused, with the run that added it")
    func addedMessage() async throws {
        try await bring("Bleib", in: old)
        try await bring("Bleib", in: new)
        let setBacks = try await refused("Bleib", in: old)
        #expect(setBacks.map(\.reason) == [.added, .added] && setBacks.map(\.desired.message) == ["stay", "stay"])
        #expect(setBacks.allSatisfy { $0.at == Samples.start + .seconds(60) })
        #expect(products == [Office.product, Office.monthly])
        #expect(try await importTexts("Bleib", in: new).status == .done)
    }

    @Test("The message that was added last is withdrawn where that is meant")
    func meant() async throws {
        try await bring("Bleib", in: old)
        try await bring("Bleib", in: new)
        #expect(try await importTexts("Bleib", in: old, setsBack: true).status == .done)
        #expect(products == [Office.product])
        // It is decided from then on.
        #expect(try await importTexts("Bleib", in: old).status == .done)
    }

    @Test("An old branch with a corrected text does not withdraw the message that was added since")
    func correctedBranch() async throws {
        try await bring("Bleib", in: old)
        try await bring("Bleib", in: new)
        #expect(try await refused("Bleib doch", in: old).map(\.reason) == [.added, .added])
        #expect(products == [Office.product, Office.monthly])
    }

    @Test("Of a project that was imported once, a message is withdrawn without a flag, whatever else changes")
    func onlyImport() async throws {
        try await bring("Bleib", in: new)
        try await importTexts("Geh nicht", in: old)
        #expect(products == [Office.product])
    }

    @Test("A message is withdrawn without a flag once another text has changed since it was added")
    func changedSince() async throws {
        try await bring("Bleib", in: old)
        try await bring("Bleib", in: new)
        try await bring("Geh nicht", in: new)
        #expect(try await importTexts("Geh nicht", in: old).status == .done)
        #expect(products == [Office.product])
    }

    @Test("A message that is still in review is not withdrawn by an old checkout either")
    func inReview() async throws {
        try await bring("Bleib", in: old)
        try await importTexts("Bleib", in: new)
        #expect(try await refused("Bleib", in: old).count == 2)
        old.approveAll(.production)
        #expect(try await new.perform(SettleDefaults(), in: .production).status == .done)
        #expect(products == [Office.product, Office.monthly])
    }

    @Test("A message that was put back after a withdrawal counts as added then")
    func addedAgain() async throws {
        try await bring("Bleib", in: old)
        try await bring("Bleib", in: new)
        try await importTexts("Bleib", in: old, setsBack: true)
        old.time.advance(by: .seconds(60))
        #expect(try await refused("Bleib", in: new).map(\.reason) == [.withdrawn, .withdrawn])
        try await importTexts("Bleib", in: new, setsBack: true)
        let setBacks = try await refused("Bleib", in: old)
        #expect(setBacks.map(\.reason) == [.added, .added])
        #expect(setBacks.allSatisfy { $0.at == old.time.now })
    }

    @Test("An old checkout that lacks the locale which was added last is refused")
    func addedLocale() async throws {
        func expecting(_ locales: [String]) -> (Office, CheckedDeliveries) {
            let office = old.expecting(locales)
            return (office, office.deliveries("Bleib", locales: locales))
        }
        for locales in [["de-DE"], ["de-DE", "fr-FR"]] {
            let (office, deliveries) = expecting(locales)
            try await office.bring(deliveries, to: .production)
        }
        let (office, deliveries) = expecting(["de-DE"])
        await #expect(throws: Refusal.self) {
            try await office.perform(ImportMessages(deliveries), in: .production, asking: Person(agrees: true))
        }
        #expect(production.defaults.count == 2)
    }

    @Test("A plan of an old checkout names what would be withdrawn, and ends as the import would")
    func plan() async throws {
        try await bring("Bleib", in: old)
        try await bring("Bleib", in: new)
        let planned = try await old.perform(PlanImport(old.deliveries("Bleib")), in: .production)
        #expect(planned.status == .conflict && planned.plan.changes.setBacks.map(\.reason) == [.added, .added])
    }

    // MARK: Texts that are in review

    @Test("An old checkout does not drop a newer text that is still in review")
    func pendingText() async throws {
        try await bring("Bleib", in: old)
        try await importTexts("Geh nicht", in: old)
        #expect(try await refused("Bleib", in: old).map(\.reason) == [.unseen, .unseen])
        old.approveAll(.production)
        #expect(try await old.perform(SettleDefaults(), in: .production).summary.set.count == 2)
    }

    @Test("A rejected text is given up for the one that customers see without a flag, in all its locales")
    func rejectedText() async throws {
        try await bring("Bleib", in: old)
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

    @Test("After an import has confirmed a rollback, the text that was rolled back is the older one")
    func confirmedRollback() async throws {
        try await bring("Bleib", in: old)
        try await bring("Geh nicht", in: old)
        var rollback = ChangeDefaults(.rollback(emptiesSlots: false) { _ in true }, takesOver: false)
        rollback.replacements = .max
        _ = try await old.perform(rollback, in: .production, asking: Person(agrees: true))
        #expect(try await importTexts("Bleib", in: old).status == .done)
        #expect(try await refused("Geh nicht", in: old).map(\.reason) == [.replaced, .replaced])
        #expect(try await importTexts("Komm wieder", in: old).status == .notYet)
    }

    // MARK: Two projects with one journal

    @Test("A project that names no message of the journal states how many defaults it removes")
    func otherProject() async throws {
        try await bring("Bleib", in: new)
        var other = old
        var message = Project.Message()
        message.defaultFor = ["com.example.northlight.weekly"]
        other.project.messages = ["other": message]
        var work = ImportMessages(other.deliveries("Anders", messages: ["other"]))
        let person = Person(agrees: true)
        await #expect(throws: Declined.self) { try await other.perform(work, in: .production, asking: person) }
        #expect(person.questions.map(\.number) == [4])
        #expect(
            person.questions.first?.deed
                == "remove 4 of the 4 defaults that customers see, all of messages that this project does not name"
        )
        #expect(products == [Office.product, Office.monthly])
        work.replacements = 4
        _ = try await other.perform(work, in: .production, asking: Person(agrees: true))
        #expect(products.isEmpty)
    }
}
