import GlossportImporting
import GlossportTesting
import Testing

@Suite("Local fleet")
struct LocalFleetTests {
    @Test("The local fleet conforms", arguments: FleetConformance.Check.allCases)
    func conforms(check: FleetConformance.Check) async throws {
        let time = ManualTime()
        let kit = FleetConformance(LocalFleet(time: time)) { time.advance(by: $0) }
        #expect(try await kit.violations(of: check) == [])
    }
}
