private import CLibrary
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Works for a fleet: does what ``Supervisor`` decides.
struct Work {
    /// How to go about it.
    struct Settings {
        var slots: Int
        var isOnce: Bool
        /// The arguments of each import besides its project.
        var arguments: [String]
    }

    private enum WorkEvent: Sendable {
        case timer
        case stop
        case looked(FleetFolder, Result<(FleetFolder.Look, submitted: [Destination: FleetRevision]?), any Error>)
        case ended(Destination, SupervisedProcess.End)
        /// The store does not answer any more, and the work has to stop.
        case cutOff
        /// The end of a turn was recorded, or could not be.
        case recorded([WorkLog.Event])
        /// The answer to a question for a project that is due; `nil` where none is.
        case taken(FleetTurn?)
        case notTaken(String)
        /// The store did not do what it was asked for.
        case trouble(String)
    }

    /// For how long the store is waited for once the work has to stop.
    private static let lastWait = Duration.seconds(3)
    /// How long one project may keep a look from its end.
    static let longestLook = Duration.seconds(10)

    private let settings: Settings
    private let store: any FleetStore
    /// The journal that the projects share; `nil` where the machine has journals of its own.
    private let journal: JournalLocation?
    /// Whether the files here count as submitted, because no other machine can submit any.
    private let submitsItself: Bool
    private let log: WorkLog
    private let time: any TimeSource
    private var folder: FleetFolder
    private var supervisor: Supervisor
    private var worker: FleetWorkerID?
    /// Whether the store is being asked for what is due.
    private var isTaking = false
    /// Whether projects are being looked at, and whether they ever were.
    private var (isLooking, hasLooked) = (false, false)
    /// How many ends of turns are being recorded.
    private var recording = 0
    private var look = FleetFolder.Look()
    /// The look that was taken before the work began, until it is used.
    private var firstLook: FleetFolder.Look?
    private var strangers: [Destination: Int64?] = [:]
    private var unusable: [String: String] = [:]
    private var processes: [Destination: SupervisedProcess] = [:]
    /// How long the store is waited for once the work has to stop.
    private let limit: LastCalls

    /// The patience with the store once the work has to stop: a short time for each call, and none after a call without an answer.
    private final class LastCalls: Sendable {
        let time: any TimeSource
        let isOver = Mutex(false)

        init(_ time: any TimeSource) { self.time = time }
    }

    init(
        _ settings: Settings,
        _ folder: FleetFolder,
        _ look: FleetFolder.Look,
        _ journal: JournalLocation?,
        _ log: WorkLog,
        _ time: any TimeSource
    ) throws {
        self.settings = settings
        self.folder = folder
        firstLook = look
        self.journal = journal
        store = try journal?.fleet ?? LocalFleet(time: time)
        submitsItself = journal == nil
        self.log = log
        self.time = time
        supervisor = Supervisor(slots: settings.slots, isOnce: settings.isOnce, at: time.now)
        limit = LastCalls(time)
    }

    /// Works until there is nothing left to do, or a signal stops it.
    mutating func run() async throws -> ExitStatus {
        let me = FleetWorker(
            host: ProcessIdentity.current.host,
            process: Int(getpid()),
            version: GlossportCommand.version,
            slots: settings.slots,
            started: time.now,
            seen: time.now
        )
        try await Self.requireClock(store, time, limit)
        let worker = try await store.register(me)
        self.worker = worker
        await loop()
        let status = await status()
        try? await ask { try await $0.dismiss(worker) }
        log.write(WorkLog.Event("end"))
        return status
    }

    private mutating func loop() async {
        await withTaskGroup(of: WorkEvent?.self) { group in
            let time = time
            group.addTask { (try? await Interrupts.shared.stop.wait()).map { _ in .stop } }
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
                switch await group.next() {
                case .stop??:
                    drain()
                    let (store, limit) = (store, limit)
                    group.addTask {
                        (try? await Self.limited(by: limit) { try await store.now() }) == nil ? .cutOff : nil
                    }
                case .cutOff??:
                    // Nothing that they still hear can be recorded; their successors ask the service.
                    for destination in processes.keys { kill(destination, "The database does not answer.") }
                case .looked(let folder, let result)??: learn(folder, result)
                case .ended(let destination, let end)??:
                    if let question = record(end, of: destination) { group.addTask { await question() } }
                case .recorded(let events)??:
                    recording -= 1
                    for event in events { log.write(event) }
                case .trouble(let reason)??: log.write(WorkLog.Event("trouble", reason: reason))
                case .notTaken(let reason)??:
                    isTaking = false
                    log.write(WorkLog.Event("trouble", reason: reason))
                case .taken(let turn)??:
                    isTaking = false
                    guard let turn else {
                        supervisor.tookNothing(at: time.now, jitter: Double.random(in: 0...1))
                        break
                    }
                    guard !supervisor.isDraining else {
                        await giveBack(turn)
                        break
                    }
                    let process = start(turn)
                    let arguments = arguments(of: turn)
                    group.addTask { .ended(turn.destination, await process.run(arguments)) }
                case .timer??, .some(nil), nil: break
                }
            }
            group.cancelAll()
        }
    }

    // MARK: Steps

    /// Does what is to be done.
    ///
    /// - Returns: The remaining question to the store, while everything else goes on.
    private mutating func take(_ step: Supervisor.Step) -> (@Sendable () async -> WorkEvent?)? {
        let (store, limit) = (store, limit)
        switch step {
        case .look: return lookAround()
        case .beat:
            guard let worker else { return nil }
            let (busy, strangers) = (supervisor.running.count, Array(strangers.keys))
            return Self.question(store, limit) { store in
                try await store.beat(worker, busy: busy, strangers: strangers)
                return nil
            }
        case .keep(let turn):
            return Self.question(store, limit) { store in
                // If the turn no longer counts, the import goes on, but its end is not recorded.
                _ = try await store.keep(turn)
                return nil
            }
        case .take:
            guard !isTaking, hasLooked else { return nil }
            isTaking = true
            let offers = supervisor.offers(look.offers)
            return {
                do { return .taken(try await Self.limited(by: limit) { try await store.takeDue(of: offers) }) } catch {
                    return .notTaken(Self.sentence(error))
                }
            }
        case .kill(let destination): kill(destination, "It did not end at its deadline.")
        case .end: break
        }
        return nil
    }

    /// Asks the store; an answer that comes too late is not waited for.
    private static func question(
        _ store: any FleetStore,
        _ limit: LastCalls,
        _ body: @escaping @Sendable (any FleetStore) async throws -> WorkEvent?
    ) -> @Sendable () async -> WorkEvent? {
        {
            do { return try await limited(by: limit) { try await body(store) } } catch {
                return .trouble(sentence(error))
            }
        }
    }

    private func ask<Value: Sendable>(
        _ body: @escaping @Sendable (any FleetStore) async throws -> Value
    ) async throws -> Value {
        let store = store
        return try await Self.limited(by: limit) { try await body(store) }
    }

    /// The result of `body`, which is left to itself if it has not answered a short while after the work has to stop.
    private static func limited<Value: Sendable>(
        by limit: LastCalls,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        let work = Task {
            do { continuation.yield(.success(try await body())) } catch { continuation.yield(.failure(error)) }
            continuation.finish()
        }
        let watch = Task {
            guard (try? await Interrupts.shared.stop.wait()) != nil else { return }
            if !limit.isOver.withLock({ $0 }) {
                do { try await limit.time.sleep(until: limit.time.now + Self.lastWait) } catch { return }
            }
            limit.isOver.withLock { $0 = true }
            continuation.finish()
        }
        defer {
            work.cancel()
            watch.cancel()
        }
        for await answer in answers { return try answer.get() }
        throw GlossportError(
            .journal,
            "The database did not answer in time.",
            remedy: "Nothing is lost: run the command again."
        )
    }

    private mutating func start(_ turn: FleetTurn) -> SupervisedProcess {
        supervisor.took(turn, at: time.now)
        var event = WorkLog.Event("started", turn.destination)
        event.revision = turn.revision
        log.write(event)
        let process = SupervisedProcess()
        processes[turn.destination] = process
        return process
    }

    /// Leaves a project to others that was taken when it was time to stop.
    private func giveBack(_ turn: FleetTurn) async {
        let outcome = TurnOutcome(
            wake: .after(.zero),
            failures: turn.failures,
            exit: turn.lastExit ?? ExitStatus.interrupted.rawValue
        )
        _ = try? await ask { try await $0.note(outcome, of: turn) }
    }

    /// A machine with a wrong clock would park every project it takes: the service refuses its tokens.
    private static func requireClock(
        _ store: any FleetStore,
        _ time: any TimeSource,
        _ limit: LastCalls
    ) async throws {
        let now = time.now
        let lead = try await limited(by: limit) { try await store.lead(of: now) }.components.seconds
        guard abs(lead) > permittedLead else { return }
        throw GlossportError(
            .journal,
            "This machine's clock is \(TimeText.duration(.seconds(abs(lead)))) \(lead > 0 ? "ahead of" : "behind") the database's, so it imports nothing.",
            remedy: "Correct the clock; the service refuses tokens with a wrong time."
        )
    }

    /// In seconds: tokens are dated back by as much.
    private static let permittedLead: Int64 = 60

    private mutating func lookAround() -> (@Sendable () async -> WorkEvent?)? {
        guard !isLooking else {
            supervisor.lookSoon(at: time.now + Self.longestLook)
            return nil
        }
        let (store, limit, time, journal, submitsItself) = (store, limit, time, journal, submitsItself)
        isLooking = true
        let firstLook = firstLook.take()
        return { [folder] in
            var folder = folder
            do {
                try await Self.requireClock(store, time, limit)
                var look =
                    if let firstLook { firstLook } else { await folder.read(time, within: Self.longestLook) }
                look.keep(journal)
                let (offers, known) = (look.offers, look)
                let submitted = try await Self.limited(by: limit) {
                    submitsItself
                        ? try await store.submit(offers, by: ProcessIdentity.current.host) : try await store.revisions()
                }
                return .looked(folder, .success((known, submitsItself ? nil : submitted)))
            } catch {
                return .looked(folder, .failure(error))
            }
        }
    }

    /// Goes on with what lies here now.
    private mutating func learn(
        _ folder: FleetFolder,
        _ result: Result<(FleetFolder.Look, submitted: [Destination: FleetRevision]?), any Error>
    ) {
        self.folder = folder
        (isLooking, hasLooked) = (false, true)
        supervisor.looked(at: time.now)
        do {
            let (look, submitted) = try result.get()
            self.look = look
            reportSkipped(look, submitted)
        } catch {
            // A store that can't be reached now may be reachable later; running imports go on.
            look = FleetFolder.Look()
            log.write(WorkLog.Event("trouble", reason: Self.sentence(error)))
        }
    }

    private mutating func reportSkipped(_ look: FleetFolder.Look, _ submitted: [Destination: FleetRevision]?) {
        for (path, reason) in look.unusable where unusable[path] != reason {
            var event = WorkLog.Event("unusable", reason: reason)
            event.project = path
            log.write(event)
        }
        unusable = Dictionary(look.unusable) { first, _ in first }
        guard let submitted else { return }
        var others: [Destination: Int64?] = [:]
        for (destination, entry) in look.entries where submitted[destination]?.digest != entry.digest {
            let revision = submitted[destination]?.number
            others[destination] = .some(revision)
            guard strangers[destination] != .some(revision) else { continue }
            let reason = revision.map { "The files here are not revision \($0), which was submitted." }
            log.write(WorkLog.Event("skipped", destination, reason: reason ?? "It was not submitted."))
        }
        strangers = others
    }

    private func arguments(of turn: FleetTurn) -> [String] {
        let entry = look.entries[turn.destination]
        return ["import", "--project=\(entry?.path ?? "")", "--expected-input=\(entry?.digest.description ?? "")"]
            + settings.arguments
    }

    /// A turn has ended.
    ///
    /// - Returns: The remaining question to the store.
    private mutating func record(
        _ end: SupervisedProcess.End,
        of destination: Destination
    ) -> (@Sendable () async -> WorkEvent?)? {
        processes[destination] = nil
        guard let turn = supervisor.ended(destination, at: time.now) else { return nil }
        let result = ImportResult.turnEnd(end)
        let outcome = TurnOutcome(of: result, turn, jitter: Double.random(in: 0...1))
        // Perhaps for the files' sake: what lies here now decides who goes on.
        if outcome.exit == ExitStatus.interrupted.rawValue { supervisor.lookSoon(at: time.now) }
        recording += 1
        let (store, limit, now) = (store, limit, time.now)
        return {
            var event = WorkLog.Event("ended", destination, reason: outcome.note)
            event.exitCode = Int(outcome.exit)
            do {
                return try await Self.limited(by: limit) { [event] in
                    var event = event
                    if try await store.note(outcome, of: turn) {
                        (event.state, event.wakeAt) = outcome.wake.status(at: now, hasNote: outcome.note != nil)
                    } else {
                        event.state = .due
                        event.reason = "It was submitted, woken or taken by another worker meanwhile."
                        if result.kind != .done { try await Self.askAgain(destination, store, at: now) }
                    }
                    return .recorded([event])
                }
            } catch {
                return .recorded([event, WorkLog.Event("trouble", destination, reason: Self.sentence(error))])
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
        processes[destination]?.send(SIGKILL)
        log.write(WorkLog.Event("killed", destination, reason: reason))
    }

    private mutating func drain() {
        supervisor.drain()
        var event = WorkLog.Event("draining")
        event.projects = processes.count
        log.write(event)
        for process in processes.values { process.send(SIGTERM) }
    }

    // MARK: The end

    private func status() async -> ExitStatus {
        guard settings.isOnce else { return .done }
        if supervisor.isDraining { return .interrupted }
        guard
            let (projects, now) = try? await ask({ store in (try await store.projects(), try await store.now()) })
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
        CommandFailure(error).errors.first?.message ?? "\(type(of: error))"
    }
}

extension FleetWake {
    /// The project's state, and when it is due.
    fileprivate func status(at now: Timestamp, hasNote: Bool) -> (state: FleetProject.State, wakeAt: Timestamp?) {
        let moment: Timestamp? =
            switch self {
            case .after(let duration): now + duration
            case .at(let moment): moment
            case .whenFree, .never: nil
            }
        let state: FleetProject.State = self == .never ? hasNote ? .parked : .done : .waiting
        return (state, moment)
    }
}
