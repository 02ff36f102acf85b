import Glossport
import GlossportTesting
import Testing

@Suite("Stop request")
struct StopRequestTests {
    private let stop = StopRequest()
    private let time = ManualTime()

    @Test("A stop request stays in effect for every later waiter")
    func levelTriggered() async throws {
        stop.request(.interrupted)
        #expect(try await stop.wait() == .interrupted)
        #expect(try await stop.wait() == .interrupted)
        #expect(stop.cause == .interrupted)
        #expect(throws: Stopped(.interrupted)) { try stop.check() }
    }

    @Test("The first of two causes for a stop is kept")
    func first() {
        stop.request(.deadline)
        stop.request(.interrupted)
        #expect(stop.cause == .deadline)
    }

    @Test("A canceled waiter does not cancel the wait of other tasks")
    func canceledWaiter() async throws {
        let first = Task { [stop] in try await stop.wait() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        async let second = stop.wait()
        stop.request(.interrupted)
        #expect(try await second == .interrupted)
    }

    @Test("A stop request ends a sleep at once")
    func sleep() async throws {
        let sleeper = Task { [stop, time] in try await stop.sleep(until: time.now + .seconds(3_600), by: time) }
        await time.sleepers(1)
        stop.request(.deadline)
        await #expect(throws: Stopped(.deadline)) { try await sleeper.value }
        #expect(time.sleeperCount == 0)
    }

    @Test("Without a stop request, a sleep lasts its full time")
    func undisturbed() async throws {
        let sleeper = Task { [stop, time] in try await stop.sleep(until: time.now + .seconds(60), by: time) }
        await time.sleepers(1)
        time.advance(by: .seconds(60))
        try await sleeper.value
    }

    @Test("A stop request cancels a pending question, whose result is still returned")
    func question() async throws {
        let answer = Task { [stop, time] in
            await stop.cancelling {
                do { try await time.sleep(until: time.now + .seconds(30)) } catch { return "given up" }
                return "answered"
            }
        }
        await time.sleepers(1)
        stop.request(.interrupted)
        #expect(await answer.value == "given up")
    }
}
