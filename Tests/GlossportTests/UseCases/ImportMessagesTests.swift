import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Importing messages")
struct ImportMessagesTests {
    private let office = Office()

    /// Returns the refusal that a run throws.
    private func refusal(_ body: () async throws -> Void) async throws -> Refusal {
        try #require(await #expect(throws: Refusal.self) { try await body() })
    }

    @Test("An import into production asks the user first, and sends nothing if the user declines")
    func asks() async throws {
        let person = Person()
        await #expect(throws: Declined.self) {
            try await office.perform(ImportMessages(office.deliveries("Bleib")), in: .production, asking: person)
        }
        #expect(
            person.questions.map(\.text) == [
                "Bring 2 messages and 2 defaults to PRODUCTION for com.example.northlight?"
            ]
        )
        #expect(office.service(.production).uploads.isEmpty)
    }

    @Test("An import into the sandbox or with prior agreement does not ask")
    func asksNothing() async throws {
        let person = Person()
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")), asking: person)
        let agreed = Person(agrees: true)
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")), in: .production, asking: agreed)
        #expect(person.questions.isEmpty && agreed.questions.isEmpty)
        #expect(office.service(.sandbox).held.count == 2 && office.service(.production).held.count == 2)
    }

    @Test("An import waits for review, the next sets the defaults, and a third one uploads nothing")
    func settles() async throws {
        let work = ImportMessages(office.deliveries("Bleib"))
        let first = try await office.perform(work)
        #expect(first.status == .notYet && first.settled?.pending.count == 2)
        office.approveAll()
        #expect(try await office.perform(work).settled?.set.count == 2)
        let third = try await office.perform(work)
        #expect(third.status == .done && third.uploaded == 0 && third.alreadyThere == 2)
        #expect(office.service(.sandbox).uploads.count == 2)
    }

    @Test("An import without uploads lists once; after uploads it lists again and may find approvals")
    func lists() async throws {
        let service = office.service(.sandbox)
        let work = ImportMessages(office.deliveries("Bleib"))
        _ = try await office.perform(work)
        #expect(service.lists == 2)
        office.approveAll()
        let second = try await office.perform(work)
        #expect(service.lists == 3 && second.settled?.set.count == 2)
        #expect(second.seen?.seen == 2 && second.status == .done)
    }

    @Test("While it waits for the review, an import lists again each time")
    func listsWhileWaiting() async throws {
        var work = ImportMessages(office.deliveries("Bleib"))
        _ = try await office.perform(work)
        let lists = office.service(.sandbox).lists
        work.waitForReview = .seconds(60)
        let outcome = try await office.perform(work)
        #expect(outcome.status == .notYet)
        #expect(office.service(.sandbox).lists == lists + 3)
    }

    @Test("With pendingIsDone, a pending review counts as done")
    func pendingIsDone() async throws {
        var work = ImportMessages(office.deliveries("Bleib"))
        work.pendingIsDone = true
        #expect(try await office.perform(work).status == .done)
    }

    @Test("A refused text is sent again only on request")
    func retriesRefused() async throws {
        let service = office.service(.sandbox)
        service.script([.answer(.refused)])
        var work = ImportMessages(office.deliveries("Bleib"))
        #expect(try await office.perform(work).status == .partial)
        #expect(try await office.perform(work).status == .partial)
        #expect(service.uploads.count == 2 && service.held.count == 1)
        work.retriesRefused = true
        #expect(try await office.perform(work).status == .notYet)
        #expect(service.uploads.count == 3 && service.held.count == 2)
    }

    @Test("Refusals are reset only after the plan is agreed to")
    func forgetsWhenAgreed() async throws {
        let service = office.service(.production)
        service.script([.answer(.refused)])
        var work = ImportMessages(office.deliveries("Bleib"))
        #expect(try await office.perform(work, in: .production, asking: Person(agrees: true)).status == .partial)
        work.retriesRefused = true
        await #expect(throws: Declined.self) {
            _ = try await office.perform(work, in: .production, asking: Person(agrees: false))
        }
        let destination = Destination(app: office.project.app, environment: .production)
        let records = try await office.journal.allRecords(at: destination)
        #expect(records.count { $0.state == .refused } == 1 && service.uploads.count == 2)
        #expect(try await office.perform(work, in: .production, asking: Person(agrees: true)).status == .notYet)
        #expect(service.held.count == 2)
    }

    @Test("Replacing most defaults requires stating their number")
    func replacements() async throws {
        let locales = ["da", "de-DE", "el", "fi", "fr-FR", "it", "ja", "ko", "nl-NL", "pl", "sv", "tr"]
        try await office.publish(office.deliveries("Bleib", locales: locales), to: .production)
        var work = ImportMessages(office.deliveries("Geh nicht", locales: locales))
        let person = Person(agrees: true)
        await #expect(throws: Declined.self) {
            _ = try await office.perform(work, in: .production, asking: person)
        }
        #expect(person.questions.map(\.number) == [12])
        #expect(person.questions.first?.action == "replace 12 of the 12 defaults that customers see")
        #expect(office.service(.production).held.count == 12)
        work.replacements = 12
        let stated = Person(agrees: true)
        _ = try await office.perform(work, in: .production, asking: stated)
        #expect(stated.questions.isEmpty && office.service(.production).held.count == 24)
    }

    @Test("A saved plan is applied without a question, and a plan that differs from it is refused")
    func savedPlan() async throws {
        let planned = try await office.perform(PlanImport(office.deliveries("Bleib")), in: .production)
        var work = ImportMessages(office.deliveries("Geh nicht"))
        work.agreed = planned.saved(at: "")
        let refusal = try await refusal { _ = try await office.perform(work, in: .production) }
        #expect(refusal.description.hasPrefix("The saved plan is out of date"))
        #expect(refusal.differences.contains { $0.hasSuffix("is no longer planned.") })
        #expect(office.service(.production).uploads.isEmpty)
        var same = ImportMessages(office.deliveries("Bleib"))
        same.agreed = work.agreed
        let person = Person()
        _ = try await office.perform(same, in: .production, asking: person)
        #expect(person.questions.isEmpty && office.service(.production).held.count == 2)
        let elsewhere = try await self.refusal { _ = try await office.perform(same, in: .sandbox) }
        #expect(elsewhere.description.hasPrefix("The saved plan is for production"))
    }

    @Test("If not everything fits, nothing is sent")
    func noRoom() async throws {
        for number in 0..<1_999 {
            let id = ServiceID(high: 0x5000, low: 0x8000_0000_0000_0000 | UInt64(number))
            office.service(.sandbox).put(MessageContent(header: "A", body: "B"), as: id)
        }
        let refusal = try await refusal { _ = try await office.perform(ImportMessages(office.deliveries("Bleib"))) }
        #expect(refusal.description.hasPrefix("There is no room for 1 message: the app holds 1,999 of 2,000 messages"))
        #expect(ExitStatus(of: refusal) == .capacity && office.service(.sandbox).uploads.isEmpty)
    }

    /// An office whose project has two messages, each for a separate product.
    private var officeWithTwoMessages: Office {
        var office = office
        office.project.messages["stay", default: Project.Message()].defaultFor = ["com.example.northlight.monthly"]
        return office
    }

    @Test("A refused text holds back only its own message, on the first release and later ones")
    func refusedText() async throws {
        let office = officeWithTwoMessages
        let service = office.service(.sandbox)
        for text in ["Bleib", "Geh nicht"] {
            let before = service.defaults
            let work = ImportMessages(office.deliveries(text, messages: ["keep", "stay"]))
            service.script([.answer(.refused)])
            #expect(try await office.perform(work).status == .partial)
            office.approveAll()
            // Both commands report the refused text itself, and do not only say to run the other; the import also sets
            // the other message's defaults.
            let again = try await office.perform(work)
            #expect(again.status == .partial && again.failures.count == 1 && again.settled?.set.count == 2)
            let settled = try await office.perform(SettleDefaults())
            #expect(settled.status == .partial && settled.summary.unsent.map(\.needsPerson) == [true])
            #expect(settled.summary.unasked.isEmpty && settled.summary.need == .importing)
            let message = try #require(again.summary.failures.first?.item.message)
            let product = office.project.messages[message]?.defaultFor.first
            let kept = before.filter { $0.key.product == product }
            #expect(service.defaults.filter { $0.key.product == product } == kept)
            try await office.publish(office.deliveries("\(text)!", messages: ["keep", "stay"]))
            #expect(try await office.perform(SettleDefaults()).status == .done && service.defaults.count == 4)
        }
    }

    @Test(
        "A whole delivery without a refused text drops it; a partial delivery changes nothing"
    )
    func withdrawnText() async throws {
        for isLive in [false, true] {
            let office = Office()
            let service = office.service(.sandbox)
            if isLive { try await office.publish(office.deliveries("Bleib")) }
            let before = service.defaults
            service.script([.answer(.refused)])
            let refused = try await office.perform(ImportMessages(office.deliveries("Geh nicht")))
            let locale = try #require(refused.summary.failures.first?.item.locale)
            office.approveAll()
            let rest = office.deliveries("Geh nicht", locales: [locale == "de-DE" ? "fr-FR" : "de-DE"])
            let part = CheckedDeliveries(rest.catalog, for: office.project, isWhole: false)
            #expect(try await office.perform(ImportMessages(part)).status == .partial)
            #expect(try await office.perform(ImportMessages(rest)).status == .done)
            #expect(try await office.perform(SettleDefaults()).status == .done)
            let slot = DefaultSlot(product: Office.product, locale: locale)
            #expect(service.defaults[slot] == before[slot] && service.defaults.count == before.count + (isLive ? 0 : 1))
            let destination = Destination(app: office.project.app, environment: .sandbox)
            let contents = try await JournalContents(office.journal, at: destination, vanishedAfter: .zero)
            let coverage = contents.coverage(of: Selection(), for: office.project)
            #expect(ExitStatus(coverage) == .done && OpenWork(contents, coverage).sentences.isEmpty)
        }
    }

    @Test("With flip `each`, the other locales of a refused text are set")
    func refusedLocale() async throws {
        var office = office
        office.project.flip = .each
        let work = ImportMessages(office.deliveries("Bleib"))
        office.service(.sandbox).script([.answer(.refused)])
        _ = try await office.perform(work)
        office.approveAll()
        #expect(try await office.perform(work).settled?.set.count == 1)
    }

    private enum End: CaseIterable { case refused, quota, declined, noRoom, unknown, listFailed }

    @Test(
        "After an import that ends early, no command ends with done until its defaults are set",
        arguments: [ServiceEnvironment.sandbox, .production],
        End.allCases
    )
    private func endsEarly(environment: ServiceEnvironment, end: End) async throws {
        let locales = ["da", "de-DE", "el", "fi", "fr-FR", "it", "ja", "ko", "nl-NL", "pl", "sv", "tr"]
        var office = office
        let service = office.service(environment)
        try await office.publish(office.deliveries("Bleib", locales: locales), to: environment)
        let before = service.defaults
        var work = ImportMessages(office.deliveries("Geh nicht", locales: locales))
        work.replacements = end == .declined ? nil : .max
        switch end {
        case .refused: service.script([.answer(.refused)])
        case .quota: office.budgets = [.uploadMessage: 15]
        case .unknown: service.script([.answer(Answer(.refusedForNow, status: 403, appleCode: 4_030_099))])
        case .noRoom: service.script([.answer(.full)])
        case .listFailed: service.scriptLists([.noAccess])
        case .declined where environment == .sandbox: return
        case .declined: break
        }
        let ended = try? await office.perform(work, in: environment, asking: Person(agrees: true)).status
        #expect(ended != .done)
        office.approveAll(environment)
        for pendingIsDone in [false, true] {
            var settle = SettleDefaults()
            settle.pendingIsDone = pendingIsDone
            let settled = try await office.perform(settle, in: environment)
            #expect(settled.status == (end == .refused ? .partial : .notYet))
            #expect(settled.summary.need == .importing && !settled.summary.unsent.isEmpty)
        }
        #expect(service.defaults == before)
        let destination = Destination(app: office.project.app, environment: environment)
        let contents = try await JournalContents(office.journal, at: destination, vanishedAfter: .zero)
        let coverage = contents.coverage(of: Selection(), for: office.project)
        #expect(ExitStatus(coverage) != .done && coverage.count(.set) == 0)
        #expect(!OpenWork(contents, coverage).sentences.isEmpty)
        office.budgets = [:]
        try await office.publish(office.deliveries("Geh doch nicht", locales: locales), to: environment)
        #expect(try await office.perform(SettleDefaults(), in: environment).status == .done)
    }

    @Test("Settling does not set an approved text if the user declined its import")
    func declinedReturn() async throws {
        for text in ["Bleib", "Geh nicht"] { try await office.publish(office.deliveries(text), to: .production) }
        let before = office.service(.production).defaults
        var work = ImportMessages(office.deliveries("Bleib"))
        work.settling.setsBack = true
        await #expect(throws: Declined.self) { _ = try await office.perform(work, in: .production, asking: Person()) }
        let settled = try await office.perform(SettleDefaults(), in: .production)
        #expect(settled.status == .notYet && settled.summary.need == .importing)
        #expect(office.service(.production).defaults == before)
    }

    @Test("Accepting pending reviews does not excuse a message that is missing from the list")
    func pendingExcusesReviews() async throws {
        var work = ImportMessages(office.deliveries("Bleib"))
        work.pendingIsDone = true
        _ = try await office.perform(work)
        let service = office.service(.sandbox)
        let id = try #require(service.held.keys.first)
        _ = await service.delete(.message, id)
        var settle = SettleDefaults()
        settle.pendingIsDone = true
        let settled = try await office.perform(settle)
        #expect(settled.status == .notYet && settled.summary.need == .listing)
        #expect(settled.summary.missing.map(\.item.id) == [id] && settled.summary.pending.count == 1)
    }

    @Test("If approval is required, texts without approval in their current form are refused")
    func approval() async throws {
        var office = office
        office.project.requiresApproval = true
        let work = ImportMessages(office.deliveries("Bleib"))
        let refusal = try await refusal { _ = try await office.perform(work) }
        #expect(refusal.description == "2 locales are not approved as they are; nothing was sent.")
        try await office.approve(work.deliveries)
        _ = try await office.perform(work)
        #expect(office.service(.sandbox).held.count == 2)
    }

    @Test("An import that ends early still lists the items at the service")
    func early() async throws {
        var office = office
        office.budgets = [.uploadMessage: 1]
        let outcome = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        #expect(outcome.status == .notYet && outcome.uploaded == 1)
        #expect(outcome.seen?.uploaded == 1 && outcome.seen?.seen == 1)
    }

    @Test("Two imports within an hour do not exceed the hourly allowance")
    func allowance() async throws {
        var office = office
        office.budgets = [.uploadMessage: 30]
        let work = ImportMessages(office.deliveries("Bleib", locales: StoreLocale.all))
        let first = try await office.perform(work)
        #expect(first.status == .notYet && first.uploaded == 30)
        let second = try await office.perform(work)
        #expect(second.status == .notYet && second.uploaded == 0 && second.alreadyThere == 30)
        #expect(office.service(.sandbox).uploads.count == 30)
    }

    @Test("A refused text is adopted once another machine has uploaded it, because its ID is derived")
    func adoptedAfterRefusal() async throws {
        office.service(.sandbox).script([.answer(.refused)])
        let work = ImportMessages(office.deliveries("Bleib", locales: ["de-DE"]))
        #expect(try await office.perform(work).status == .partial)
        _ = try await office.elsewhere.perform(work)
        let again = try await office.perform(work)
        #expect(again.alreadyThere == 1 && again.failures.isEmpty)
        #expect(office.service(.sandbox).uploads.count == 2)
    }

    @Test("An error after the upload is reported together with the uploads")
    func trouble() async throws {
        office.service(.sandbox).scriptLists([.accepted, .noAccess])
        let outcome = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        #expect(outcome.uploaded == 2 && outcome.trouble != nil && outcome.settled == nil)
        #expect(outcome.status == .credentials)
    }

    @Test("An error after a refused text is reported, too, and the more severe one decides the status")
    func troubleBesideFailure() async throws {
        let service = office.service(.sandbox)
        service.script([.answer(.refused)])
        service.scriptLists([.accepted, .noAccess])
        let outcome = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        #expect(outcome.failures.count == 1 && outcome.trouble != nil && outcome.settled == nil)
        #expect(outcome.status == .credentials)
    }

    @Test("If quota is short and a default could not be set, the status is partial")
    func quotaBesideFailure() async throws {
        var office = office
        try await office.publish(office.deliveries("Bleib"))
        _ = try await office.perform(ImportMessages(office.deliveries("Geh nicht", locales: ["de-DE"])))
        office.approveAll()
        office.service(.sandbox).scriptDefaults([.refused])
        office.budgets = [.uploadMessage: 1]
        office.project.flip = .each
        let work = ImportMessages(office.deliveries("Geh nicht", locales: ["de-DE", "fr-FR", "ja"]))
        let outcome = try await office.perform(work)
        #expect(outcome.summary.outcome == .notYet && outcome.settled?.failed.isEmpty == false)
        #expect(outcome.status == .partial)
    }

    @Test("Without products, a text that is still refused is reported, even if another one is imported")
    func refusedElsewhere() async throws {
        let office = Office(defaults: false)
        office.service(.sandbox).script([.answer(.refused)])
        let all = office.deliveries("Bleib")
        #expect(try await office.perform(ImportMessages(all)).status == .partial)
        office.approveAll()
        let part = CheckedDeliveries(
            office.deliveries("Geh", locales: ["ja"]).catalog,
            for: office.project,
            isWhole: false
        )
        #expect(try await office.perform(ImportMessages(part)).status == .partial)
    }

    @Test("If one default cannot be read, it is left unchanged, and the others are set")
    func silentQuestion() async throws {
        let service = office.service(.sandbox)
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        office.approveAll()
        let slot = DefaultSlot(product: Office.product, locale: "de-DE")
        service.answerQuestions([slot: Answer(.unknown, detail: "error 503")])
        let settled = try await office.perform(SettleDefaults())
        #expect(settled.status == .partial && settled.summary.failed.map(\.desired.slot) == [slot])
        #expect(service.defaults.keys.map(\.locale) == ["fr-FR"])
    }

    @Test("Without products, a final list that fails is not an error")
    func noTrouble() async throws {
        let office = Office(defaults: false)
        office.service(.sandbox).scriptLists([.accepted, .noAccess])
        let outcome = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        #expect(outcome.status == .done && outcome.trouble == nil && outcome.unshown == ["keep"])
    }
}

@Suite("Promoting messages")
struct PromotionTests {
    private let office = Office()

    private func promote() async throws -> ImportOutcome {
        var work = ImportMessages(office.deliveries("Bleib"))
        work.source = try await office.perform(FetchReviews(work.deliveries))
        return try await office.perform(work, in: .production, asking: Person(agrees: true))
    }

    private func differences() async throws -> [String] {
        let refusal = try #require(await #expect(throws: Refusal.self) { _ = try await promote() })
        #expect(refusal.description == "The deliveries are not yet approved in sandbox; nothing was sent.")
        #expect(office.service(.production).uploads.isEmpty)
        return refusal.differences
    }

    @Test("A text that was never uploaded to the sandbox is not promoted")
    func neverUploaded() async throws {
        #expect(
            try await differences() == ["keep de-DE: not listed in sandbox", "keep fr-FR: not listed in sandbox"]
        )
    }

    @Test("A text not approved in the sandbox is not promoted")
    func pending() async throws {
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        #expect(try await differences() == ["keep de-DE: pending in sandbox", "keep fr-FR: pending in sandbox"])
    }

    @Test("A text that vanished from the sandbox is not promoted, although it was approved")
    func vanished() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let sandbox = office.service(.sandbox)
        for id in sandbox.held.keys { _ = await sandbox.delete(.message, id) }
        #expect(try await differences().first == "keep de-DE: not listed in sandbox")
    }

    @Test("A review recorded only in the journal promotes nothing")
    func forgedReview() async throws {
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")))
        let ids = Array(office.service(.sandbox).held.keys)
        try await office.journal.recordRun(JournalSamples.run(), by: office.time) { run in
            let approved = Dictionary(uniqueKeysWithValues: ids.map { ($0, ReviewState.approved) })
            try await office.journal.recordReviews(approved, at: office.time.now, in: run)
            return ((), .done)
        }
        #expect(try await differences() == ["keep de-DE: pending in sandbox", "keep fr-FR: pending in sandbox"])
    }

    @Test("An approval is for one environment, and a promotion needs production's")
    func approvals() async throws {
        try await office.publish(office.deliveries("Bleib"))
        var strict = office
        strict.project.requiresApproval = true
        let deliveries = strict.deliveries("Bleib")
        try await strict.approve(deliveries)
        var work = ImportMessages(deliveries)
        work.source = try await strict.perform(FetchReviews(deliveries))
        let person = Person(agrees: true)
        await #expect(throws: Refusal.self) {
            _ = try await office.perform(work, in: .production, asking: person)
        }
        try await office.approve(deliveries, in: .production)
        #expect(try await office.perform(work, in: .production, asking: person).uploaded == 2)
    }

    @Test("Approved texts are promoted under the same IDs")
    func passed() async throws {
        try await office.publish(office.deliveries("Bleib"))
        #expect(try await promote().uploaded == 2)
        #expect(office.service(.production).held.keys == office.service(.sandbox).held.keys)
    }
}
