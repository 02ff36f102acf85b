import Glossport
import GlossportTesting
import Testing

@Suite("A deadline")
struct DeadlineTests {
    private let time = ManualTime()

    @Test("work that is done before it is left alone")
    func early() async throws {
        let value = try await Deadline.keep(time.now + .seconds(10), by: time) { 7 }
        #expect(value == 7)
    }

    @Test("work that takes longer is cancelled, and nothing is left running")
    func late() async throws {
        let (waiting, deadline) = (time.now + .seconds(3_600), time.now + .seconds(10))
        let work = Task { [time] in
            try await Deadline.keep(deadline, by: time) { try await time.sleep(until: waiting) }
        }
        await time.sleepers(2)
        time.advance(by: .seconds(10))
        let error = await #expect(throws: GlossportError.self) { try await work.value }
        #expect(error?.code == .deadline)
    }

    @Test("the work's own trouble is told")
    func trouble() async {
        await #expect(throws: CancellationError.self) {
            try await Deadline.keep(time.now + .seconds(10), by: time) { throw CancellationError() }
        }
    }

    @Test("without a deadline the work takes what it takes")
    func none() async throws {
        #expect(try await Deadline.keep(nil, by: time) { 7 } == 7)
    }
}
