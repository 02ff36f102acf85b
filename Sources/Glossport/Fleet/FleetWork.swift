package import GlossportChecking
package import GlossportImporting
import GlossportReading

/// Works for a fleet on one machine: does what ``Supervisor`` decides.
package struct FleetWork {
    /// How to go about it.
    package struct Settings: Sendable {
        /// This process; as many imports run at a time as it has slots.
        package var worker: FleetWorker
        /// Whether each project that is due gets one turn, and that is all.
        package var isOnce = false
        /// The journal that the projects share; `nil` where the machine has journals of its own, so that no other can submit anything.
        package var journal: JournalLocation?
        /// How long the store is waited for once the work has to stop.
        package var lastWait = Duration.seconds(3)
        /// From 0 to 1, so that not everything comes back at once.
        package var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

        package init(worker: FleetWorker) { self.worker = worker }
    }

    private enum Event: Sendable {
        case timer
        case stop
        case looked(Result<(FleetLook, submitted: [Destination: FleetRevision]?), any Error>)
        case ended(Destination, TurnEnd)
        /// The store does not answer any more, and the work has to stop.
        case cutOff
        /// The end of a turn was recorded, or could not be.
        case recorded([FleetEvent])
        /// The answer to a question for a project that is due; `nil` where none is.
        case taken(FleetTurn?)
        case notTaken(String)
        /// The store did not do what it was asked for.
        case trouble(String)
    }

    private typealias Question = @Sendable () async -> Event?

    /// How long one project may keep a look from its end.
    package static let longestLook = Duration.seconds(10)
    /// In seconds: tokens are dated back by as much.
    private static let permittedLead: Int64 = 60

    private let settings: Settings
    private let site: any FleetSite
    private let store: PatientStore
    private let stop: StopRequest
    private let time: any TimeSource
    private var supervisor: Supervisor
    private var worker: FleetWorkerID?
    /// Whether the store is being asked for what is due.
    private var isTaking = false
    /// Whether projects are being looked at, and whether they ever were.
    private var (isLooking, hasLooked) = (false, false)
    /// How many ends of turns are being recorded.
    private var recording = 0
    private var look = FleetLook()
    /// The look that was taken before the work began, until it is used.
    private var firstLook: FleetLook?
    private var strangers: [Destination: Int64?] = [:]
    private var unusable: [String: String] = [:]
    private var imports: [Destination: any ProjectImport] = [:]

    /// - Parameters:
    ///   - settings: How to go about it.
    ///   - look: The look at the projects that the settings were made from.
    ///   - site: The machine with the projects.
    ///   - store: What the fleet knows.
    ///   - stop: Ends the work: what is under way is asked to stop, and its end is recorded.
    ///   - time: The clock.
    package init(
        _ settings: Settings,
        after look: FleetLook,
        at site: any FleetSite,
        for store: any FleetStore,
        until stop: StopRequest,
        by time: any TimeSource
    ) {
        self.settings = settings
        firstLook = look
        self.site = site
        self.store = PatientStore(store, until: stop, by: time, lastWait: settings.lastWait)
        self.stop = stop
        self.time = time
        supervisor = Supervisor(slots: settings.worker.slots, isOnce: settings.isOnce, at: time.now)
    }

    /// Works until there is nothing left to do, or the work has to stop.
    ///
    /// - Returns: ``ExitStatus/done``; where each project gets one turn, what came of them.
    /// - Throws: `GlossportError` where the store can't be reached at the beginning, or this machine's clock is wrong.
    package mutating func run() async throws -> ExitStatus {
        site.report(.began(slots: settings.worker.slots, projects: firstLook?.entries.count ?? 0))
        let (store, me) = (store, settings.worker)
        try await Self.requireClock(store, time)
        let worker = try await store.ask { try await $0.register(me) }
        self.worker = worker
        await loop()
        let status = await status()
        try? await store.ask { try await $0.dismiss(worker) }
        site.report(.over)
        return status
    }

    private mutating func loop() async {
        await withTaskGroup(of: Event?.self) { group in
            let (time, stop) = (time, stop)
            group.addTask { (try? await stop.wait()).map { _ in .stop } }
            var timer: Timestamp?
            working: while true {
                while let step = supervisor.next(at: time.now) {
                    if step == .end {
                        if recording == 0 { break working }
                        break
                    }
                    // A slow answer of store or disk must not delay the ends of imports, or a signal.
                    if let question = take(step) { group.addTask { await question() } }
                }
                let wakeUp = supervisor.wakeUp
                if timer.map({ $0 > wakeUp || $0 <= time.now }) ?? true {
                    timer = wakeUp
                    group.addTask { (try? await time.sleep(until: wakeUp)).map { .timer } }
                }
                if let event = await group.next() ?? nil, let question = heed(event) {
                    group.addTask { await question() }
                }
            }
            group.cancelAll()
        }
    }

    // MARK: Steps

    /// Does what is to be done.
    ///
    /// - Returns: The remaining question to the store, while everything else goes on.
    private mutating func take(_ step: Supervisor.Step) -> Question? {
        switch step {
        case .look: return lookAround()
        case .beat:
            guard let worker else { return nil }
            let (busy, strangers) = (supervisor.running.count, Array(strangers.keys))
            return question { try await $0.beat(worker, busy: busy, strangers: strangers) }
        case .keep(let turn):
            // If the turn no longer counts, the import goes on, but its end is not recorded.
            return question { _ = try await $0.keep(turn) }
        case .take:
            guard !isTaking, hasLooked else { return nil }
            isTaking = true
            let (store, offers) = (store, supervisor.offers(look.offers))
            return {
                do { return .taken(try await store.ask { try await $0.takeDue(of: offers) }) } catch {
                    return .notTaken(Self.sentence(error))
                }
            }
        case .kill(let destination): kill(destination, "It did not end at its deadline.")
        case .end: break
        }
        return nil
    }

    /// Takes what has happened.
    ///
    /// - Returns: What there is to do meanwhile.
    private mutating func heed(_ event: Event) -> Question? {
        switch event {
        case .timer: break
        case .stop:
            drain()
            let store = store
            return { (try? await store.ask { try await $0.now() }) == nil ? .cutOff : nil }
        case .cutOff:
            // Nothing that they still hear can be recorded; their successors ask the service.
            for destination in imports.keys { kill(destination, "The database does not answer.") }
        case .looked(let result): learn(result)
        case .ended(let destination, let end): return record(end, of: destination)
        case .recorded(let events):
            recording -= 1
            for event in events { site.report(event) }
        case .trouble(let reason): site.report(.trouble(nil, reason))
        case .notTaken(let reason):
            isTaking = false
            site.report(.trouble(nil, reason))
        case .taken(nil):
            isTaking = false
            supervisor.tookNothing(at: time.now, jitter: settings.jitter())
        case .taken(let turn?):
            isTaking = false
            return start(turn)
        }
        return nil
    }

    /// Asks the store; an answer that comes too late is not waited for.
    private func question(_ body: @escaping @Sendable (any FleetStore) async throws -> Void) -> Question {
        let store = store
        return {
            do { try await store.ask(body) } catch { return .trouble(Self.sentence(error)) }
            return nil
        }
    }

    private mutating func start(_ turn: FleetTurn) -> Question {
        guard !supervisor.isDraining, let project = look.entries[turn.destination] else { return giveBack(turn) }
        supervisor.took(turn, at: time.now)
        site.report(.started(turn.destination, revision: turn.revision))
        let started = site.makeImport(of: project)
        imports[turn.destination] = started
        return { .ended(turn.destination, await started.run()) }
    }

    /// Leaves a project to others that was taken when it was time to stop, or when its files went away.
    private mutating func giveBack(_ turn: FleetTurn) -> Question {
        let outcome = TurnOutcome(
            wake: .after(.zero),
            failures: turn.failures,
            exit: turn.lastExit ?? ExitStatus.interrupted.rawValue
        )
        recording += 1
        let store = store
        return {
            _ = try? await store.ask { try await $0.note(outcome, of: turn) }
            return .recorded([])
        }
    }

    /// A machine with a wrong clock would park every project it takes: the service refuses its tokens.
    private static func requireClock(
        _ store: PatientStore,
        _ time: any TimeSource
    ) async throws {
        let now = time.now
        let lead = try await store.ask { try await $0.lead(of: now) }.components.seconds
        guard abs(lead) > permittedLead else { return }
        throw GlossportError(
            .journal,
            "This machine's clock is \(Duration.seconds(abs(lead)).text) \(lead > 0 ? "ahead of" : "behind") the database's, so it imports nothing.",
            remedy: "Correct the clock; the service refuses tokens with a wrong time."
        )
    }

    // MARK: The projects here

    private mutating func lookAround() -> Question? {
        guard !isLooking else {
            supervisor.lookSoon(at: time.now + Self.longestLook)
            return nil
        }
        isLooking = true
        let (site, store, time, journal) = (site, store, time, settings.journal)
        let firstLook = firstLook
        self.firstLook = nil
        return {
            do {
                try await Self.requireClock(store, time)
                var look = if let firstLook { firstLook } else { await site.look(within: Self.longestLook) }
                look.keep(journal)
                let offers = look.offers
                let submitted = try await store.ask { store in
                    if journal != nil { return Optional(try await store.revisions()) }
                    _ = try await store.submit(offers, by: ProcessIdentity.current.host)
                    return nil
                }
                return .looked(.success((look, submitted)))
            } catch {
                return .looked(.failure(error))
            }
        }
    }

    /// Goes on with what lies here now.
    private mutating func learn(_ result: Result<(FleetLook, submitted: [Destination: FleetRevision]?), any Error>) {
        (isLooking, hasLooked) = (false, true)
        supervisor.looked(at: time.now)
        do {
            let (look, submitted) = try result.get()
            self.look = look
            reportSkipped(submitted)
        } catch {
            // A store that can't be reached now may be reachable later; running imports go on.
            look = FleetLook()
            site.report(.trouble(nil, Self.sentence(error)))
        }
    }

    private mutating func reportSkipped(_ submitted: [Destination: FleetRevision]?) {
        for (path, reason) in look.unusable where unusable[path] != reason {
            site.report(.unusable(path: path, reason))
        }
        unusable = Dictionary(look.unusable.map { ($0.path, $0.reason) }) { first, _ in first }
        guard let submitted else { return }
        var others: [Destination: Int64?] = [:]
        for (destination, entry) in look.entries where submitted[destination]?.digest != entry.digest {
            let revision = submitted[destination]?.number
            others[destination] = .some(revision)
            guard strangers[destination] != .some(revision) else { continue }
            let reason = revision.map { "The files here are not revision \($0), which was submitted." }
            site.report(.skipped(destination, reason ?? "It was not submitted."))
        }
        strangers = others
    }

    // MARK: The end

    /// A turn has ended.
    ///
    /// - Returns: The remaining question to the store.
    private mutating func record(_ end: TurnEnd, of destination: Destination) -> Question? {
        imports[destination] = nil
        guard let turn = supervisor.ended(destination, at: time.now) else { return nil }
        let outcome = TurnOutcome(of: end, turn, jitter: settings.jitter())
        // Perhaps for the files' sake: what lies here now decides who goes on.
        if outcome.exit == ExitStatus.interrupted.rawValue { supervisor.lookSoon(at: time.now) }
        recording += 1
        let (store, now) = (store, time.now)
        return {
            do {
                return try await store.ask { store in
                    var reason = outcome.note
                    var status = outcome.wake.status(at: now, hasNote: outcome.note != nil)
                    if try await !store.note(outcome, of: turn) {
                        status = (.due, nil)
                        reason = "It was submitted, woken or taken by another worker meanwhile."
                        if end.kind != .done { try await Self.askAgain(destination, store, at: now) }
                    }
                    return .recorded([
                        .ended(
                            destination,
                            exit: outcome.exit,
                            state: status.state,
                            wakeAt: status.wakeAt,
                            reason: reason
                        )
                    ])
                }
            } catch {
                return .recorded([
                    .ended(destination, exit: outcome.exit, state: nil, wakeAt: nil, reason: outcome.note),
                    .trouble(destination, Self.sentence(error)),
                ])
            }
        }
    }

    /// Gives a project another turn whose import was passed over: what it had sent may have arrived after its successor had looked.
    private static func askAgain(
        _ destination: Destination,
        _ store: any FleetStore,
        at now: Timestamp
    ) async throws {
        guard let project = try await store.projects().first(where: { $0.destination == destination }),
            project.state(at: now) != .parked
        else { return }
        _ = try await store.wake([destination])
    }

    private func kill(_ destination: Destination, _ reason: String) {
        imports[destination]?.stopAtOnce()
        site.report(.killed(destination, reason))
    }

    private mutating func drain() {
        supervisor.drain()
        site.report(.draining(projects: imports.count))
        for started in imports.values { started.stop() }
    }

    private func status() async -> ExitStatus {
        guard settings.isOnce else { return .done }
        if supervisor.isDraining { return .interrupted }
        let store = store
        guard
            let (projects, now) = try? await store.ask({ (try await $0.projects(), try await $0.now()) })
        else { return unusable.isEmpty ? .notYet : .partial }
        return Self.status(of: projects, given: look.offers, hasUnusable: !unusable.isEmpty, at: now)
    }

    /// The exit code for the named projects, whichever worker imported them: 3 where one fails or is parked, 9 where one waits.
    static func status(
        of projects: [FleetProject],
        given offers: [Destination: InputDigest],
        hasUnusable: Bool,
        at now: Timestamp
    ) -> ExitStatus {
        let mine = projects.filter { offers[$0.destination] != nil }
        if hasUnusable || mine.contains(where: { $0.isFailing(at: now) }) { return .partial }
        let done = mine.filter { $0.state(at: now) == .done && offers[$0.destination] == $0.revision.digest }
        // Nothing was looked at, for example because the clock was in doubt.
        guard !offers.isEmpty else { return .notYet }
        return done.count == offers.count ? .done : .notYet
    }

    private static func sentence(_ error: any Error) -> String {
        (error as? GlossportError)?.message ?? "\(type(of: error))"
    }
}

extension FleetWake {
    /// The project's state, and when it is due.
    fileprivate func status(at now: Timestamp, hasNote: Bool) -> (state: FleetProject.State?, wakeAt: Timestamp?) {
        switch self {
        case .after(let duration): (.waiting, now + duration)
        case .at(let moment): (.waiting, moment)
        case .whenFree: (.waiting, nil)
        case .never: (hasNote ? .parked : .done, nil)
        }
    }
}
