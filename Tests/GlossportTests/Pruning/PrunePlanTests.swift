import GlossportProject
import GlossportTesting
import Testing

@testable import Glossport

@Suite("Items that can be deleted")
struct PrunePlanTests {
    private func message(_ number: Int, image: Item? = nil) -> ItemRecord {
        var item = JournalSamples.item(number)
        var content = MessageContent(header: "\(number)", body: "b")
        content.image = image.map { .init(id: $0.id, altText: "a") }
        item.content = .message(content)
        return ItemRecord(item: item, state: .uploaded, proof: .response)
    }

    private func image(_ number: Int) -> ItemRecord {
        ItemRecord(item: JournalSamples.image(number), state: .uploaded, proof: .response)
    }

    private func plan(
        _ records: [ItemRecord],
        wanted: [ItemRecord] = [],
        defaults: [DefaultRecord] = [],
        listed: Set<ServiceID>? = nil
    ) -> PrunePlan {
        PrunePlan(records: records, defaults: defaults, wanted: Set(wanted.map(\.item.id)), listed: listed)
    }

    @Test("A superseded message is deleted with the image that only it used")
    func superseded() {
        let (old, new) = (message(1, image: image(1).item), message(2, image: image(2).item))
        let plan = plan([image(1), image(2), old, new], wanted: [new, image(2)])
        #expect(plan.candidates.map(\.item.id) == [old.item.id, image(1).item.id])
        #expect(plan.candidates.map(\.reason) == ["superseded by a newer text", "no message uses it"])
    }

    @Test("A message that is no longer delivered is named, because all of it would be deleted")
    func whole() {
        let records = [message(1), message(2)]
        let plan = PrunePlan(records: records, defaults: [], wanted: [], listed: nil, names: ["other"])
        #expect(plan.wholeMessages == ["keep-annual"])
        let changed = PrunePlan(records: records, defaults: [], wanted: [], listed: nil, names: ["keep-annual"])
        #expect(changed.wholeMessages == [] && changed.candidates.count == 2)
    }

    @Test("A current or desired default stays with its image")
    func defaults() {
        let (current, desired) = (message(1, image: image(1).item), message(2, image: image(2).item))
        let slot = DefaultSlot(product: "p", locale: "de-DE")
        let record = DefaultRecord(slot: slot, desired: desired.item.id, lastSet: current.item.id)
        #expect(plan([image(1), image(2), current, desired], defaults: [record]).candidates == [])
    }

    @Test("Items in the current catalog stay, and so does an image whose message is not uploaded yet")
    func wanted() {
        #expect(plan([message(1), image(1)], wanted: [message(1), image(1)]).candidates == [])
        var planned = message(2, image: image(2).item)
        planned.state = .planned
        #expect(plan([image(2), planned]).candidates == [])
    }

    @Test("Items that are not uploaded are ignored")
    func notThere() {
        for state in ItemState.allCases where state != .uploaded {
            var record = message(1)
            record.state = state
            #expect(plan([record], listed: []).candidates == [], "\(state)")
        }
    }

    @Test("A deletion that failed is proposed again")
    func again() {
        var record = message(1)
        record.state = .deleted
        let again = plan([record], listed: [record.item.id])
        #expect(again.candidates.map(\.reason) == ["an earlier deletion did not succeed"])
        #expect(plan([record], listed: nil).candidates == [])
    }

    @Test("A default unknown to the journal stays with its image")
    func unknownDefault() {
        let (first, second) = (message(1, image: image(1).item), message(2, image: image(2).item))
        var plan = plan([image(1), image(2), first, second])
        plan.keep([first.item.id])
        #expect(plan.candidates.map(\.item.id) == [second.item.id, image(2).item.id])
        #expect(plan.inUse[first.item.id] == first.item)
    }
}
