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
        return planner.plan(items, incomplete: 0, budget: budget, at: Samples.start)
    }

    private func record(_ state: ItemState, _ history: AttemptHistory = AttemptHistory()) -> ItemRecord {
        ItemRecord(item: item, state: state, reason: state == .refused ? "Too long" : nil, history: history)
    }

    @Test("What nobody knows is uploaded")
    func new() {
        let (plan, evidence) = plan([item])
        #expect(plan.items.map(\.action) == [.upload])
        #expect(plan.items[0].reason == nil)
        #expect(evidence == [])
    }

    @Test(
        "What the journal holds decides without a list",
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
        // Items that may have been uploaded already differ from new ones.
        #expect((plan.items[0].reason != nil) == [.sending, .unknown, .refused, .conflict].contains(state))
    }

    @Test("An id in the list is evidence: our doubtful attempt landed, or the same content is there already")
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

    @Test("An id of the team's in the list is a conflict, unless the user says skip")
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

    @Test("An item in conflict stays so when the list does not show it, until the user says skip")
    func conflict() {
        var fixed = record(.conflict)
        fixed.item.origin = .fixed
        #expect(plan([fixed.item], [fixed]).plan.items.map(\.action) == [.conflict])
        let lenient = plan([fixed.item], [fixed], adopts: true)
        #expect(lenient.plan.items.map(\.action) == [.present])
        #expect(lenient.evidence.map(\.state) == [.uploaded])
    }

    @Test("What was refused and is in the list now is adopted: a derived id proves the content")
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

    @Test("A refusal of an older journal stands if it speaks of the content, and is tried again if it does not")
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

    @Test("What was uploaded and is not in the list is left alone, and said: an absent id proves nothing")
    func vanished() {
        let (plan, evidence) = plan([item], [record(.uploaded)], listed: [])
        #expect(plan.items.map(\.action) == [.present])
        #expect(plan.items[0].reason?.description.contains("list") == true)
        #expect(evidence == [])
    }

    @Test("An id that stands for another text in the journal is a conflict, and is not queued")
    func otherText() {
        for state in [ItemState.planned, .unknown, .uploaded] {
            var other = record(state)
            other.item.digest = [1, 2, 3]
            let (plan, evidence) = plan([item], [other])
            #expect(plan.items.map(\.action) == [.conflict])
            #expect(plan.queue(with: evidence) == [])
        }
    }

    @Test("What has no room is not uploaded, first come first served")
    func capacity() {
        let items = Samples.items(5)
        let others = (100..<108).map { JournalSamples.item($0).id }
        let (plan, evidence) = plan(items, listed: others + [items[1].id], capacity: 11)
        #expect(plan.held == 9)
        #expect(plan.items.map(\.action) == [.upload, .present, .upload, .overCapacity, .overCapacity])
        #expect(plan.items[3].reason == "The app holds 9 of 11 messages.")
        #expect(plan.queue(with: evidence).map(\.id) == items.prefix(3).map(\.id))
    }

    @Test("Without a list the journal says how much room there is")
    func capacityByJournal() {
        let items = Samples.items(3)
        let records = [ItemRecord(item: items[0], state: .uploaded)]
        let (plan, _) = plan(items, records, listed: nil, capacity: 2)
        #expect(plan.held == 1)
        #expect(plan.items.map(\.action) == [.present, .upload, .overCapacity])
    }

    @Test("An app that holds more than it may has no room, not less than none")
    func overfull() {
        let (plan, _) = plan([item], listed: (0..<3).map { JournalSamples.item($0).id }, capacity: 2)
        #expect(plan.items.map(\.action) == [.overCapacity])
    }

    @Test("The forecast counts only what will be sent")
    func forecast() {
        let items = Samples.items(500)
        #expect(plan(items).plan.forecast == .seconds(3_600))
        #expect(plan(items, listed: items.map(\.id)).plan.forecast == .zero)
    }

    @Test("The counts of all actions make the whole plan")
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
