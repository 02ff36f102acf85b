import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Request budget")
struct RequestBudgetTests {
    private let start = Timestamp(seconds: 1_790_000_000)

    /// Spends as fast as the budget permits, with requests that take no time.
    private func spend(_ count: Int, _ budget: inout RequestBudget, from start: Timestamp) -> [Timestamp] {
        var now = start
        return (0..<count).compactMap { _ in
            while let slot = budget.nextSlot(at: now), slot.moment > now { now = slot.moment }
            budget.spend(at: now)
            budget.recordEnd(at: now)
            return now
        }
    }

    @Test("At the hourly pace, the whole allowance is spent at once, and again after each hour")
    func hourly() {
        var budget = RequestBudget(allowance: 360, pace: .hourly)
        let moments = spend(800, &budget, from: start)
        #expect(moments.count { $0 == start } == 360)
        #expect(moments.count { $0 == start + .seconds(3_600) } == 360)
        #expect(moments.last == start + .seconds(7_200))
    }

    @Test("At the steady pace, no hour exceeds the allowance and no window exceeds burst + ⌊T / interval⌋")
    func steady() {
        var budget = RequestBudget(allowance: 360, pace: .steady)
        let moments = spend(2_000, &budget, from: start)
        #expect(PaceBound(TokenBucket(hourlyAllowance: 360)).violation(in: moments) == nil)
        #expect((360..<2_000).allSatisfy { moments[$0] - moments[$0 - 360] >= HourLedger.hour })
    }

    @Test("A slot states which bound determines its time")
    func bounds() {
        var hourly = RequestBudget(allowance: 2, pace: .hourly)
        #expect(hourly.nextSlot(at: start)?.bound == .connection)
        _ = spend(2, &hourly, from: start)
        #expect(hourly.nextSlot(at: start)?.bound == .hour)
        var steady = RequestBudget(allowance: 3_600, pace: .steady)
        _ = spend(36, &steady, from: start)
        #expect(steady.nextSlot(at: start)?.bound == .pace)
        steady.recordThrottling(retryAt: start + .seconds(60), sent: start, at: start)
        #expect(steady.nextSlot(at: start)?.bound == .service)
        #expect(steady.nextSlot(at: start)?.moment == start + .seconds(60))
    }

    @Test("A 429 pauses requests until the given time, and the pace is steady for an hour after it")
    func throttled() {
        var budget = RequestBudget(allowance: 3_600, pace: .hourly)
        _ = spend(2_000, &budget, from: start)
        budget.recordThrottling(retryAt: start + .seconds(60), sent: start, at: start)
        #expect(budget.isSteady(at: start))
        let moments = spend(1_000, &budget, from: start)
        #expect(moments.first == start + .seconds(60))
        let interval = TokenBucket(hourlyAllowance: 3_600).interval
        #expect(moments.last == start + .seconds(60) + interval * 999)
        // The hourly limit still applies: 1,600 requests are left.
        let late = spend(700, &budget, from: moments.last ?? start)
        #expect(late[599] < start + .seconds(3_600))
        #expect(late[600] == start + .seconds(3_600))
        #expect(!budget.isSteady(at: start + .seconds(3_600)))
    }

    @Test("The steady pace delays no slot beyond the end of that pace")
    func steadyEnds() {
        var budget = RequestBudget(allowance: 2, pace: .hourly)
        budget.recordThrottling(retryAt: start + .seconds(3_000), sent: start, at: start)
        let first = spend(1, &budget, from: start)
        #expect(first == [start + .seconds(3_000)])
        #expect(budget.nextSlot(at: start + .seconds(3_001))?.moment == start + .seconds(3_600))
    }

    @Test("Sixteen 429s for requests in flight together count as one throttling")
    func oneThrottling() {
        var budget = RequestBudget(allowance: 3_600, pace: .hourly)
        let first = (0..<16).map { index in
            budget.recordThrottling(retryAt: nil, sent: start, at: start + .milliseconds(Int64(index) * 10 + 1))
        }
        #expect(first == [true] + Array(repeating: false, count: 15))
        #expect(budget.pausedUntil == start + .milliseconds(151) + .seconds(15))
    }

    @Test("Without a given time, the pause doubles from 15 s to 15 min until a request succeeds")
    func doubling() {
        var budget = RequestBudget(allowance: 3_600, pace: .hourly)
        var now = start
        var pauses: [Int64] = []
        for round in 0..<9 {
            if round == 8 { budget.recordSuccess() }
            budget.recordThrottling(retryAt: nil, sent: now, at: now)
            let until = budget.pausedUntil ?? now
            pauses.append((until - now).nanoseconds / 1_000_000_000)
            now = until
        }
        #expect(pauses == [15, 30, 60, 120, 240, 480, 900, 900, 15])
    }

    @Test("The pause doubles with each retry time in the past, which avoids a hot loop")
    func past() {
        var budget = RequestBudget(allowance: 3_600, pace: .hourly)
        var now = start
        for pause in [1, 2, 4, 8] as [Int64] {
            budget.recordThrottling(retryAt: start - .seconds(86_400), sent: now, at: now)
            #expect(budget.pausedUntil == now + .seconds(pause))
            now = now + .seconds(pause)
        }
    }

    @Test("A pause is capped at 65 minutes, even if the service or the journal states more")
    func tenYears() {
        let longest = Duration.seconds(65 * 60)
        var budget = RequestBudget(allowance: 3_600, pace: .hourly)
        budget.recordThrottling(retryAt: start + .seconds(315_360_000), sent: start, at: start)
        #expect(budget.pausedUntil == start + longest)
        let state = BudgetState(pausedUntil: start + .seconds(315_360_000))
        #expect(
            RequestBudget(of: .uploadMessage, allowance: 3_600, pace: .hourly, state: state, at: start).pausedUntil
                == start + longest
        )
    }

    @Test("A later, shorter pause does not shorten an earlier one")
    func longestPauseWins() {
        var budget = RequestBudget(allowance: 3_600, pace: .hourly)
        budget.recordThrottling(retryAt: start + .seconds(60), sent: start, at: start)
        budget.recordThrottling(retryAt: start + .seconds(20), sent: start, at: start)
        #expect(budget.pausedUntil == start + .seconds(60))
    }

    @Test("Requests of earlier runs count; interrupted ones count for their longest possible duration")
    func earlierRuns() {
        let spent = [
            SpentRequest(started: start - .seconds(1_000), finished: start - .seconds(999)),
            SpentRequest(started: start - .seconds(10), finished: nil),
        ]
        var budget = RequestBudget(
            of: .uploadMessage,
            allowance: 2,
            pace: .hourly,
            state: BudgetState(spent: spent),
            at: start
        )
        #expect(budget.nextSlot(at: start)?.moment == start + .seconds(2_601) + .microseconds(1))
        let moments = spend(2, &budget, from: start)
        #expect(moments[1] == start + .seconds(3_600 - 10 + 42))
    }

    @Test("An interrupted image upload counts longer than a text, because its body may arrive late")
    func earlierPicture() throws {
        let spent = [SpentRequest(started: start - .seconds(10), finished: nil)]
        let longest = RequestTimeout.standard.longest(at: .uploadImage) + RequestBudget.slotLifetime
        #expect(longest > .seconds(1_800))
        #expect(RequestBudget.memory(of: .uploadImage) == .seconds(3_600) + longest)
        var budget = RequestBudget(
            of: .uploadImage,
            allowance: 1,
            pace: .hourly,
            state: BudgetState(spent: spent),
            at: start
        )
        #expect(budget.nextSlot(at: start)?.moment == start + .seconds(3_600 - 10) + longest)
    }

    @Test("After the user lifts a pause, requests may be sent, but the pace stays steady")
    func lifted() {
        let state = BudgetState(pausedUntil: start + .seconds(1_800), steadyUntil: start + .seconds(3_600))
        var budget = RequestBudget(of: .uploadMessage, allowance: 3_600, pace: .hourly, state: state, at: start)
        #expect(budget.nextSlot(at: start)?.bound == .service)
        budget.liftPause()
        #expect(budget.nextSlot(at: start)?.bound != .service)
        #expect(budget.isSteady(at: start))
    }

    @Test("Times recorded by a clock years ahead delay requests by about an hour at most, not by years")
    func wrongClock() {
        let future = start + .seconds(94_608_000)
        let state = BudgetState(
            spent: [SpentRequest(started: future, finished: future + .seconds(1))],
            pausedUntil: nil,
            steadyUntil: future
        )
        for pace in Pace.allCases {
            var budget = RequestBudget(of: .uploadMessage, allowance: 1, pace: pace, state: state, at: start)
            let slot = budget.nextSlot(at: start)?.moment ?? future
            #expect(slot <= start + .seconds(3_700))
        }
    }

    @Test("After a 429, a restarted process continues at the same pace")
    func restartWhileSteady() {
        var budget = RequestBudget(allowance: 3_600, pace: .hourly)
        let before = spend(500, &budget, from: start)
        budget.recordThrottling(retryAt: start + .seconds(60), sent: start, at: start)
        let after = spend(20, &budget, from: start)
        let state = BudgetState(
            spent: (before + after).map { SpentRequest(started: $0, finished: $0) },
            pausedUntil: budget.pausedUntil,
            steadyUntil: budget.steadyUntil
        )
        let now = after.last ?? start
        var restarted = RequestBudget(of: .uploadMessage, allowance: 3_600, pace: .hourly, state: state, at: now)
        let expected = budget.nextSlot(at: now)?.moment ?? now
        let found = restarted.nextSlot(at: now)?.moment ?? now
        #expect(found >= expected)
        #expect(found - expected <= .microseconds(1))
    }

    @Test("A budget with a share leaves the rest of the allowance to other tools")
    func share() {
        var budget = RequestBudget(allowance: 360, pace: .hourly, share: 0.9)
        #expect(budget.allowance == 324)
        let moments = spend(325, &budget, from: start)
        #expect(moments.count { $0 == start } == 324)
        #expect(RequestBudget(allowance: 1, pace: .hourly, share: 0.1).allowance == 1)
    }

    @Test("The forecast equals the time that simulated requests take", arguments: 1...60 as ClosedRange<UInt64>)
    func forecast(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let allowance = [1, 5, 60, 360].randomElement(using: &random) ?? 60
        let pace = Bool.random(using: &random) ? Pace.hourly : .steady
        var spent: [SpentRequest] = []
        for _ in 0..<Int.random(in: 0...allowance, using: &random) {
            let moment = start - .seconds(Int64.random(in: 0...3_600, using: &random))
            spent.append(SpentRequest(started: moment, finished: moment + .seconds(1)))
        }
        var budget = RequestBudget(
            of: .uploadMessage,
            allowance: allowance,
            pace: pace,
            state: BudgetState(spent: spent),
            at: start
        )
        if Bool.random(using: &random) {
            let pause = Int64.random(in: 0...5_000, using: &random)
            budget.recordThrottling(retryAt: start + .seconds(pause), sent: start, at: start)
        }
        for count in [0, 1, 2, allowance, 3 * allowance] {
            var copy = budget
            let last = spend(count, &copy, from: start).last ?? start
            #expect(budget.forecast(count, at: start) == last - start)
        }
    }

    @Test("A forecast counts requests in flight as if they ended now")
    func forecastInFlight() {
        var budget = RequestBudget(allowance: 2, pace: .hourly)
        budget.spend(at: start)
        budget.spend(at: start)
        #expect(budget.nextSlot(at: start) == nil)
        #expect(budget.forecast(1, at: start) == .seconds(3_600))
    }
}
