import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport

@Suite("Changes of texts and images")
struct ContentChangesTests {
    private let first = ServiceID(high: 1, low: 1)
    private let second = ServiceID(high: 1, low: 2)

    private func content(_ body: String = "Bleib", image: ServiceID? = nil) -> MessageContent {
        MessageContent(header: "Hallo", body: body, image: image.map { .init(id: $0, altText: "A") })
    }

    private func item(_ content: MessageContent, _ message: String = "keep", _ locale: String = "de-DE") -> Item {
        JournalSamples.item(content, message, locale)
    }

    /// Compares the planned uploads with earlier ones.
    private func changes(
        from before: [Item],
        to items: [Item],
        source: String? = nil
    ) async throws -> ContentChanges {
        let known = Set(before.map(\.id))
        let plan = Plan(
            destination: Samples.destination,
            kind: .message,
            items: items.map { Plan.PlannedItem(item: $0, action: known.contains($0.id) ? .present : .upload) },
            incomplete: 0,
            held: 0,
            capacity: Plan.standardCapacity,
            asksService: true,
            forecast: .zero
        )
        let nothing = try await JournalContents(Journal(MemoryLog()), at: Samples.destination, vanishedAfter: .zero)
        let defaults = try await DefaultChanges([], of: [], after: nothing)
        let former = FormerMessages(before.map { ItemRecord(item: $0, state: .uploaded) })
        return ContentChanges(plan, defaults, after: former, source: source.flatMap { StoreLocale($0) })
    }

    @Test("A new image in many locales is one change, separate from changed texts")
    func equalPictures() async throws {
        let locales = ["ar-SA", "de-DE", "fr-FR"]
        let before = locales.map { item(content("\($0)", image: first), "stay", $0) }
        let after = locales.map { item(content($0 == "fr-FR" ? "Reste" : $0, image: second), "stay", $0) }
        let changes = try await changes(from: before, to: after)
        #expect(changes.pictures.map(\.locales) == [locales])
        #expect(changes.texts.map(\.locales) == [["fr-FR"]])
        #expect(changes.texts.first?.fields.map(\.field) == ["body"])
        #expect(changes.changedPictures == 3 && changes.changedTexts == 1)
    }

    @Test("A new text shared by locales is one change only if their old texts were equal, too")
    func equalTexts() async throws {
        let before = [item(content("A"), "keep", "en-AU"), item(content("A"), "keep", "en-GB"), item(content("B"))]
        let after = before.map { item(content("C"), "keep", $0.locale) }
        #expect(try await changes(from: before, to: after).texts.map(\.locales) == [["en-AU", "en-GB"], ["de-DE"]])
    }

    @Test("A new message, a new locale and a new translation are listed separately")
    func new() async throws {
        let before = [item(content()), item(content(), "stay"), item(content(), "keep", "fr-FR")]
        let after = [
            item(content(), "pause"), item(content(), "keep", "sk"), item(content(), "stay", "sk"),
            item(content(), "stay", "fr-FR"),
        ]
        let changes = try await changes(from: before, to: after)
        #expect(changes.newMessages.map(\.message) == ["pause"])
        #expect(changes.newLocales.map(\.locale) == ["sk"])
        #expect(changes.newLocales.first?.entries.map(\.item.message) == ["keep", "stay"])
        #expect(changes.newTranslations.map(\.locales) == [["fr-FR"]])
        #expect(changes.texts.isEmpty)
    }

    @Test("A changed source text lists the locales whose translations did not change")
    func unfollowed() async throws {
        let before = ["de-DE", "en-US", "fr-FR", "it"].map { item(content("A \($0)"), "keep", $0) }
        let after = before.map { item(content($0.locale == "it" ? "B it" : "A \($0.locale)"), "keep", $0.locale) }
        let source = item(content("B"), "keep", "en-US")
        let all = after.filter { $0.locale != "en-US" } + [source]
        let found = try await changes(from: before, to: all, source: "en-US").unfollowed
        #expect(found.map(\.field) == ["body"])
        #expect(found.first?.locales == ["de-DE", "fr-FR"], "the Italian follows")
        #expect(try await changes(from: before, to: all, source: "it").unfollowed.first?.locales == ["de-DE", "fr-FR"])
        #expect(try await changes(from: before, to: all).unfollowed == [], "no source is known")
        let followed = before.map { item(content("C \($0.locale)"), "keep", $0.locale) }
        #expect(try await changes(from: before, to: followed, source: "en-US").unfollowed == [])
    }

    @Test("A copy of the source and a new locale do not count as outdated")
    func copies() async throws {
        let before = [item(content("A"), "keep", "en-US"), item(content("A"), "keep", "en-GB")]
        var copy = before[1]
        copy.copiedFrom = "en-US"
        let after = [item(content("B"), "keep", "en-US"), copy, item(content("Neu"), "keep", "de-DE")]
        #expect(try await changes(from: before, to: after, source: "en-US").unfollowed == [])
    }

    @Test("An uploaded message that changes no default is not a change")
    func present() async throws {
        let changes = try await changes(from: [item(content("A"))], to: [item(content("A"))])
        #expect(changes.texts.isEmpty && changes.newMessages.isEmpty)
    }

    @Test("For two products with different old texts, a new text is two changes but counted once")
    func products() async throws {
        var office = Office()
        let (one, other) = (Office.product, "com.example.northlight.monthly")
        office.project.messages["keep"]?.defaultFor = [one, other]
        try await office.publish(office.deliveries("A"), to: .sandbox)
        try await office.publish(office.deliveries("B"), to: .sandbox)
        let rollback = ChangeDefaults.Goal.rollback(
            emptiesSlots: false,
            isMeant: { $0.slot.product == one && $0.slot.locale == "de-DE" }
        )
        _ = try await office.perform(ChangeDefaults(rollback, takesOver: false))
        let plan = try await office.perform(PlanImport(office.deliveries("C", locales: ["de-DE"])))
        #expect(Set(plan.contents.texts.map(\.products)) == [[one], [other]])
        #expect(Set(plan.contents.texts.flatMap(\.fields).compactMap { $0.old?.code }) == ["A de-DE", "B de-DE"])
        #expect(plan.contents.changedTexts == 2, "header and body")
    }

    @Test("Texts under a new message name are compared with those the product's customers see")
    func renamed() async throws {
        var office = Office()
        try await office.publish(office.deliveries("A"))
        office.project.messages["renew"] = office.project.messages.removeValue(forKey: "keep")
        let same = try await office.perform(PlanImport(office.deliveries("A", messages: ["renew"])))
        #expect(same.contents.texts.isEmpty && same.contents.newMessages.isEmpty && same.changes.rows.count == 2)
        let contents = try await office.perform(PlanImport(office.deliveries("B", messages: ["renew"]))).contents
        #expect(contents.texts.map(\.locales) == [["de-DE"], ["fr-FR"]] && contents.newMessages.isEmpty)
        #expect(contents.texts.first?.fields.map { $0.old?.code } == ["A de-DE", "A de-DE"])
        #expect(contents.texts.first?.fields.map { $0.new?.code } == ["B de-DE", "B de-DE"])
        #expect(contents.texts.first?.replaced == ["keep"])
    }

    @Test("After two messages swap products, a message is compared with its new product's old text")
    func swapped() async throws {
        var office = Office()
        let other = "com.example.northlight.monthly"
        office.project.messages["stay", default: Project.Message()].defaultFor = [other]
        for (message, text) in [("keep", "A"), ("stay", "B")] {
            try await office.publish(office.deliveries(text, messages: [message], locales: ["de-DE"]))
        }
        office.project.messages["keep"]?.defaultFor = [other]
        office.project.messages["stay"]?.defaultFor = [Office.product]
        let plan = try await office.perform(PlanImport(office.deliveries("A", locales: ["de-DE"])))
        #expect(plan.contents.texts.map(\.message) == ["keep"])
        #expect(plan.contents.texts.first?.fields.first?.old == .text("B de-DE"))
        #expect(plan.contents.texts.first?.fields.first?.new == .text("A de-DE"))
    }

    @Test("A held default is compared with the text that customers see, not with the newest upload")
    func held() async throws {
        let office = Office()
        for text in ["A", "B"] { try await office.publish(office.deliveries(text), to: .sandbox) }
        let rollback = ChangeDefaults.Goal.rollback(emptiesSlots: false, isMeant: { $0.slot.locale == "de-DE" })
        _ = try await office.perform(ChangeDefaults(rollback, takesOver: false))
        _ = try await HoldDefaults(true, where: { $0.slot.locale == "de-DE" }).perform(with: office.access())
        let plan = try await office.perform(PlanImport(office.deliveries("C")))
        let german = plan.contents.texts.first { $0.locales == ["de-DE"] }
        #expect(german?.heldProducts == [Office.product] && german?.products == [])
        #expect(german?.fields.first?.old == .text("A de-DE"))
    }
}
