import GlossportChecking
import GlossportImporting
import Testing

@testable import Glossport

@Suite("Exit code of work --once")
struct FleetWorkStatusTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let app = Destination(app: "com.example.app", environment: .production)
    private static let submitted = InputDigest(bytes: [UInt8](repeating: 7, count: 32))
    private static let older = InputDigest(bytes: [UInt8](repeating: 6, count: 32))

    private static func status(
        wake: Timestamp? = nil,
        pausedBy: String? = nil,
        note: String? = nil,
        here: InputDigest = submitted
    ) -> Int32 {
        let revision = FleetRevision(number: 2, digest: submitted, submittedBy: "Noa", submitted: now)
        var project = FleetProject(app, revision, wake: wake)
        (project.pausedBy, project.note) = (pausedBy, note)
        return FleetWork.status(of: [project], given: [app: here], hasUnusable: false, at: now).rawValue
    }

    @Test("It is 0 where every app is done")
    func done() { #expect(Self.status() == 0) }

    @Test("It is 9 where an app waits for its quota")
    func waiting() { #expect(Self.status(wake: Self.now + .seconds(60), note: "Quota.") == 9) }

    @Test("It is 9 where an app is paused")
    func paused() { #expect(Self.status(pausedBy: "Noa") == 9) }

    @Test("It is 9 where other files were submitted")
    func otherFiles() { #expect(Self.status(here: Self.older) == 9) }

    @Test("It is 9 where no revision was submitted")
    func notSubmitted() {
        #expect(FleetWork.status(of: [], given: [Self.app: Self.older], hasUnusable: false, at: Self.now).rawValue == 9)
    }

    @Test("It is 3 where an app is parked")
    func parked() { #expect(Self.status(note: "Refused.") == 3) }

    @Test("It is 3 where a project file is unusable")
    func unusable() { #expect(FleetWork.status(of: [], given: [:], hasUnusable: true, at: Self.now).rawValue == 3) }
}
