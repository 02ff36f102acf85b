private import Foundation
import GlossportTesting
import Testing

@Suite("Simulated uploads")
struct UploadSimulationTests {
    /// `GLOSSPORT_SEEDS=100000 swift test --filter UploadSimulationTests` runs that many seeds;
    /// `GLOSSPORT_FIRST_SEED=4711 GLOSSPORT_SEEDS=1` repeats one.
    private static let seeds = number("GLOSSPORT_SEEDS") ?? 200
    private static let first = number("GLOSSPORT_FIRST_SEED") ?? 1

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test("No seed breaks an invariant, whatever network, service and process do")
    func seeds() {
        var total = SimulationReport()
        for seed in Self.first..<Self.first + max(1, Self.seeds) {
            let report = UploadSimulation(.drawn(from: seed)).run()
            #expect(report.violations == [], "seed \(seed)")
            total.add(report)
        }
        // A simulation without failures would prove nothing.
        if Self.seeds >= 1_000 {
            #expect(total.crashes > 100)
            #expect(total.throttled > 100)
        }
        print(
            """
            Simulated \(Self.seeds) seeds: \(total.lives) runs with \(total.crashes) crashes, \(total.arrivals) requests, \
            \(total.throttled) × 429, \(total.events) events, \(total.violations.count) violations.
            """
        )
    }

    @Test("A seed reproduces its run")
    func repeats() {
        let reports = (0..<2).map { _ in UploadSimulation(.drawn(from: 42)).run() }
        #expect(reports[0].events == reports[1].events)
        #expect(reports[0].makespan == reports[1].makespan)
    }

    @Test("The referee detects each deliberate defect", arguments: UploadSimulation.Mutant.allCases)
    func mutants(mutant: UploadSimulation.Mutant) {
        let caught = (1...UInt64(400)).first {
            !UploadSimulation(.drawn(from: $0), mutant: mutant).run().violations.isEmpty
        }
        #expect(caught != nil)
    }
}

extension SimulationReport {
    fileprivate mutating func add(_ other: SimulationReport) {
        lives += other.lives
        crashes += other.crashes
        arrivals += other.arrivals
        throttled += other.throttled
        events += other.events
        violations += other.violations
    }
}
