import GlossportChecking
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

    @Test("A parked app is not due, and the turn that is under way counts no longer")
    func park() async throws {
        let fleet = LocalFleet(time: ManualTime())
        let app = Destination(app: "com.example.app", environment: .production)
        let digest = InputDigest(bytes: [UInt8](repeating: 7, count: 32))
        _ = fleet.submit([app: digest], by: "Noa")
        let turn = try #require(fleet.takeDue(of: [app: digest]))
        fleet.park(app, note: "Other files were imported.")
        #expect(!fleet.keep(turn))
        #expect(fleet.projects().map { $0.state(at: fleet.now()) } == [.parked])
    }
}
