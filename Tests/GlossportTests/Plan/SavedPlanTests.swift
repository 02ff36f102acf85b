import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Saved plans")
struct SavedPlanTests {
    private func plan(_ items: [Item], _ action: Plan.Action = .upload, defaults: [DesiredDefault] = []) -> SavedPlan {
        let planner = Planner(destination: Samples.destination, records: [:], listed: [:])
        let budget = RequestBudget(allowance: 3_600, pace: .hourly)
        var plan = planner.plan(items, incomplete: 0, budget: budget, at: Samples.start)
        for index in plan.items.indices { plan.items[index].action = action }
        return SavedPlan(DeliveryPlan(messages: plan), defaults: defaults, created: "now")
    }

    @Test("A saved plan is read back unchanged and shows no drift from itself")
    func roundTrip() throws {
        let saved = plan(Samples.items(3))
        #expect(SavedPlan.hasWritten(Array(try saved.json.prefix(4_096))))
        #expect(!SavedPlan.hasWritten(Array("{ \"sourceLanguage\": \"en\" }".utf8)))
        let read = try SavedPlan(json: saved.json, path: "plan.json")
        #expect(read == saved)
        #expect(read.drift(to: saved) == [])
    }

    @Test("Uploads made after saving are not drift, but items that must be uploaded again are")
    func progress() {
        let (before, after) = (plan(Samples.items(2)), plan(Samples.items(2), .present))
        #expect(before.drift(to: after) == [])
        #expect(after.drift(to: before).count == 2)
    }

    @Test("Changed, added and removed texts are reported by name")
    func items() {
        let saved = plan(Samples.items(2))
        let changed = plan([Samples.items(1)[0], Samples.items(2, text: "Anders")[1]])
        let drift = saved.drift(to: changed)
        #expect(drift.count == 2)
        #expect(drift[0].hasPrefix("keep-1 de-DE (") && drift[0].hasSuffix(") is not in it."))
        #expect(drift[1].hasPrefix("keep-1 de-DE (") && drift[1].hasSuffix(") is no longer planned."))
    }

    @Test("A changed default is drift")
    func defaults() throws {
        let items = Samples.items(1)
        let wanted = DesiredDefault(DefaultSlot(product: "annual", locale: "de-DE"), message: "keep", item: items[0].id)
        let drift = plan(items).drift(to: plan(items, defaults: [wanted]))
        #expect(drift == ["\(items[0].id) is planned now as the default of annual in de-DE."])
    }

    @Test("A file that was changed after saving is refused")
    func tampered() throws {
        let json = String(decoding: try plan(Samples.items(2)).json, as: UTF8.self)
        let changed = json.replacing("sandbox", with: "production")
        let error = #expect(throws: GlossportError.self) { try SavedPlan(json: Array(changed.utf8), path: "plan.json") }
        #expect(error?.message.hasPrefix("plan.json was changed") == true)
        #expect(throws: GlossportError.self) { try SavedPlan(json: Array("{}".utf8), path: "plan.json") }
    }
}
