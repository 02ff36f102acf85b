import GlossportTesting
import Testing

@testable import Glossport

@Suite("Backoff, window, retry budget and breaker")
struct BackoffTests {
    private let start = Timestamp(seconds: 1_790_000_000)

    @Test("A wait lies between zero and a cap that doubles with each attempt")
    func fullJitter() {
        var random = SeededRandom(seed: 6)
        let backoff = Backoff(base: .milliseconds(100), cap: .seconds(2))
        for (attempts, cap) in [(1, 100), (2, 200), (3, 400), (5, 1_600), (6, 2_000), (1_000, 2_000)] as [(Int, Int)] {
            let waits = (0..<2_000).map { _ in backoff.wait(after: attempts, using: &random) }
            #expect(waits.allSatisfy { $0 >= .zero && $0 <= .milliseconds(cap) })
            // Full jitter uses both the lowest and the highest tenth.
            #expect(waits.contains { $0 < .milliseconds(cap / 10) })
            #expect(waits.contains { $0 > .milliseconds(cap - cap / 10) })
        }
    }

    @Test("The same seed gives the same numbers")
    func seeded() {
        var (first, second) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
        #expect((0..<100).map { _ in first.next() } == (0..<100).map { _ in second.next() })
    }

    @Test("The concurrency window starts at eight and doubles after each round trip until a 429 halves it")
    func window() {
        var window = ConcurrencyWindow(maximum: 32)
        #expect(window.limit == 8)
        for _ in 0..<8 { window.recordSuccess() }
        #expect(window.limit == 16)
        window.recordThrottling()
        #expect(window.limit == 8)
        // From here it grows by one with each round trip.
        for _ in 0..<9 { window.recordSuccess() }
        #expect(window.limit == 9)
    }

    @Test("The concurrency window stays between one and the user's limit")
    func windowLimits() {
        var window = ConcurrencyWindow(maximum: 3)
        #expect(window.limit == 3)
        for _ in 0..<100 { window.recordSuccess() }
        #expect(window.limit == 3)
        for _ in 0..<10 { window.recordThrottling() }
        #expect(window.limit == 1)
        #expect(ConcurrencyWindow(maximum: 0).limit == 1)
    }

    @Test("The retry budget starts with ten, earns one per five successes, and has ten again when refilled")
    func retryBudget() {
        var budget = RetryBudget()
        for _ in 0..<10 {
            #expect(!budget.isEmpty)
            budget.spend()
        }
        #expect(budget.isEmpty)
        for _ in 0..<4 { budget.recordSuccess() }
        #expect(budget.isEmpty)
        budget.recordSuccess()
        #expect(!budget.isEmpty)
        budget.refill()
        for _ in 0..<10 { budget.spend() }
        #expect(budget.isEmpty)
    }

    @Test("The breaker opens after consecutive failures, and an answer resets their count")
    func breakerOpens() {
        var random = SeededRandom(seed: 8)
        var breaker = Breaker(threshold: 3)
        for _ in 0..<10 {
            breaker.recordFailure(sent: start, at: start, using: &random)
            breaker.recordFailure(sent: start, at: start, using: &random)
            breaker.recordAnswer()
        }
        #expect(breaker.state == .closed)
        for _ in 0..<3 { breaker.recordFailure(sent: start, at: start, using: &random) }
        #expect(breaker.limit == 0)
        #expect(breaker.silentSince == start)
    }

    @Test("The breaker's waits double up to a minute, and the start of the service's silence does not change")
    func breakerWaits() {
        var random = SeededRandom(seed: 9)
        var breaker = Breaker(threshold: 1)
        var now = start
        for longest in [2, 4, 8, 16, 32, 60, 60] as [Int64] {
            breaker.recordFailure(sent: now, at: now, using: &random)
            guard case .open(let until) = breaker.state else {
                Issue.record("not open")
                return
            }
            #expect(until - now <= .seconds(longest))
            #expect(until - now >= .milliseconds(longest * 500))
            now = until
            breaker.beginProbe()
            #expect(breaker.limit == 0)
        }
        #expect(breaker.silentSince == start)
    }

    @Test("After an answered probe, one trial request may be sent, and its result decides")
    func breakerTrial() {
        var random = SeededRandom(seed: 10)
        var breaker = Breaker(threshold: 1)
        breaker.recordFailure(sent: start, at: start, using: &random)
        // A failure of a request sent before the breaker opened proves nothing new.
        let open = breaker
        breaker.recordFailure(sent: start, at: start + .seconds(1), using: &random)
        #expect(breaker.state == open.state)
        breaker.beginProbe()
        breaker.recordProbeAnswer()
        #expect(breaker.limit == 1)
        var failed = breaker
        failed.recordFailure(sent: start + .seconds(8), at: start + .seconds(9), using: &random)
        #expect(failed.limit == 0)
        breaker.recordAnswer()
        #expect(breaker.limit == .max)
        #expect(breaker.silentSince == nil)
    }

    @Test("A heap returns its elements in order")
    func heap() {
        var random = SeededRandom(seed: 11)
        var heap = Heap<Int>()
        #expect(heap.popFirst() == nil)
        let numbers = (0..<500).map { _ in Int.random(in: 0...99, using: &random) }
        for number in numbers { heap.insert(number) }
        #expect(heap.count == 500)
        #expect(heap.first == numbers.min())
        var sorted: [Int] = []
        while let number = heap.popFirst() { sorted.append(number) }
        #expect(sorted == numbers.sorted())
        #expect(heap.isEmpty)
    }
}
