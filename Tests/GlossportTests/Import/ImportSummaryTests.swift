import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Run summary")
struct ImportSummaryTests {
    private func plan(_ actions: [Plan.Action], incomplete: Int = 0) -> Plan {
        let planner = Planner(destination: Samples.destination, records: [:], listed: [:])
        let budget = RequestBudget(allowance: 3_600, pace: .hourly)
        let items = Samples.items(actions.count)
        var plan = planner.plan(items, incomplete: incomplete, budget: budget, at: Samples.start)
        for (index, action) in actions.enumerated() { plan.items[index].action = action }
        return plan
    }

    /// The tally of an upload that receives these answers.
    private func tally(
        _ answers: [Answer],
        items: Int? = nil,
        limits: RunLimits = RunLimits()
    ) -> UploadTally {
        var driver = MachineDriver(items: Samples.items(items ?? answers.count), limits: limits)
        driver.script = answers
        driver.answersAfterScript = nil
        driver.run()
        return driver.machine.tally
    }

    @Test("The numbers of done, present, failed, unknown and remaining items add up to the planned items")
    func addsUp() {
        let answers: [Answer] = [.accepted, .present, .refused, .lost, .noConnection, .full]
        var random = SeededRandom(seed: 13)
        for _ in 0..<200 {
            let mixture = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                answers.randomElement(using: &random) ?? .accepted
            }
            var actions = mixture.map { _ in Plan.Action.upload }
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                actions.append(Plan.Action.allCases.filter { $0 != .upload }.randomElement(using: &random) ?? .present)
            }
            let limits = RunLimits(tries: 1)
            let summary = ImportSummary(plan: plan(actions), tally: tally(mixture, limits: limits))
            let sum = summary.done + summary.alreadyThere + summary.failed + summary.unknown + summary.notYet
            #expect(summary.planned == sum)
            #expect(summary.notYet >= 0)
            #expect(summary.planned == actions.count)
        }
    }

    @Test("A run with nothing to send is done")
    func nothing() {
        let summary = ImportSummary(plan: plan([.present, .present]), tally: UploadTally(total: 0))
        #expect(summary.outcome == .done)
        #expect(summary.alreadyThere == 2)
    }

    @Test("An item found by a 409 counts as already there, or as done if it was ours")
    func present() {
        let adopted = ImportSummary(plan: plan([.upload]), tally: tally([.present]))
        #expect(adopted.alreadyThere == 1)
        #expect(adopted.outcome == .done)
        let confirmed = ImportSummary(plan: plan([.upload]), tally: tally([.lost, .present], items: 1))
        #expect(confirmed.done == 1)
        #expect(confirmed.outcome == .done)
        #expect(confirmed.requests == 2)
    }

    @Test("A conflict in the plan or during the upload has a separate outcome")
    func conflict() {
        #expect(ImportSummary(plan: plan([.conflict, .present]), tally: UploadTally(total: 0)).outcome == .conflict)
        var driver = MachineDriver(items: Samples.items(1, origin: .fixed))
        driver.script = [.present]
        driver.run()
        let summary = ImportSummary(plan: plan([.upload]), tally: driver.machine.tally)
        #expect(summary.outcome == .conflict)
        #expect(summary.failed == 1)
        #expect(summary.failures.map(\.verdict) == [.conflict])
    }

    @Test("Refused, incomplete or unknown items make the outcome partial")
    func partial() {
        #expect(ImportSummary(plan: plan([.upload]), tally: tally([.refused])).outcome == .partial)
        #expect(ImportSummary(plan: plan([.refused]), tally: UploadTally(total: 0)).outcome == .partial)
        #expect(ImportSummary(plan: plan([.present], incomplete: 1), tally: UploadTally(total: 0)).outcome == .partial)
        let limits = RunLimits(tries: 1)
        #expect(ImportSummary(plan: plan([.upload]), tally: tally([.lost], limits: limits)).outcome == .partial)
    }

    @Test("A full app has the outcome capacity, whether the plan or the service reports it")
    func capacity() {
        #expect(ImportSummary(plan: plan([.overCapacity]), tally: UploadTally(total: 0)).outcome == .capacity)
        #expect(ImportSummary(plan: plan([.upload]), tally: tally([.full])).outcome == .capacity)
    }

    @Test(
        "Each stop reason has its outcome",
        arguments: [
            (.interrupted, .interrupted), (.deadline, .deadline),
            (.quota(OutOfQuota(.uploadMessage, resumeAt: Samples.start)), .notYet),
            (.capacity(.full), .capacity), (.unauthorized(.unauthorized), .credentials),
            (.accessRefused(.noAccess), .credentials), (.unreachable(.noConnection), .partial),
            (.journal(GlossportError(.journal, "Full.")), .unclassified),
        ] as [(StopReason, Glossport.ExitStatus)]
    )
    func stops(reason: StopReason, outcome: Glossport.ExitStatus) {
        var tally = UploadTally(total: 1)
        tally.stop = reason
        let summary = ImportSummary(plan: plan([.upload]), tally: tally)
        #expect(summary.outcome == outcome)
        #expect(summary.notYet == 1)
    }

    @Test("A run that is stopped after the last answer is still done")
    func lateInterrupt() {
        var tally = tally([.accepted])
        for reason in [StopReason.interrupted, .deadline] {
            tally.stop = reason
            #expect(ImportSummary(plan: plan([.upload]), tally: tally).outcome == .done)
        }
    }
}
