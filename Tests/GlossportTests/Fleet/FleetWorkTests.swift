private import CLibrary
import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport

@Suite("Work for a fleet on one machine")
struct FleetWorkTests {
    private let time = ManualTime()
    private let stop = StopRequest()

    private static func app(_ name: String) -> Destination { FleetConformance.app(name) }

    /// Works until there is nothing left to do.
    private func run(
        at site: FakeSite,
        for store: (any FleetStore)? = nil,
        isOnce: Bool = true,
        slots: Int = 2,
        lastWait: Duration = .seconds(3)
    ) async throws -> Glossport.ExitStatus {
        let worker = FleetWorker(
            host: "here",
            process: 1,
            version: "1",
            slots: slots,
            started: time.now,
            seen: time.now
        )
        var settings = FleetWork.Settings(worker: worker)
        (settings.isOnce, settings.lastWait) = (isOnce, lastWait)
        settings.journal = site.journal.isShared ? site.journal : nil
        settings.jitter = { 0.5 }
        var work = FleetWork(
            settings,
            after: site.current,
            at: site,
            for: store ?? LocalFleet(time: time),
            until: stop,
            by: time
        )
        return try await work.run()
    }

    @Test("Each project gets one turn; what is wrong with one, or waits, harms no other")
    func once() async throws {
        let site = FakeSite(["broken", "good", "poor"])
        let later = time.now + .seconds(1_800)
        var quota = TurnEnd(.notYet, code: 9, sentence: "Quota.")
        quota.resumeAt = later
        site.end("broken", TurnEnd(.refused, code: 4, sentence: "Too long."))
        site.end("poor", quota)
        site.end("good", TurnEnd(.done, code: 0))
        #expect(try await run(at: site) == .partial)
        let ended = site.events.filter { if case .ended = $0 { true } else { false } }
        #expect(
            Set(ended) == [
                .ended(Self.app("broken"), exit: 4, state: .parked, wakeAt: nil, reason: "Too long."),
                .ended(Self.app("good"), exit: 0, state: .done, wakeAt: nil, reason: nil),
                .ended(Self.app("poor"), exit: 9, state: .waiting, wakeAt: later + .seconds(5), reason: "Quota."),
            ]
        )
    }

    @Test("No more imports run at a time than there are slots")
    func slots() async throws {
        let site = FakeSite(["a", "b", "c"])
        async let status = run(at: site, slots: 2)
        await site.until { $0.running.count == 2 }
        for name in ["a", "b", "c"] { site.end(name, TurnEnd(.done, code: 0)) }
        #expect(try await status == .done)
        #expect(site.mostAtOnce == 2)
        #expect(site.events.filter { if case .started = $0 { true } else { false } }.count == 3)
    }

    @Test("A file that can't be worked at is told of, and the others get their turn")
    func unusable() async throws {
        let site = FakeSite(["good"], unusable: "torn.yaml")
        site.end("good", TurnEnd(.done, code: 0))
        #expect(try await run(at: site) == .partial)
        #expect(site.events.contains(.unusable(path: "torn.yaml", "It is torn.")))
    }

    @Test("A request to stop reaches what is under way; its end is recorded, and nothing more is started")
    func drains() async throws {
        let (site, fleet) = (FakeSite(["a", "b"]), LocalFleet(time: time))
        async let status = run(at: site, for: fleet, isOnce: false, slots: 1)
        await site.until { $0.running.count == 1 }
        let name = try #require(site.running)
        stop.request(.interrupted)
        await site.until { $0.stopped == [name] }
        site.end(name, TurnEnd(.unfinished, code: 130))
        #expect(try await status == .done)
        #expect(fleet.projects().filter { $0.lastExit == 130 }.map(\.destination) == [Self.app(name)])
        #expect(site.events.contains(.draining(projects: 1)))
        #expect(site.events.filter { if case .started = $0 { true } else { false } }.count == 1)
        #expect(site.events.last == .over)
    }

    @Test("A killed import comes back later")
    func killed() async throws {
        let (site, fleet) = (FakeSite(["a"]), LocalFleet(time: time))
        site.end("a", TurnEnd(.killed, code: 137))
        #expect(try await run(at: site, for: fleet) == .partial)
        let project = try #require(fleet.projects().first)
        #expect(project.failures == 1)
        #expect(project.state(at: time.now) == .waiting)
    }

    @Test("An import that hangs is ended")
    func hangs() async throws {
        let site = FakeSite(["a"])
        async let status = run(at: site)
        await site.until { $0.running.keys.contains("a") }
        time.advance(by: Supervisor.longestTurn)
        await site.until { $0.stoppedAtOnce == ["a"] }
        site.end("a", TurnEnd(.killed, code: 137))
        #expect(try await status == .partial)
        #expect(site.events.contains(.killed(Self.app("a"), "It did not end at its deadline.")))
    }

    @Test("A store without an answer does not keep the work from its end")
    func silentStore() async throws {
        let (site, store) = (FakeSite(["a"]), UnreliableFleet(LocalFleet(time: time)))
        async let status = run(at: site, for: store, lastWait: .zero)
        await site.until { $0.running.keys.contains("a") }
        store.isSilent.withLock { $0 = true }
        stop.request(.interrupted)
        await site.until { $0.stoppedAtOnce == ["a"] }
        site.end("a", TurnEnd(.killed, code: 137))
        #expect(try await status == .interrupted)
        #expect(site.events.contains(.trouble(Self.app("a"), "The database did not answer in time.")))
    }

    @Test("With a shared journal, only what was submitted is imported")
    func skipped() async throws {
        let shared = JournalLocation.postgres(url: "postgres://db/glossport", namedBy: .user)
        let (site, fleet) = (FakeSite(["a", "b", "c"], journal: shared), LocalFleet(time: time))
        _ = fleet.submit([Self.app("a"): FakeSite.digest, Self.app("b"): FleetConformance.digest(2)], by: "Noa")
        for name in ["a", "b", "c"] { site.end(name, TurnEnd(.done, code: 0)) }
        #expect(try await run(at: site, for: fleet) == .notYet)
        #expect(
            site.events.contains(.skipped(Self.app("b"), "The files here are not revision 1, which was submitted."))
        )
        #expect(site.events.contains(.skipped(Self.app("c"), "It was not submitted.")))
        #expect(site.events.contains(.started(Self.app("a"), revision: 1)))
        #expect(site.events.filter { if case .started = $0 { true } else { false } }.count == 1)
    }

    @Test(
        "A turn that counts no longer is given again, for what it had sent may have arrived after its successor had looked"
    )
    func passedOver() async throws {
        let (site, fleet) = (FakeSite(["a"]), LocalFleet(time: time))
        async let status = run(at: site, for: fleet)
        await site.until { $0.running.keys.contains("a") }
        _ = fleet.submit([Self.app("a"): FleetConformance.digest(2)], by: "Noa")
        site.end("a", TurnEnd(.failed, code: 1))
        #expect(try await status == .notYet)
        let reason = "It was submitted, woken or taken by another worker meanwhile."
        #expect(site.events.contains(.ended(Self.app("a"), exit: 1, state: .due, wakeAt: nil, reason: reason)))
        #expect(fleet.projects().first?.state(at: time.now) == .due)
    }

    @Test("A machine with a wrong clock imports nothing")
    func clock() async throws {
        let site = FakeSite(["a"])
        let store = UnreliableFleet(LocalFleet(time: time), lead: .seconds(-90))
        let error = await #expect(throws: GlossportError.self) { try await run(at: site, for: store) }
        #expect(error?.message.contains("1 min 30 s behind") == true)
        #expect(site.events.allSatisfy { if case .started = $0 { false } else { true } })
    }
}

/// A machine with projects whose imports end when a test says so.
private final class FakeSite: FleetSite {
    static let digest = FleetConformance.digest(1)

    let journal: JournalLocation
    let current: FleetLook
    private let state = Mutex(State())

    struct State {
        var events: [FleetEvent] = []
        var running: [String: CheckedContinuation<TurnEnd, Never>] = [:]
        var ends: [String: TurnEnd] = [:]
        var stopped: [String] = []
        var stoppedAtOnce: [String] = []
        var mostAtOnce = 0
        fileprivate var watchers:
            [(condition: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    init(_ names: [String], unusable: String? = nil, journal: JournalLocation = .standard) {
        self.journal = journal
        var look = FleetLook()
        for name in names {
            let entry = FleetLook.Entry(path: name, digest: Self.digest, journal: journal)
            look.add(entry, for: FleetConformance.app(name))
        }
        if let unusable { look.addUnusable(unusable, "It is torn.") }
        current = look
    }

    var events: [FleetEvent] { state.withLock { $0.events } }
    /// An import that runs.
    var running: String? { state.withLock { $0.running.keys.first } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    /// Returns when something holds.
    func until(_ condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in change { $0.watchers.append((condition, continuation)) } }
    }

    /// Changes what is so, and wakes those who wait for that.
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, woken) = state.withLock { state in
            let value = body(&state)
            let watchers = state.watchers
            state.watchers = watchers.filter { !$0.condition(state) }
            return (value, watchers.filter { $0.condition(state) }.map(\.continuation))
        }
        for continuation in woken { continuation.resume() }
        return value
    }

    /// Ends an import that runs, or one that will.
    func end(_ name: String, _ end: TurnEnd) {
        let waiting = change { state in
            state.ends[name] = end
            return state.running.removeValue(forKey: name)
        }
        waiting?.resume(returning: end)
    }

    func look(within limit: Duration) -> FleetLook { current }

    func report(_ event: FleetEvent) { change { $0.events.append(event) } }

    func makeImport(of project: FleetLook.Entry) -> any ProjectImport { Import(site: self, name: project.path) }

    private struct Import: ProjectImport {
        let site: FakeSite
        let name: String

        func run() async -> TurnEnd {
            await withCheckedContinuation { continuation in
                let end = site.change { state -> TurnEnd? in
                    if let end = state.ends[name] { return end }
                    state.running[name] = continuation
                    state.mostAtOnce = max(state.mostAtOnce, state.running.count)
                    return nil
                }
                if let end { continuation.resume(returning: end) }
            }
        }

        func stop() { site.change { $0.stopped.append(name) } }

        func stopAtOnce() { site.change { $0.stoppedAtOnce.append(name) } }
    }
}

/// A fleet whose store stops answering, or has another time.
private final class UnreliableFleet: FleetStore {
    let isSilent = Mutex(false)
    private let fleet: LocalFleet
    private let lead: Duration

    init(_ fleet: LocalFleet, lead: Duration = .zero) {
        self.fleet = fleet
        self.lead = lead
    }

    /// Waits without end while it is silent.
    private func answer<Value>(_ value: () -> Value) async throws -> Value {
        if isSilent.withLock({ $0 }) { _ = try await StopRequest().wait() }
        return value()
    }

    func lead(of now: Timestamp) -> Duration { lead }
    func now() async throws -> Timestamp { try await answer { fleet.now() } }
    func projects() async throws -> [FleetProject] { try await answer { fleet.projects() } }
    func revisions() async throws -> [Destination: FleetRevision] { try await answer { fleet.revisions() } }
    func workers() async throws -> [FleetWorker] { try await answer { fleet.workers() } }
    func dismiss(_ worker: FleetWorkerID) async throws { try await answer { fleet.dismiss(worker) } }
    func keep(_ turn: FleetTurn) async throws -> Bool { try await answer { fleet.keep(turn) } }
    func register(_ worker: FleetWorker) async throws -> FleetWorkerID { try await answer { fleet.register(worker) } }
    func park(_ project: Destination, note: String) async throws {
        try await answer { fleet.park(project, note: note) }
    }

    func submit(_ digests: [Destination: InputDigest], by person: String) async throws -> [Destination: FleetRevision] {
        try await answer { fleet.submit(digests, by: person) }
    }

    func takeDue(of offers: [Destination: InputDigest]) async throws -> FleetTurn? {
        try await answer { fleet.takeDue(of: offers) }
    }

    func note(_ outcome: TurnOutcome, of turn: FleetTurn) async throws -> Bool {
        try await answer { fleet.note(outcome, of: turn) }
    }

    func pause(_ projects: [Destination], by person: String) async throws -> [Destination] {
        try await answer { fleet.pause(projects, by: person) }
    }

    func resume(_ projects: [Destination]) async throws -> [Destination] { try await answer { fleet.resume(projects) } }

    func wake(_ projects: [Destination]) async throws -> [Destination] { try await answer { fleet.wake(projects) } }

    func beat(_ worker: FleetWorkerID, busy: Int, strangers: [Destination]) async throws {
        try await answer { fleet.beat(worker, busy: busy, strangers: strangers) }
    }
}
