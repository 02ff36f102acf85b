import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Withdrawing messages")
struct WithdrawalTests {
    private let office = Office().withStay

    /// The same office without the message `stay` in its project file and deliveries.
    private var without: Office { office.without("stay") }

    private func publishBoth(_ environment: ServiceEnvironment = .sandbox, _ locales: [String] = ["de-DE", "fr-FR"])
        async throws
    {
        let deliveries = office.deliveries("Bleib", messages: ["keep", "stay"], locales: locales)
        try await office.publish(deliveries, to: environment)
    }

    private func products(_ environment: ServiceEnvironment = .sandbox) -> Set<String> {
        Set(office.service(environment).defaults.keys.map(\.product))
    }

    private func rest(_ office: Office) -> ImportMessages { ImportMessages(office.deliveries("Bleib")) }

    private func delete(_ isMeant: @escaping @Sendable (DefaultRecord) -> Bool) async throws {
        _ = try await office.perform(ChangeDefaults(.removal(isMeant: isMeant), takesOver: false))
    }

    // MARK: Withdrawn texts that a user deleted

    @Test("A withdrawn message whose defaults a user deleted is not set again")
    func deletedMessage() async throws {
        try await publishBoth()
        var work = rest(without)
        work.keepsWithdrawn = true
        _ = try await without.perform(work)
        try await delete { $0.message == "stay" }
        for _ in 0..<2 {
            #expect(try await without.perform(SettleDefaults()).status == .done)
            // An old checkout's settle does not set it either.
            _ = try await office.perform(SettleDefaults())
        }
        #expect(products() == [Office.product])
    }

    @Test("A withdrawn locale whose default a user deleted is not set again")
    func deletedLocale() async throws {
        try await publishBoth()
        let office = office.expecting(["fr-FR"])
        let deliveries = office.deliveries("Bleib", messages: ["keep", "stay"], locales: ["fr-FR"])
        var work = ImportMessages(deliveries)
        work.keepsWithdrawn = true
        #expect(try await office.perform(work).status == .notYet)
        try await delete { $0.slot.locale == "de-DE" }
        #expect(try await office.perform(SettleDefaults()).status == .done)
        #expect(Set(office.service(.sandbox).defaults.keys.map(\.locale)) == ["fr-FR"])
    }

    @Test("A held default that a user deleted is not set again before its release, withdrawn or not")
    func deletedUnderHold() async throws {
        try await publishBoth()
        _ = try await HoldDefaults(true) { $0.slot.product == Office.monthly }.perform(with: office.access())
        try await delete { $0.slot.product == Office.monthly }
        for office in [office, without] {
            #expect(try await office.perform(SettleDefaults()).status == .done)
            #expect(products() == [Office.product])
        }
        _ = try await HoldDefaults(false) { _ in true }.perform(with: office.access())
        #expect(try await office.perform(SettleDefaults()).status == .done)
        #expect(products() == [Office.product, Office.monthly])
    }

    // MARK: Reports about withdrawn messages

    @Test("Plan, coverage, status, settle and prune name a withdrawn message that customers still see")
    func reported() async throws {
        try await publishBoth(.production)
        let planned = try await without.perform(PlanImport(without.deliveries("Bleib")), in: .production)
        #expect(planned.withdrawals.shown.map(\.message) == ["stay", "stay"])
        #expect(planned.changes.rows.isEmpty)
        let contents = try await office.contents(.production)
        let coverage = contents.coverage(of: Selection(), for: without.project)
        #expect(coverage.count(.set) == 2 && coverage.count(.withdrawn) == 2)
        #expect(coverage.slots(.withdrawn).map(\.message) == ["stay", "stay"] && ExitStatus(coverage) == .notYet)
        let open = OpenWork(contents, coverage).sentences
        #expect(open == ["2 withdrawn defaults are still shown: `glossport import` of all deliveries removes them."])
        let settled = try await without.perform(SettleDefaults(), in: .production)
        #expect(settled.status == .notYet && settled.summary.need == .importing)
        #expect(settled.summary.kept.map(\.message) == ["stay", "stay"])
        let pruned = try await without.perform(PruneService(without.deliveries("Bleib")), in: .production)
        #expect(pruned.proposal.plan.candidates.isEmpty && pruned.proposal.withdrawn.count == 2)
        #expect(products(.production) == [Office.product, Office.monthly])
    }

    @Test("After its defaults are removed, only prune reports a withdrawn message")
    func removed() async throws {
        try await publishBoth()
        let outcome = try await without.perform(rest(without))
        #expect(outcome.status == .done && outcome.settled?.removed.count == 2)
        #expect(products() == [Office.product])
        let contents = try await office.contents()
        let coverage = contents.coverage(of: Selection(), for: without.project)
        #expect(ExitStatus(coverage) == .done && coverage.slots.count == 2)
        #expect(OpenWork(contents, coverage).sentences.isEmpty)
        let planned = try await without.perform(PlanImport(without.deliveries("Bleib")))
        #expect(planned.withdrawals.shown.isEmpty)
        let pruned = try await without.perform(PruneService(without.deliveries("Bleib")))
        #expect(pruned.proposal.plan.candidates.map(\.item.message) == ["stay", "stay"])
        #expect(pruned.proposal.withdrawn.isEmpty)
    }

    @Test("A withdrawn locale is not part of coverage and holds back no other locale")
    func withdrawnLocale() async throws {
        try await publishBoth()
        let office = office.expecting(["fr-FR"])
        let work = ImportMessages(office.deliveries("Geh nicht", messages: ["keep", "stay"], locales: ["fr-FR"]))
        _ = try await office.perform(work)
        let old = try #require(office.service(.sandbox).defaults.first { $0.key.locale == "fr-FR" }?.value)
        office.service(.sandbox).review([old], .rejected)
        office.approveAll()
        #expect(try await office.perform(SettleDefaults()).status == .done)
        #expect(office.service(.sandbox).defaults.keys.allSatisfy { $0.locale == "fr-FR" })
        let coverage = try await office.contents().coverage(of: Selection(), for: office.project)
        #expect(coverage.slots.map(\.slot.locale) == ["fr-FR", "fr-FR"] && coverage.count(.set) == 2)
    }

    // MARK: What an import removes

    @Test("In production, withdrawn defaults are removed only after the user agrees")
    func asks() async throws {
        try await publishBoth(.production)
        let person = Person()
        await #expect(throws: Declined.self) {
            _ = try await without.perform(rest(without), in: .production, asking: person)
        }
        #expect(
            person.questions.map(\.text) == [
                "Remove 2 withdrawn defaults from PRODUCTION for com.example.northlight?"
            ]
        )
        let other = Person()
        await #expect(throws: Declined.self) {
            let work = ImportMessages(without.deliveries("Geh nicht"))
            _ = try await without.perform(work, in: .production, asking: other)
        }
        #expect(
            other.questions.map(\.text) == [
                "Bring 2 messages and 2 defaults to PRODUCTION for com.example.northlight, and remove 2 withdrawn defaults?"
            ]
        )
        #expect(products(.production) == [Office.product, Office.monthly])
    }

    @Test("Removed defaults count as replaced ones for the change limit")
    func limit() async throws {
        let locales = ["da", "de-DE", "el", "fi", "fr-FR", "it", "ja", "ko", "nl-NL", "pl", "sv", "tr"]
        try await publishBoth(.production, locales)
        var work = ImportMessages(without.deliveries("Bleib", locales: locales))
        let person = Person(agrees: true)
        await #expect(throws: Declined.self) {
            _ = try await without.perform(work, in: .production, asking: person)
        }
        #expect(person.questions.map(\.number) == [12])
        #expect(person.questions.first?.action == "remove 12 of the 24 defaults that customers see")
        work.replacements = 12
        #expect(try await without.perform(work, in: .production, asking: Person(agrees: true)).status == .done)
        #expect(products(.production) == [Office.product])
    }

    @Test("With keep-withdrawn, customers keep their texts until an import without it")
    func keeps() async throws {
        try await publishBoth(.production)
        var work = rest(without)
        work.keepsWithdrawn = true
        for _ in 0..<2 {
            let person = Person(agrees: true)
            let kept = try await without.perform(work, in: .production, asking: person)
            #expect(kept.status == .notYet && kept.settled?.kept.count == 2 && person.questions.isEmpty)
            #expect(try await without.perform(SettleDefaults(), in: .production).status == .notYet)
        }
        #expect(products(.production) == [Office.product, Office.monthly])
        work.keepsWithdrawn = false
        #expect(try await without.perform(work, in: .production, asking: Person(agrees: true)).status == .done)
        #expect(products(.production) == [Office.product])
    }

    @Test("The sandbox's settle also keeps the defaults that an import keeps")
    func keepsInSandbox() async throws {
        try await publishBoth()
        var work = rest(without)
        work.keepsWithdrawn = true
        _ = try await without.perform(work)
        for _ in 0..<2 { #expect(try await without.perform(SettleDefaults()).summary.kept.count == 2) }
        #expect(products() == [Office.product, Office.monthly])
    }

    @Test("A locale that is no longer a copy of another is withdrawn")
    func copies() async throws {
        var office = office
        let (french, canadian) = (try #require(StoreLocale("fr-FR")), try #require(StoreLocale("fr-CA")))
        office.project.locales.originals = [canadian: french]
        try await office.publish(office.deliveries("Bleib", messages: ["keep", "stay"]))
        #expect(office.service(.sandbox).defaults.count == 6)
        office.project.locales.originals = [:]
        let outcome = try await office.perform(ImportMessages(office.deliveries("Bleib", messages: ["keep", "stay"])))
        #expect(outcome.settled?.removed.map(\.slot.locale) == ["fr-CA", "fr-CA"] && outcome.status == .done)
    }

    @Test("Importing only some deliveries withdraws nothing, and neither does settling a selection")
    func partial() async throws {
        try await publishBoth()
        let before = office.service(.sandbox).defaults
        let part = CheckedDeliveries(without.deliveries("Bleib").catalog, for: without.project, isWhole: false)
        let imported = try await without.perform(ImportMessages(part))
        #expect(imported.status == .notYet && imported.settled?.kept.count == 2)
        var settle = SettleDefaults()
        settle.selection = Selection(messages: ["keep"])
        #expect(try await without.perform(settle).status == .done)
        settle.selection = Selection(locales: Set([StoreLocale("de-DE")].compactMap(\.self)))
        #expect(try await without.perform(settle).summary.kept.count == 1)
        #expect(office.service(.sandbox).defaults == before)
        // The journal still desires them, because the project without them was only imported in part.
        #expect(try await office.contents().defaults.allSatisfy { $0.desired != nil })
    }

    @Test("If an import fails at an agreed removal, settling completes it, even in production")
    func killed() async throws {
        try await publishBoth(.production)
        office.service(.production).scriptDeletions([.noAccess, .noAccess])
        let ended = try await without.perform(rest(without), in: .production, asking: Person(agrees: true))
        #expect(ended.trouble != nil && products(.production) == [Office.product, Office.monthly])
        let settled = try await without.perform(SettleDefaults(), in: .production)
        #expect(settled.status == .done && settled.summary.removed.count == 2)
        #expect(products(.production) == [Office.product])
    }

    @Test("A foreign default in a withdrawn slot stays and is reported")
    func foreign() async throws {
        try await publishBoth()
        let service = office.service(.sandbox)
        let slot = DefaultSlot(product: Office.monthly, locale: "de-DE")
        let other = ServiceID(high: 0x5000, low: 0x8000_0000_0000_0001)
        service.put(MessageContent(header: "A", body: "B"), as: other)
        service.review([other], .approved)
        _ = await service.setDefault(slot, to: other)
        let outcome = try await without.perform(rest(without))
        #expect(outcome.settled?.withdrawn.map(\.fate) == [.taken(other), .removed] && outcome.status == .done)
        #expect(service.defaults[slot] == other && service.defaults.count == 3)
        #expect(try await without.perform(rest(without)).settled?.withdrawn.isEmpty == true)
    }

    @Test("A withdrawn default that could not be read or deleted is named and stays")
    func failed() async throws {
        try await publishBoth()
        let service = office.service(.sandbox)
        let slot = DefaultSlot(product: Office.monthly, locale: "de-DE")
        service.answerQuestions([slot: Answer(.refusedForNow, status: 403, appleCode: 4_030_099)])
        service.scriptDeletions([Answer(.refusedForNow, status: 403, appleCode: 4_030_099)])
        let outcome = try await without.perform(rest(without))
        #expect(outcome.status == .partial && outcome.settled?.removed.isEmpty == true)
        #expect(products() == [Office.product, Office.monthly])
        service.answerQuestions([:])
        #expect(try await without.perform(SettleDefaults()).summary.removed.count == 2)
    }

    @Test(
        "A removal answered with 404 counts as done only if Apple's error number means an empty slot",
        arguments: [(4_040_020, 2), (4_040_015, 1), (4_040_099, 1)]
    )
    func deletionNotFound(code: Int, removed: Int) async throws {
        try await publishBoth()
        office.service(.sandbox).scriptDeletions([Answer(.notFound, status: 404, appleCode: code)])
        let outcome = try await without.perform(rest(without))
        #expect(outcome.settled?.removed.count == removed)
    }

    @Test("Withdrawn defaults left for lack of quota are removed by the next run")
    func quota() async throws {
        try await publishBoth()
        var office = without
        office.budgets = [.deleteDefault: 1]
        let outcome = try await office.perform(rest(office))
        #expect(outcome.status == .notYet && outcome.settled?.removed.count == 1)
        #expect(outcome.settled?.need == .quota)
        #expect(try await without.perform(SettleDefaults()).summary.removed.count == 1)
        #expect(products() == [Office.product])
    }

    // MARK: Changes by users

    @Test("A held default of a withdrawn message stays until it is released and imported again")
    func held() async throws {
        try await publishBoth()
        _ = try await HoldDefaults(true) { $0.message == "stay" }.perform(with: office.access())
        for _ in 0..<2 {
            let outcome = try await without.perform(rest(without))
            #expect(outcome.status == .done && outcome.settled?.held.map(\.isWithdrawn) == [true, true])
            #expect(try await without.perform(SettleDefaults()).status == .done)
        }
        #expect(products() == [Office.product, Office.monthly])
        let coverage = try await office.contents().coverage(of: Selection(), for: without.project)
        #expect(coverage.slots(.held).map(\.isWithdrawn) == [true, true])
        _ = try await HoldDefaults(false) { _ in true }.perform(with: office.access())
        #expect(try await without.perform(rest(without)).settled?.removed.count == 2)
    }

    @Test("A rolled-back withdrawal stays rolled back until the next import")
    func rolledBack() async throws {
        try await publishBoth()
        _ = try await without.perform(rest(without))
        let goal = ChangeDefaults.Goal.rollback(emptiesSlots: false, isMeant: { _ in true })
        #expect(try await without.perform(ChangeDefaults(goal, takesOver: false)).proposals.changes.count == 2)
        for _ in 0..<2 { #expect(try await without.perform(SettleDefaults()).status == .notYet) }
        #expect(products() == [Office.product, Office.monthly])
        #expect(try await without.perform(rest(without)).status == .done)
        #expect(products() == [Office.product])
    }

    @Test("A default set by hand that the project never desired is not withdrawn")
    func byHand() async throws {
        try await publishBoth()
        let id = try #require(office.service(.sandbox).defaults.values.first)
        let slot = DefaultSlot(product: "com.example.northlight.weekly", locale: "de-DE")
        _ = try await office.perform(ChangeDefaults(.slots([.init(slot, id)]), takesOver: false))
        _ = try await without.perform(rest(without))
        #expect(office.service(.sandbox).defaults[slot] == id)
    }

    @Test("A message that is restored in the project is set again by the next import")
    func putBack() async throws {
        try await publishBoth()
        _ = try await without.perform(rest(without))
        #expect(products() == [Office.product])
        try await publishBoth()
        #expect(products() == [Office.product, Office.monthly])
        #expect(try await office.contents().defaults.allSatisfy { $0.withdrawal == nil })
    }

    // MARK: Defaults that are not withdrawn

    @Test("Defaults stay if their texts are missing only from a delivery")
    func missing() async throws {
        try await publishBoth()
        let before = office.service(.sandbox).defaults
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib", locales: ["fr-FR"])))
        #expect(office.service(.sandbox).defaults == before)
    }

    @Test("A project without messages withdraws no message")
    func namesNothing() async throws {
        try await publishBoth()
        var office = office
        office.project.messages = [:]
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        _ = try await office.perform(SettleDefaults())
        #expect(products() == [Office.product, Office.monthly])
    }

    @Test("A locale that is delivered but not expected is not withdrawn")
    func unexpected() async throws {
        try await publishBoth()
        let office = office.expecting(["fr-FR"])
        let work = ImportMessages(office.deliveries("Bleib", messages: ["keep", "stay"]))
        #expect(try await office.perform(work).status == .done)
        #expect(office.service(.sandbox).defaults.count == 4)
    }

    @Test("A saved plan lists the defaults to remove and is out of date if it lacks one")
    func savedPlan() async throws {
        try await publishBoth(.production)
        let before = try await office.perform(
            PlanImport(office.deliveries("Bleib", messages: ["keep", "stay"])),
            in: .production
        )
        var work = rest(without)
        work.agreed = before.saved(at: "")
        let refusal = await #expect(throws: Refusal.self) { _ = try await without.perform(work, in: .production) }
        #expect(
            refusal?.differences.contains { $0.contains("is to be removed as the default of \(Office.monthly)") }
                == true
        )
        let planned = try await without.perform(PlanImport(without.deliveries("Bleib")), in: .production)
        work.agreed = planned.saved(at: "")
        #expect(work.agreed?.withdrawn.count == 2)
        let person = Person()
        #expect(try await without.perform(work, in: .production, asking: person).status == .done)
        #expect(person.questions.isEmpty && products(.production) == [Office.product])
        // The same plan applies once more, because its defaults are gone.
        #expect(try await without.perform(work, in: .production, asking: person).status == .done)
    }
}
