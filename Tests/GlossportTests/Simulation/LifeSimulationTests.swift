private import Foundation
import GlossportTesting
import Testing

@Suite("Simulated lives")
struct LifeSimulationTests {
    /// The same variables as for `UploadSimulationTests`; `GLOSSPORT_TRACE=1` prints each event.
    private static let seeds = number("GLOSSPORT_SEEDS") ?? 200
    private static let first = number("GLOSSPORT_FIRST_SEED") ?? 1

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test("No seed breaks an invariant, whatever network, service, machines and users do")
    func seeds() {
        var total = LifeReport()
        for seed in Self.first..<Self.first + max(1, Self.seeds) {
            var scenario = LifeScenario.drawn(from: seed)
            scenario.isTraced = Self.number("GLOSSPORT_TRACE") != nil
            var simulation = LifeSimulation(scenario)
            let report = simulation.run()
            #expect(report.violations == [], "seed \(seed)")
            total.add(report)
        }
        // A simulation without failures would prove nothing.
        if Self.seeds >= 1_000 {
            #expect(total.crashes > 100)
            #expect(total.stops > 100)
            #expect(total.sleeps > 50)
            #expect(total.throttled > 100)
            #expect(total.defaults > 1_000)
            #expect(total.deletions > 100)
            #expect(total.vanished > 50)
            #expect(total.refused > 100)
            #expect(total.unread > 100)
            #expect(total.holds > 100)
            #expect(total.rollbacks > 30)
            #expect(total.refusals > 50)
            #expect(total.claims > 100)
        }
        print(
            """
            Simulated \(Self.seeds) lives: \(total.lives) runs with \(total.crashes) crashes, \(total.sleeps) sleeps and \(total.stops) stops, \
            \(total.calls) calls with \(total.faults) faults (\(total.throttled) × 429), \(total.uploads) uploads, \
            \(total.defaults) defaults set, \(total.deletions) deletions, \(total.conflicts) conflicts, \(total.vanished) vanished, \
            \(total.refused) texts refused, \(total.unread) defaults not shown, \(total.holds) holds and releases, \(total.rollbacks) defaults rolled back, \(total.refusals) refusals, \(total.claims) ends with 0, \
            \(total.violations.count) violations.
            """
        )
    }

    @Test("A seed reproduces its life")
    func repeats() {
        for seed in UInt64(40)...50 {
            let reports = (0..<2).map { _ in
                var simulation = LifeSimulation(.drawn(from: seed))
                return simulation.run()
            }
            #expect(reports[0] == reports[1], "seed \(seed)")
        }
    }

    @Test("The referee detects the removal of any safeguard", arguments: LifeMutant.allCases)
    func mutants(mutant: LifeMutant) {
        let caught = (1...UInt64(1_000)).lazy.compactMap { seed -> String? in
            var scenario = LifeScenario.drawn(from: seed)
            // Failures caused by sleep alone are rare, so this scenario has frequent sleeps and no other faults.
            if mutant == .forgetsOvertakenAttempts {
                scenario.faults = LifeScenario.Faults()
                scenario.faults.sleep = 0.03
                (scenario.steps, scenario.editions, scenario.journalLoss, scenario.others) = (40, 4, 0, 0)
            }
            var simulation = LifeSimulation(scenario, mutant: mutant)
            return simulation.run().violations.first
        }.first
        #expect(caught != nil)
        print("  \(mutant): \(caught ?? "not caught")")
    }
}
