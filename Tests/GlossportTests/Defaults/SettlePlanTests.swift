import GlossportProject
import GlossportTesting
import Testing

@testable import Glossport

@Suite("Plan for setting defaults")
struct SettlePlanTests {
    private static func item(_ number: Int, _ message: String, _ locale: String) -> Item {
        JournalSamples.item(number, message: message, locale: locale)
    }

    private static let german = item(1, "keep", "de-DE")
    private static let french = item(2, "keep", "fr-FR")
    private static let offer = item(3, "offer", "de-DE")

    private static func record(_ item: Item, _ state: ItemState = .uploaded) -> ItemRecord {
        ItemRecord(item: item, state: state, proof: state == .uploaded ? .response : nil)
    }

    private static func wanted(_ item: Item, lastSet: ServiceID? = nil, product: String = "annual") -> DefaultRecord {
        DefaultRecord(
            slot: DefaultSlot(product: product, locale: item.locale),
            message: item.message,
            desired: item.id,
            lastSet: lastSet
        )
    }

    private static func plan(
        _ defaults: [DefaultRecord],
        _ reviews: [ServiceID: ReviewState],
        _ flip: Flip = .allOrNothing,
        records: [ItemRecord] = [record(german), record(french), record(offer)]
    ) -> SettlePlan {
        SettlePlan(defaults: defaults, records: records, reviews: reviews, flip: flip)
    }

    @Test("If all locales are approved, every default is set, in order of product and locale")
    func allApproved() {
        let plan = Self.plan(
            [Self.wanted(Self.french), Self.wanted(Self.german)],
            [Self.german.id: .approved, Self.french.id: .approved]
        )
        #expect(plan.changes.map(\.item) == [Self.german.id, Self.french.id])
        #expect(plan.waiting.isEmpty)
    }

    @Test("While one locale is in review, all locales of the message keep their old text")
    func onePending() {
        let plan = Self.plan(
            [Self.wanted(Self.german), Self.wanted(Self.french)],
            [Self.german.id: .approved, Self.french.id: .pending]
        )
        #expect(plan.changes.isEmpty)
        #expect(plan.waiting.map(\.reason) == ["it waits for 1 other locale of the message", "Apple reviews it"])
    }

    @Test("If Apple rejected one locale, the others wait for its new text instead of a review")
    func oneRejected() {
        let plan = Self.plan(
            [Self.wanted(Self.german), Self.wanted(Self.french)],
            [Self.german.id: .approved, Self.french.id: .rejected]
        )
        #expect(
            plan.waiting.map(\.reason) == [
                "it waits for a new text in fr-FR, because Apple rejected the current one", "Apple rejected it",
            ]
        )
    }

    @Test("A rolled-back default stays, and is reported if another text is delivered for it")
    func rolledBack() {
        var german = Self.wanted(Self.german, lastSet: Self.german.id)
        german.isByHand = true
        let french = Self.wanted(Self.french, lastSet: Self.french.id)
        let name = MessageName(message: "keep", locale: "de-DE")
        let newer = Self.item(9, "keep", "de-DE")
        func plan(_ delivered: ServiceID) -> SettlePlan {
            SettlePlan(
                defaults: [german, french],
                records: [Self.record(Self.german), Self.record(newer), Self.record(Self.french)],
                delivered: [name: DeliveredText(delivered)],
                reviews: [:],
                flip: .allOrNothing
            )
        }
        #expect(plan(newer.id).settled.count == 2 && plan(newer.id).changes.isEmpty)
        #expect(plan(newer.id).rolledBack.map(\.delivered) == [newer.id])
        #expect(plan(Self.german.id).rolledBack.isEmpty)
    }

    @Test("A held default is not set, and other locales do not wait for it")
    func held() {
        var german = Self.wanted(Self.german, lastSet: Self.offer.id)
        german.isHeld = true
        let approved: [ServiceID: ReviewState] = [Self.german.id: .approved, Self.french.id: .approved]
        let plan = Self.plan([german, Self.wanted(Self.french)], approved)
        #expect(plan.changes.map(\.item) == [Self.french.id] && plan.waiting.isEmpty)
        #expect(plan.held.map(\.present) == [Self.offer.id] && plan.held.map(\.differs) == [true])
        let pending = Self.plan([german, Self.wanted(Self.french)], [Self.french.id: .approved])
        #expect(pending.changes.map(\.item) == [Self.french.id])
    }

    @Test(
        "A default that waits states its need: review, list entry or import",
        arguments: [
            (ReviewState?.some(.pending), ItemState.uploaded, SettleSummary.Need.review), (nil, .uploaded, .listing),
            (nil, .refused, .importing), (nil, .planned, .importing),
        ]
    )
    func needs(review: ReviewState?, state: ItemState, need: SettleSummary.Need) {
        let reviews = review.map { [Self.german.id: $0] } ?? [:]
        let plan = Self.plan([Self.wanted(Self.german)], reviews, records: [Self.record(Self.german, state)])
        #expect(plan.waiting.map(\.need) == [need])
        #expect(plan.pending.isEmpty == (need != .review) && plan.missing.isEmpty == (need != .listing))
    }

    @Test("A delivered text without an upload is reported; a refused or unknown one needs a person")
    func unsent() {
        let names = ["de-DE", "fr-FR", "ja"].map { MessageName(message: "keep", locale: $0) }
        let plan = SettlePlan(
            defaults: [],
            records: [Self.record(Self.german, .refused), Self.record(Self.french, .planned)],
            delivered: [
                names[0]: DeliveredText(Self.german.id), names[1]: DeliveredText(Self.french.id),
                names[2]: DeliveredText(nil),
            ],
            reviews: [:],
            flip: .allOrNothing
        )
        #expect(plan.unsent.map(\.name) == names && plan.unsent.map(\.needsPerson) == [true, false, true])
    }

    @Test("With flip `each`, an approved locale does not wait for the other locales")
    func each() {
        let plan = Self.plan(
            [Self.wanted(Self.german), Self.wanted(Self.french)],
            [Self.german.id: .approved, Self.french.id: .pending],
            .each
        )
        #expect(plan.changes.map(\.item) == [Self.german.id])
        #expect(plan.waiting.map(\.desired.item) == [Self.french.id])
    }

    @Test("A message does not wait for the review of another message")
    func otherMessage() {
        let plan = Self.plan(
            [Self.wanted(Self.german), Self.wanted(Self.offer, product: "monthly")],
            [Self.german.id: .approved, Self.offer.id: .pending]
        )
        #expect(plan.changes.map(\.item) == [Self.german.id])
    }

    @Test("A default that is already set is not set again and does not delay the others")
    func alreadySet() {
        let plan = Self.plan(
            [Self.wanted(Self.german, lastSet: Self.german.id), Self.wanted(Self.french, lastSet: Self.offer.id)],
            [Self.german.id: .approved, Self.french.id: .approved]
        )
        #expect(plan.changes.map(\.item) == [Self.french.id])
        #expect(plan.settled.count == 1)
    }

    @Test(
        "The reason why a default waits depends on the review and upload states",
        arguments: [
            (ReviewState?.none, ItemState.uploaded, "Apple's list does not contain it yet"),
            (.rejected, .uploaded, "Apple rejected it"), (.approved, .unknown, "it is not uploaded yet"),
            (.unrecognized, .uploaded, "Apple's list contains a state of it that this version does not support"),
        ]
    )
    func obstacles(review: ReviewState?, state: ItemState, reason: String) {
        let reviews = review.map { [Self.german.id: $0] } ?? [:]
        let plan = Self.plan([Self.wanted(Self.german)], reviews, records: [Self.record(Self.german, state)])
        #expect(plan.changes.isEmpty)
        #expect(plan.waiting.map(\.reason) == [reason])
    }

    @Test("Only the newest text of a message and locale counts as pending or rejected")
    func newest() {
        let old = Self.item(7, "keep", "de-DE")
        let plan = Self.plan(
            [],
            [old.id: .rejected, Self.german.id: .pending, Self.french.id: .rejected],
            records: [Self.record(old), Self.record(Self.german), Self.record(Self.french)]
        )
        #expect(plan.pending.map(\.item.id) == [Self.german.id])
        #expect(plan.rejected.map(\.item.id) == [Self.french.id])
    }
}
