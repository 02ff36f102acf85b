import Glossport
import GlossportTesting
import Testing

@Suite("Token bucket")
struct TokenBucketTests {
    /// Grants requests to intermittent demand, across restarts that know only the earlier grants.
    private static func grants(_ bucket: TokenBucket, count: Int, using random: inout SeededRandom) -> [Timestamp] {
        let fresh = bucket
        var bucket = bucket
        var now = Timestamp(seconds: 1_790_000_000)
        var grants: [Timestamp] = []
        let interval = bucket.interval.nanoseconds
        while grants.count < count {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: now = now + .nanoseconds(Int64.random(in: 0...(3 * Int64(bucket.burst) * interval), using: &random))
            case 1:
                // A new process refills the bucket from the journal's requests.
                bucket = fresh
                for grant in grants { bucket.take(at: grant) }
            case 2...9: now = now + .nanoseconds(Int64.random(in: 0...(2 * interval), using: &random))
            default: break
            }
            now = bucket.nextSlot(at: now)
            bucket.take(at: now)
            grants.append(now)
        }
        return grants
    }

    @Test("No closed window exceeds burst + ⌊T / interval⌋, in over a million windows with restarts")
    func bound() {
        var random = SeededRandom(seed: 1)
        var windows = 0
        var violations = 0
        for _ in 0..<100 {
            let bucket = TokenBucket(
                interval: .nanoseconds(Int64.random(in: 1...5_000_000_000, using: &random)),
                burst: Int.random(in: 1...40, using: &random)
            )
            let grants = Self.grants(bucket, count: 150, using: &random).map(\.nanoseconds)
            // Windows that start and end at grants are the fullest; any other window holds no more than one of them.
            for first in grants.indices {
                for last in first..<grants.count {
                    windows += 1
                    let most = Int64(bucket.burst) + (grants[last] - grants[first]) / bucket.interval.nanoseconds
                    if Int64(last - first + 1) > most { violations += 1 }
                }
            }
        }
        #expect(violations == 0)
        #expect(windows > 1_000_000)
    }

    @Test("The check of all windows at once agrees with a check of each window")
    func paceBound() {
        var random = SeededRandom(seed: 2)
        let bucket = TokenBucket(interval: .seconds(1), burst: 3)
        for _ in 0..<500 {
            let moments = (0..<12).map { _ in
                Timestamp(nanoseconds: Int64.random(in: 0...9_000_000_000, using: &random))
            }
            .sorted()
            let exceeds = moments.indices.contains { first in
                (first..<moments.count).contains { last in
                    let length = (moments[last] - moments[first]).nanoseconds / 1_000_000_000
                    return last - first + 1 > 3 + Int(length)
                }
            }
            #expect((PaceBound(bucket).violation(in: moments) != nil) == exceeds)
        }
    }

    @Test("A request is refused before its announced slot and granted at it")
    func accurate() {
        var random = SeededRandom(seed: 3)
        var bucket = TokenBucket(hourlyAllowance: 3_600)
        var now = Timestamp(seconds: 1_790_000_000)
        for _ in 0..<500 {
            let slot = bucket.nextSlot(at: now)
            for fraction in [1, 2, 3, 5, 9] as [Int64] where slot > now {
                let wait = (slot - now).nanoseconds
                #expect(bucket.nextSlot(at: Timestamp(nanoseconds: slot.nanoseconds - 1 - wait / 10 * fraction)) > now)
                #expect(bucket.nextSlot(at: Timestamp(nanoseconds: slot.nanoseconds - 1)) == slot)
            }
            #expect(bucket.nextSlot(at: slot) == slot)
            bucket.take(at: slot)
            now = slot + .nanoseconds(Int64.random(in: 0...1_200_000_000, using: &random))
        }
    }

    @Test("Under constant demand, at most one request fewer is granted than the rate allows")
    func workConserving() {
        for allowance in [1, 2, 7, 360, 3_600] {
            var bucket = TokenBucket(hourlyAllowance: allowance)
            let start = Timestamp(seconds: 1_790_000_000)
            var now = start
            var count = 0
            for _ in 0..<1_000 {
                now = bucket.nextSlot(at: now)
                bucket.take(at: now)
                count += 1
                #expect(count >= Int((now - start).nanoseconds / bucket.interval.nanoseconds) - 1)
            }
        }
    }

    @Test("A full bucket grants its burst at once, and then one request per interval")
    func rest() {
        var bucket = TokenBucket(interval: .seconds(10), burst: 4)
        let now = Timestamp(seconds: 1_790_000_000)
        for _ in 0..<4 {
            #expect(bucket.nextSlot(at: now) == now)
            bucket.take(at: now)
        }
        #expect(bucket.nextSlot(at: now) == now + .seconds(10))
    }

    @Test(
        "The burst and an hour's requests at the steady rate together fit into the hourly allowance",
        arguments: [1, 2, 3, 10, 99, 100, 101, 360, 3_600, 36_000, 10_000_000]
    )
    func allowance(allowance: Int) {
        let bucket = TokenBucket(hourlyAllowance: allowance)
        let perHour = HourLedger.hour.nanoseconds / bucket.interval.nanoseconds
        #expect(bucket.burst + Int(perHour) <= allowance)
    }

    @Test("After being emptied, the bucket grants nothing before the given time and no burst after it")
    func emptied() {
        var bucket = TokenBucket(interval: .seconds(10), burst: 4)
        let now = Timestamp(seconds: 1_790_000_000)
        bucket.empty(until: now + .seconds(60))
        #expect(bucket.nextSlot(at: now) == now + .seconds(60))
        bucket.take(at: now + .seconds(60))
        #expect(bucket.nextSlot(at: now + .seconds(60)) == now + .seconds(70))
    }
}
