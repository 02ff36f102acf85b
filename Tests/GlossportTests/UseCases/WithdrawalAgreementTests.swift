import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

/// The conditions under which a default counts as withdrawn and its removal as agreed.
@Suite("Agreement to withdrawals")
struct WithdrawalAgreementTests {
    private let office = Office().withStay

    private static func slot(_ locale: String) -> DefaultSlot { DefaultSlot(product: Office.monthly, locale: locale) }

    /// The same office without the message `stay` in its project file.
    private var without: Office { office.without("stay") }

    /// The same office after the product of `stay` moved to the new message `leave`.
    private var renamed: Office {
        var office = without
        office.project.messages["leave", default: Project.Message()].defaultFor = [Office.monthly]
        return office
    }

    private func both(_ office: Office, _ locales: [String] = ["de-DE", "fr-FR"]) -> CheckedDeliveries {
        office.deliveries("Bleib", messages: ["keep", "stay"], locales: locales)
    }

    private func coverage(of office: Office, _ environment: ServiceEnvironment = .sandbox) async throws -> Coverage {
        try await office.contents(environment).coverage(of: Selection(), for: office.project)
    }

    private func rest(_ office: Office) -> ImportMessages { ImportMessages(office.deliveries("Bleib")) }

    /// Runs an import whose user agrees to the removal of the defaults of `stay`, and which fails before it.
    private func agree(_ environment: ServiceEnvironment = .sandbox) async throws {
        try await office.publish(both(office), to: environment)
        office.service(environment).scriptDeletions([.noAccess, .noAccess])
        let ended = try await without.perform(rest(without), in: environment, asking: Person(agrees: true))
        #expect(ended.trouble != nil && office.service(environment).defaults.count == 4)
    }

    // MARK: A product that moves to another message

    @Test(
        "A product that moves to an undelivered message keeps its texts, and runs end with `notYet`"
    )
    func reassigned() async throws {
        try await office.publish(both(office))
        let before = office.service(.sandbox).defaults
        let planned = try await renamed.perform(PlanImport(renamed.deliveries("Bleib"))).withdrawals
        #expect(planned.isEmpty && planned.reassigned.map(\.successor) == ["leave", "leave"])
        let nothing = try await renamed.perform(rest(renamed))
        #expect(
            nothing.status == .notYet && nothing.settled?.unasked.map(\.product) == [Office.monthly, Office.monthly]
        )
        #expect(office.service(.sandbox).defaults == before)
        let deliveries = renamed.deliveries("Bleib", messages: ["keep", "leave"], locales: ["de-DE"])
        #expect(try await renamed.perform(ImportMessages(deliveries)).settled?.withdrawn.isEmpty == true)
        #expect(office.service(.sandbox).defaults == before)
        office.approveAll()
        #expect(try await renamed.perform(SettleDefaults()).status == .notYet)
        let shown = office.service(.sandbox).defaults
        let (german, french) = (Self.slot("de-DE"), Self.slot("fr-FR"))
        #expect(shown[german] != before[german] && shown[french] == before[french] && shown.count == 4)
    }

    @Test("In coverage, a product whose new message was never imported is old, not missing")
    func reassignedCoverage() async throws {
        try await office.publish(both(office))
        let coverage = try await coverage(of: renamed)
        #expect(coverage.count(.old) == 2 && coverage.count(.missing) == 0 && ExitStatus(coverage) == .notYet)
        #expect(coverage.slots(.old).map(\.obstacle?.need) == [.importing, .importing])
    }

    @Test("A renamed message keeps its former texts while uploads under the new name are refused")
    func refusedSuccessor() async throws {
        try await office.publish(both(office))
        let before = office.service(.sandbox).defaults
        let refused = Answer(.refused, status: 400, appleCode: 4_000_001, detail: "Too long.")
        office.service(.sandbox).script([.answer(refused)])
        let deliveries = renamed.deliveries("Bleib", messages: ["keep", "leave"])
        let outcome = try await renamed.perform(ImportMessages(deliveries))
        #expect(outcome.summary.failed == 1 && outcome.settled?.withdrawn.isEmpty == true)
        office.approveAll()
        _ = try await renamed.perform(SettleDefaults())
        #expect(office.service(.sandbox).defaults == before)
    }

    // MARK: Locales

    @Test("A locale that was never expected is not withdrawn by a delivery without it")
    func neverExpected() async throws {
        let office = office.expecting(["de-DE"])
        try await office.publish(both(office))
        #expect(office.service(.sandbox).defaults.count == 4)
        let outcome = try await office.perform(ImportMessages(both(office, ["de-DE"])))
        #expect(outcome.status == .done && outcome.settled?.withdrawn.isEmpty == true)
        #expect(office.service(.sandbox).defaults.count == 4)
    }

    @Test("A formerly expected locale is withdrawn once it is neither expected nor delivered")
    func onceExpected() async throws {
        for first in [["de-DE"], ["de-DE", "fr-FR"]] {
            let office = office.expecting(first)
            try await office.publish(both(office))
        }
        let office = office.expecting(["de-DE"])
        #expect(try await office.perform(ImportMessages(both(office))).settled?.withdrawn.isEmpty == true)
        let outcome = try await office.perform(ImportMessages(both(office, ["de-DE"])))
        #expect(outcome.settled?.removed.map(\.subject) == [.locale, .locale])
        #expect(Set(office.service(.sandbox).defaults.keys.map(\.locale)) == ["de-DE"])
    }

    @Test("A locale removed from the project is withdrawn and restored by an import that delivers it")
    func leftProject() async throws {
        try await office.publish(both(office.expecting(["de-DE", "fr-FR"])))
        let office = office.expecting(["de-DE"])
        let settled = try await office.perform(SettleDefaults())
        #expect(settled.status == .notYet && settled.summary.kept.map(\.subject) == [.locale, .locale])
        #expect(try await coverage(of: office).slots(.withdrawn).map(\.slot.locale) == ["fr-FR", "fr-FR"])
        #expect(office.service(.sandbox).defaults.count == 4)
        #expect(try await office.perform(ImportMessages(both(office))).status == .done)
        #expect(try await office.perform(SettleDefaults()).status == .done)
        #expect(try await coverage(of: office).count(.set) == 4)
        #expect(try await office.perform(ImportMessages(both(office, ["de-DE"]))).settled?.removed.count == 2)
    }

    @Test("A rejected text in a locale removed from the project does not hold back other locales")
    func rejectedLocale() async throws {
        let both = office.expecting(["de-DE", "fr-FR"])
        _ = try await both.perform(ImportMessages(self.both(both)))
        let french = office.service(.sandbox).held.filter { $0.value.header.hasSuffix("fr-FR") }
        office.service(.sandbox).review(Array(french.keys), .rejected)
        #expect(try await both.perform(SettleDefaults()).status == .rejected)
        let office = office.expecting(["de-DE"])
        office.service(.sandbox).review(
            Array(office.service(.sandbox).held.keys.filter { french[$0] == nil }),
            .approved
        )
        #expect(try await office.perform(SettleDefaults()).status == .done)
        #expect(Set(office.service(.sandbox).defaults.keys.map(\.locale)) == ["de-DE"])
    }

    // MARK: The user's agreement

    @Test("Settling removes only defaults whose removal the user agreed to in an import, in any environment")
    func settles() async throws {
        for environment in [ServiceEnvironment.sandbox, .production] {
            try await office.publish(both(office), to: environment)
            let settled = try await without.perform(SettleDefaults(), in: environment)
            #expect(settled.status == .notYet && settled.summary.kept.count == 2)
            #expect(office.service(environment).defaults.count == 4)
        }
    }

    @Test("Settling with removals turned off leaves agreed removals to the next settle")
    func waits() async throws {
        try await agree()
        var waiting = SettleDefaults()
        waiting.options.removesWithdrawn = false
        #expect(try await without.perform(waiting).summary.kept.count == 2)
        #expect(try await without.perform(SettleDefaults()).summary.removed.count == 2)
    }

    @Test("An import that desires the default again voids the agreement, even if it does not deliver the text")
    func wantedAgain() async throws {
        try await agree()
        _ = try await office.perform(rest(office))
        for office in [office, without] {
            let settled = try await office.perform(SettleDefaults())
            #expect(settled.summary.removed.isEmpty && settled.status == .notYet)
        }
        #expect(office.service(.sandbox).defaults.count == 4)
        #expect(try await without.perform(rest(without)).settled?.removed.count == 2)
    }

    @Test("Holding a default voids the agreement, so the user must agree again in an import after its release")
    func heldAfterwards() async throws {
        try await agree(.production)
        for isHeld in [true, false] {
            _ = try await HoldDefaults(isHeld) { $0.slot.product == Office.monthly }.perform(
                with: office.access(.production)
            )
            _ = try await without.perform(SettleDefaults(), in: .production)
            #expect(office.service(.production).defaults.count == 4)
        }
        let imported = try await without.perform(rest(without), in: .production, asking: Person(agrees: true))
        #expect(imported.status == .done && imported.settled?.removed.count == 2)
    }

    // MARK: Defaults of users and other tools

    @Test("A default set by hand in a withdrawn slot stays, and nothing is left to do")
    func setByHand() async throws {
        try await office.publish(both(office))
        let slot = Self.slot("de-DE")
        let id = try #require(office.service(.sandbox).defaults[slot])
        _ = try await without.perform(rest(without))
        _ = try await without.perform(ChangeDefaults(.slots([.init(slot, id)]), takesOver: false))
        #expect(try await without.perform(SettleDefaults()).status == .done)
        #expect(try await without.perform(rest(without)).status == .done)
        #expect(office.service(.sandbox).defaults[slot] == id && office.service(.sandbox).defaults.count == 3)
    }

    @Test("The question before a removal counts current defaults, but not those of other tools")
    func countsOwn() async throws {
        try await office.publish(both(office), to: .production)
        let service = office.service(.production)
        let other = ServiceID(high: 0x5000, low: 0x8000_0000_0000_0001)
        service.put(MessageContent(header: "A", body: "B"), as: other)
        service.review([other], .approved)
        _ = await service.setDefault(Self.slot("de-DE"), to: other)
        let planned = try await without.perform(PlanImport(without.deliveries("Bleib")), in: .production)
        #expect(planned.withdrawals.shown.map(\.slot.locale) == ["fr-FR"])
        let person = Person()
        await #expect(throws: Declined.self) {
            _ = try await without.perform(rest(without), in: .production, asking: person)
        }
        #expect(
            person.questions.map(\.text) == ["Remove 1 withdrawn default from PRODUCTION for com.example.northlight?"]
        )
    }

    @Test("A withdrawal names the removed message, locale or product")
    func subjects() async throws {
        try await office.publish(both(office))
        var withdrawn: [String] = []
        var product = office
        product.project.messages["stay"]?.defaultFor = []
        for (office, locales) in [(office.expecting(["fr-FR"]), ["fr-FR"]), (product, ["de-DE", "fr-FR"])] {
            let planned = try await office.perform(PlanImport(both(office, locales)))
            withdrawn += planned.withdrawn.map { "\($0.subject) \($0.name)" }
        }
        let planned = try await without.perform(PlanImport(without.deliveries("Bleib")))
        withdrawn += planned.withdrawn.map { "\($0.subject) \($0.name)" }
        #expect(withdrawn == ["locale de-DE", "product \(Office.monthly)", "message stay"])
    }
}
