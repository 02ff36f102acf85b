import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Makespan")
struct MakespanTests {
    @Test(
        "No modeled import takes more than one percent longer than the optimum",
        arguments: [2_000, 5_000, 20_000],
        [ServiceEnvironment.production, .sandbox]
    )
    func makespan(items: Int, environment: ServiceEnvironment) {
        for pace in Pace.allCases {
            let modeled = Makespan(items: items, environment: environment, pace: pace)
            let found = modeled.simulated()
            print("\(items) messages, \(environment), \(pace): \(found) s, at best \(modeled.optimum) s")
            #expect(found <= modeled.optimum * 1.01)
        }
    }
}

/// A modeled import without faults: a request takes 200 ms, recording 2 ms, and 16 requests may be in flight.
private struct Makespan {
    var items: Int
    var environment: ServiceEnvironment
    var pace: Pace

    private var allowance: Int { Endpoint.uploadMessage.hourlyAllowance(in: environment) }
    private static let concurrency = 16
    /// Seconds from a slot to the end of its request: recording, round trip, recording.
    private static let cycle = 0.204

    /// The seconds until the last request arrives.
    ///
    /// Hourly: all full hours, and the rest as fast as the connection permits. Steady: one request after the other at
    /// the documented rate.
    var optimum: Double {
        switch pace {
        case .hourly:
            let fullHours = (items - 1) / allowance
            let last = items - fullHours * allowance
            return Double(fullHours) * 3_600 + Double((last - 1) / Self.concurrency) * Self.cycle + 0.102
        case .steady: return Double(items - 1) * 3_600 / Double(allowance) + 0.102
        }
    }

    func simulated() -> Double {
        var scenario = Scenario(seed: 1)
        scenario.items = items
        scenario.allowance = allowance
        scenario.pace = pace
        scenario.concurrency = Self.concurrency
        scenario.capacity = .max
        scenario.latency = .milliseconds(100)...(.milliseconds(100))
        scenario.commit = .milliseconds(2)...(.milliseconds(2))
        let report = UploadSimulation(scenario).run()
        #expect(report.violations == [])
        #expect(report.arrivals == items)
        return Double(report.makespan.nanoseconds) / 1e9
    }
}
