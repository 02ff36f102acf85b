import Glossport
import GlossportTesting
import Testing

@Suite("Time")
struct SystemTimeTests {
    @Test("A sleep is never early")
    func neverEarly() async throws {
        let time = SystemTime(wallClock: Timestamp(seconds: 1_790_000_000))
        for microseconds in [0, 1, 500, 1_000, 2_000, 3_000, 5_000] {
            for _ in 0..<3 {
                let deadline = time.now + .microseconds(microseconds)
                try await time.sleep(until: deadline)
                #expect(time.now >= deadline)
            }
        }
    }

    @Test("A sleep until the past returns at once; a canceled one throws")
    func pastAndCanceled() async throws {
        let time = SystemTime(wallClock: Timestamp(seconds: 1_790_000_000))
        try await time.sleep(until: Timestamp(seconds: 0))
        let task = Task { try await time.sleep(until: Timestamp(nanoseconds: .max)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("The system's time starts at the wall clock and never goes back")
    func monotonic() {
        let start = Timestamp(seconds: 1_790_000_000)
        let time = SystemTime(wallClock: start)
        var last = start
        for _ in 0..<1_000 {
            let now = time.now
            #expect(now >= last)
            last = now
        }
    }

    @Test("Manual time wakes sleepers in the order of their deadlines")
    func manualOrder() async throws {
        let time = ManualTime()
        let start = time.now
        let woken = await withTaskGroup(of: Int.self) { group in
            for seconds in [30, 10, 20] {
                group.addTask {
                    try? await time.sleep(until: start + .seconds(seconds))
                    return seconds
                }
            }
            await time.sleepers(3)
            var woken: [Int] = []
            while time.advanceToNextDeadline() { woken.append(await group.next() ?? 0) }
            return woken
        }
        #expect(woken == [10, 20, 30])
        #expect(time.now == start + .seconds(30))
    }

    @Test("Manual time releases sleepers only at the deadline, and canceled ones at once")
    func manualDeadline() async throws {
        let time = ManualTime()
        let deadline = time.now + .seconds(10)
        let task = Task { try await time.sleep(until: deadline) }
        await time.sleepers(1)
        time.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(time.sleeperCount == 1)
        time.advance(by: .nanoseconds(1))
        #expect(time.sleeperCount == 0)
        try await task.value
        let other = Task { try await time.sleep(until: deadline + .seconds(1)) }
        await time.sleepers(1)
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
        #expect(time.sleeperCount == 0)
    }

    @Test(
        "Timestamps at the limits of their range add and subtract without trapping",
        arguments: [Int64.min, .min / 2, -1, 0, 1, .max / 2, .max]
    )
    func clamped(nanoseconds: Int64) {
        let moment = Timestamp(nanoseconds: nanoseconds)
        let durations: [Duration] = [.zero, .seconds(1), .seconds(Int64.max), .seconds(Int64.min)]
        for duration in durations {
            #expect(moment + duration >= moment || duration < .zero)
            #expect(moment - duration <= moment || duration < .zero)
        }
        for other in [Int64.min, 0, .max] {
            let left = moment - Timestamp(nanoseconds: other)
            #expect(left >= .zero || nanoseconds < other)
        }
        #expect((Timestamp(milliseconds: nanoseconds) > Timestamp(nanoseconds: 0)) == (nanoseconds > 0))
    }
}
