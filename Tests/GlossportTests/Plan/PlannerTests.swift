import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Planner")
struct PlannerTests {
    private let item = Samples.items(1)[0]

    private func plan(
        _ items: [Item],
        _ records: [ItemRecord] = [],
        listed: [ServiceID]? = [],
        adopts: Bool = false,
        capacity: Int = 2_000
    ) -> (plan: Plan, evidence: [ItemChange]) {
        let planner = Planner(
            destination: Samples.destination,
            records: Dictionary(uniqueKeysWithValues: records.map { ($0.item.id, $0) }),
            listed: listed.map { Dictionary(uniqueKeysWithValues: $0.map { ($0, .pending) }) },
            journalHeld: records.count { $0.state == .uploaded },
            adoptsFixedIDs: adopts,
            capacity: capacity
        )
        let budget = RequestBudget(allowance: 360, pace: .hourly)
        let plan = planner.plan(items, incomplete: 0, budget: budget, at: Samples.start)
        return (plan, plan.items.compactMap(\.evidence))
    }

    private func record(_ state: ItemState, _ history: AttemptHistory = AttemptHistory()) -> ItemRecord {
        ItemRecord(item: item, state: state, reason: state == .refused ? "Too long" : nil, history: history)
    }

    @Test("An item that is neither in the journal nor in the list is uploaded")
    func new() {
        let (plan, evidence) = plan([item])
        #expect(plan.items.map(\.action) == [.upload])
        #expect(plan.items[0].reason == nil)
        #expect(evidence == [])
    }

    @Test(
        "Without a list, the journal's state determines each item's action",
        arguments: [
            (.planned, .upload), (.sending, .upload), (.unknown, .upload), (.uploaded, .present), (.refused, .refused),
            (.conflict, .conflict),
        ] as [(ItemState, Plan.Action)]
    )
    func journal(state: ItemState, action: Plan.Action) {
        var record = record(state)
        if state == .conflict {
            record.item.origin = .fixed
        }
        let (plan, _) = plan([record.item], [record], listed: nil)
        #expect(plan.items.map(\.action) == [action])
        #expect(!plan.asksService)
        // Only items that are in doubt, refused or in conflict have a reason.
        #expect((plan.items[0].reason != nil) == [.sending, .unknown, .refused, .conflict].contains(state))
    }

    @Test("A listed ID proves a doubtful attempt, or an upload of the same text from elsewhere")
    func listed() {
        let doubtful = AttemptHistory(attempts: 1, ambiguous: 1)
        for state in [ItemState.sending, .unknown] {
            let (plan, evidence) = plan([item], [record(state, doubtful)], listed: [item.id])
            #expect(plan.items.map(\.action) == [.present])
            #expect(evidence == [ItemChange(item.id, to: .uploaded, proof: .listed)])
        }
        let (plan, evidence) = plan([item], listed: [item.id])
        #expect(plan.items.map(\.action) == [.present])
        #expect(evidence == [ItemChange(item.id, to: .uploaded, proof: .adopted)])
    }

    @Test("A listed fixed ID is a conflict, unless the user adopts it")
    func listedFixed() {
        var fixed = item
        fixed.origin = .fixed
        let strict = plan([fixed], listed: [fixed.id])
        #expect(strict.plan.items.map(\.action) == [.conflict])
        #expect(strict.evidence.map(\.state) == [.conflict])
        let lenient = plan([fixed], listed: [fixed.id], adopts: true)
        #expect(lenient.plan.items.map(\.action) == [.present])
        #expect(lenient.evidence.map(\.proof) == [.adopted])
    }

    @Test("An item in conflict remains in conflict without a list entry, unless the user adopts it")
    func conflict() {
        var fixed = record(.conflict)
        fixed.item.origin = .fixed
        #expect(plan([fixed.item], [fixed]).plan.items.map(\.action) == [.conflict])
        let lenient = plan([fixed.item], [fixed], adopts: true)
        #expect(lenient.plan.items.map(\.action) == [.present])
        #expect(lenient.evidence.map(\.state) == [.uploaded])
    }

    @Test("A refused item that is now listed is adopted, because its ID is derived from its content")
    func refusedButListed() {
        let (plan, evidence) = plan(
            [item],
            [record(.refused, AttemptHistory(attempts: 1, refused: 1))],
            listed: [item.id]
        )
        #expect(plan.items.map(\.action) == [.present])
        #expect(evidence.map(\.state) == [.uploaded])
        #expect(evidence.map(\.proof) == [.adopted])
    }

    @Test("An item with an old refusal is uploaded again unless its content was refused")
    func olderRefusals() {
        for (code, action) in [(4_000_162, Plan.Action.refused), (4_040_014, .upload), (4_000_000, .upload)] {
            var old = record(.refused, AttemptHistory(attempts: 1, refused: 1))
            old.refusalCode = code
            let (plan, evidence) = plan([item], [old], listed: [])
            #expect(plan.items.map(\.action) == [action], "\(code)")
            #expect(evidence.map(\.state) == (action == .upload ? [.planned] : []))
        }
        var doubtful = record(.refused, AttemptHistory(attempts: 2, ambiguous: 1, refused: 1))
        doubtful.refusalCode = 4_040_014
        #expect(plan([item], [doubtful], listed: []).evidence.map(\.state) == [.unknown])
    }

    @Test("An uploaded item that is not listed is not uploaded again, but reported")
    func vanished() {
        let (plan, evidence) = plan([item], [record(.uploaded)], listed: [])
        #expect(plan.items.map(\.action) == [.present])
        #expect(plan.items[0].reason?.description.contains("list") == true)
        #expect(evidence == [])
    }

    @Test("An ID that has a different text in the journal is a conflict and is not uploaded")
    func otherText() {
        for state in [ItemState.planned, .unknown, .uploaded] {
            var other = record(state)
            other.item.digest = [1, 2, 3]
            let (plan, _) = plan([item], [other])
            #expect(plan.items.map(\.action) == [.conflict])
            #expect(plan.queue.isEmpty)
        }
    }

    @Test("Items beyond the app's capacity are not uploaded, and earlier items take precedence")
    func capacity() {
        let items = Samples.items(5)
        let others = (100..<108).map { JournalSamples.item($0).id }
        let (plan, _) = plan(items, listed: others + [items[1].id], capacity: 11)
        #expect(plan.held == 9)
        #expect(plan.items.map(\.action) == [.upload, .present, .upload, .overCapacity, .overCapacity])
        #expect(plan.items[3].reason == "The app holds 9 of 11 messages.")
        #expect(plan.queue.map(\.item.id) == items.prefix(3).map(\.id))
    }

    @Test("Without a list, the journal determines the remaining capacity")
    func capacityByJournal() {
        let items = Samples.items(3)
        let records = [ItemRecord(item: items[0], state: .uploaded)]
        let (plan, _) = plan(items, records, listed: nil, capacity: 2)
        #expect(plan.held == 1)
        #expect(plan.items.map(\.action) == [.present, .upload, .overCapacity])
    }

    @Test("An app with more messages than its capacity accepts no upload")
    func overfull() {
        let (plan, _) = plan([item], listed: (0..<3).map { JournalSamples.item($0).id }, capacity: 2)
        #expect(plan.items.map(\.action) == [.overCapacity])
    }

    @Test("The forecast counts only items that will be sent")
    func forecast() {
        let items = Samples.items(500)
        #expect(plan(items).plan.forecast == .seconds(3_600))
        #expect(plan(items, listed: items.map(\.id)).plan.forecast == .zero)
    }

    @Test("The counts of all actions add up to the whole plan")
    func counts() {
        let items = Samples.items(9)
        let records = [
            ItemRecord(item: items[0], state: .uploaded), ItemRecord(item: items[1], state: .refused),
            ItemRecord(item: items[2], state: .unknown),
        ]
        let (plan, _) = plan(items, records, listed: [items[0].id, items[3].id], capacity: 5)
        #expect(Plan.Action.allCases.map { plan.count($0) }.reduce(0, +) == items.count)
    }
}
