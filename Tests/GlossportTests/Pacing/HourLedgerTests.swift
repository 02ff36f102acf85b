import Glossport
import GlossportTesting
import Testing

@Suite("Hour ledger")
struct HourLedgerTests {
    private let start = Timestamp(seconds: 1_790_000_000)

    @Test("No sliding hour exceeds the allowance, whenever each request reaches the service")
    func slidingHour() {
        var random = SeededRandom(seed: 4)
        for allowance in [1, 3, 20] {
            var ledger = HourLedger()
            var now = start
            var flights = Heap<Flight>()
            var arrivals: [Timestamp] = []
            for _ in 0..<(allowance * 40) {
                while let flight = flights.first, flight.end <= now { end(&flights, &ledger, &now) }
                while true {
                    guard let slot = ledger.nextSlot(under: allowance, at: now) else {
                        end(&flights, &ledger, &now)
                        continue
                    }
                    guard slot > now else { break }
                    now = slot
                    while let flight = flights.first, flight.end <= now { end(&flights, &ledger, &now) }
                }
                ledger.start()
                // In progress for up to a minute, reaching the service at any time within it.
                let length = Int64.random(in: 0...60_000_000_000, using: &random)
                arrivals.append(now + .nanoseconds(Int64.random(in: 0...length, using: &random)))
                flights.insert(Flight(end: now + .nanoseconds(length)))
                now = now + .nanoseconds(Int64.random(in: 0...2_000_000_000, using: &random))
            }
            arrivals.sort()
            let tight = (allowance..<arrivals.count).filter {
                arrivals[$0] - arrivals[$0 - allowance] < HourLedger.hour
            }
            #expect(tight == [])
        }
    }

    private struct Flight: Comparable {
        var end: Timestamp
        static func < (left: Flight, right: Flight) -> Bool { left.end < right.end }
    }

    private func end(_ flights: inout Heap<Flight>, _ ledger: inout HourLedger, _ now: inout Timestamp) {
        guard let flight = flights.popFirst() else { return }
        now = max(now, flight.end)
        ledger.end(at: flight.end)
    }

    @Test("A request frees its slot exactly an hour after it ended")
    func exact() {
        var ledger = HourLedger()
        ledger.start()
        ledger.end(at: start)
        #expect(ledger.nextSlot(under: 1, at: start) == start + .seconds(3_600))
        #expect(ledger.count(at: start + .seconds(3_600) - .nanoseconds(1)) == 1)
        #expect(ledger.count(at: start + .seconds(3_600)) == 0)
        #expect(ledger.nextSlot(under: 1, at: start + .seconds(3_600)) == start + .seconds(3_600))
    }

    @Test("While requests in flight fill the allowance, no next slot is known")
    func inFlight() {
        var ledger = HourLedger()
        ledger.start()
        #expect(ledger.nextSlot(under: 1, at: start) == nil)
        #expect(ledger.nextSlot(under: 2, at: start) == start)
        ledger.endAll(at: start)
        #expect(ledger.inFlight == 0)
        #expect(ledger.nextSlot(under: 1, at: start) == start + .seconds(3_600))
    }

    @Test("The ends of requests may be recorded in any order")
    func anyOrder() {
        var random = SeededRandom(seed: 5)
        let moments = (0..<200).map { start + .seconds($0) }
        var ledger = HourLedger()
        for moment in moments.shuffled(using: &random) { ledger.note(endedAt: moment) }
        for (index, moment) in moments.enumerated() {
            #expect(ledger.count(at: moment + HourLedger.hour) == 199 - index)
        }
    }

    @Test("Over many hours, the ledger drops expired requests")
    func longRun() {
        var ledger = HourLedger()
        for second in 0..<30_000 {
            ledger.start()
            ledger.end(at: start + .seconds(second))
            #expect(ledger.count(at: start + .seconds(second)) == min(second + 1, 3_600))
        }
    }
}
