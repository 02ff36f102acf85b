import GlossportChecking
import GlossportImporting
import GlossportTesting
import Testing

@Suite("Supervisor")
struct SupervisorTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    private func turn(_ name: String) -> FleetTurn {
        FleetTurn(
            destination: FleetConformance.app(name),
            revision: 1,
            failures: 0,
            lastExit: nil,
            number: 1
        )
    }

    /// A supervisor that has looked around and said that it is alive.
    private func ready(slots: Int = 2, isOnce: Bool = false) -> Supervisor {
        var supervisor = Supervisor(slots: slots, isOnce: isOnce, at: Self.start)
        #expect(supervisor.next(at: Self.start) == .look)
        #expect(supervisor.next(at: Self.start) == .beat)
        return supervisor
    }

    @Test("It looks around, says that it is alive, and takes until its slots are full")
    func fills() {
        var supervisor = ready()
        for name in ["a", "b"] {
            #expect(supervisor.next(at: Self.start) == .take)
            supervisor.took(turn(name), at: Self.start)
        }
        #expect(supervisor.next(at: Self.start) == nil)
        #expect(supervisor.running.count == 2)
    }

    @Test("A slot that becomes free is filled at once")
    func refills() {
        var supervisor = ready(slots: 1)
        _ = supervisor.next(at: Self.start)
        supervisor.took(turn("a"), at: Self.start)
        let later = Self.start + .seconds(3)
        #expect(supervisor.next(at: later) == nil)
        #expect(supervisor.ended(turn("a").destination, at: later) == turn("a"))
        #expect(supervisor.next(at: later) == .take)
    }

    @Test("If nothing is due, it asks again after some seconds")
    func idle() {
        var supervisor = ready()
        #expect(supervisor.next(at: Self.start) == .take)
        supervisor.tookNothing(at: Self.start, jitter: 1)
        #expect(supervisor.next(at: Self.start) == nil)
        #expect(supervisor.wakeUp == Self.start + Supervisor.pauses.take)
        #expect(supervisor.next(at: Self.start + .seconds(5)) == .take)
    }

    @Test("A store that fails is not asked again at once")
    func failure() {
        var supervisor = ready()
        #expect(supervisor.next(at: Self.start) == .take)
        #expect(supervisor.next(at: Self.start) == nil)
        #expect(supervisor.wakeUp > Self.start)
    }

    @Test("It looks around again after a minute")
    func looks() {
        var supervisor = ready()
        _ = supervisor.next(at: Self.start)
        supervisor.tookNothing(at: Self.start, jitter: 0)
        #expect(supervisor.next(at: Self.start + .seconds(60)) == .look)
    }

    @Test("What is worked at is kept, in good time")
    func keeps() {
        var supervisor = ready(slots: 1)
        _ = supervisor.next(at: Self.start)
        supervisor.took(turn("a"), at: Self.start)
        let later = Self.start + .seconds(30)
        #expect(supervisor.wakeUp <= later)
        #expect(supervisor.next(at: later) == .beat)
        #expect(supervisor.next(at: later) == .keep(turn("a")))
        #expect(supervisor.next(at: later) == nil)
        #expect(supervisor.wakeUp > later)
    }

    @Test("An import that does not end is killed")
    func hung() {
        var supervisor = ready(slots: 1)
        _ = supervisor.next(at: Self.start)
        supervisor.took(turn("a"), at: Self.start)
        let late = Self.start + Supervisor.longestTurn
        var steps: [Supervisor.Step] = []
        while let step = supervisor.next(at: late) { steps.append(step) }
        #expect(steps.filter { $0 == .kill(turn("a").destination) }.count == 1)
    }

    @Test("Draining, it starts nothing, and ends when what is under way has ended")
    func drains() {
        var supervisor = ready()
        _ = supervisor.next(at: Self.start)
        supervisor.took(turn("a"), at: Self.start)
        supervisor.drain()
        #expect(supervisor.next(at: Self.start) == nil)
        #expect(supervisor.next(at: Self.start + .seconds(60)) == .beat)
        #expect(supervisor.next(at: Self.start + .seconds(60)) == .keep(turn("a")))
        #expect(supervisor.next(at: Self.start + .seconds(60)) == nil)
        _ = supervisor.ended(turn("a").destination, at: Self.start)
        #expect(supervisor.next(at: Self.start) == .end)
    }

    @Test("Draining, it ends at once if nothing is under way")
    func drainsIdle() {
        var supervisor = ready()
        supervisor.drain()
        #expect(supervisor.next(at: Self.start) == .end)
    }

    @Test("Once, it ends when nothing is due and everything has ended")
    func once() {
        var supervisor = ready(isOnce: true)
        _ = supervisor.next(at: Self.start)
        supervisor.took(turn("a"), at: Self.start)
        #expect(supervisor.next(at: Self.start) == .take)
        supervisor.tookNothing(at: Self.start, jitter: 0)
        #expect(supervisor.next(at: Self.start) == nil)
        _ = supervisor.ended(turn("a").destination, at: Self.start)
        #expect(supervisor.next(at: Self.start) == .take)
        supervisor.tookNothing(at: Self.start, jitter: 0)
        #expect(supervisor.next(at: Self.start) == .end)
    }

    @Test("Once, nothing gets a second turn; what is worked at gets none beside it")
    func offers() {
        let all = ["a", "b", "c"].map { FleetConformance.app($0) }
        let here = Dictionary(all.map { ($0, FleetConformance.digest(1)) }) { first, _ in first }
        for isOnce in [false, true] {
            var supervisor = ready(isOnce: isOnce)
            supervisor.took(turn("a"), at: Self.start)
            supervisor.took(turn("b"), at: Self.start)
            _ = supervisor.ended(turn("b").destination, at: Self.start)
            let expected = isOnce ? [all[2]] : [all[1], all[2]]
            #expect(Set(supervisor.offers(here).keys) == Set(expected))
        }
    }
}
