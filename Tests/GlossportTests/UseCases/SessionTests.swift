import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Session")
struct SessionTests {
    /// Reports whether the stop request is marked as under way during the run.
    private struct StopCheck: UseCase {
        struct Seen: RunResult {
            let isUnderWay: Bool
            let status = ExitStatus.done
        }

        let stop: StopRequest
        var command: RunCommand { .adopt }

        func perform(in run: Run) async throws -> Seen { Seen(isUnderWay: stop.isUnderWay) }
    }

    @Test("A session marks its stop request as under way only for the duration of a run")
    func underWay() async throws {
        let office = Office()
        let service = office.service(.sandbox)
        let stop = StopRequest()
        var session = Session(
            office.project,
            in: .sandbox,
            journal: JournalProvider(MemoryStore(journal: office.journal)),
            service: ServiceProvider(named: "here") { try await $0(service) },
            conversation: Person(),
            progress: NoUser(),
            version: "test"
        )
        (session.time, session.stop) = (office.time, stop)
        #expect(!stop.isUnderWay)
        #expect(try await session.perform(StopCheck(stop: stop)).output.isUnderWay)
        #expect(!stop.isUnderWay)
    }
}
