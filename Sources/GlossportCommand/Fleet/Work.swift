private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Works for a fleet: does what ``Supervisor`` decides.
struct Work {
    /// How to go about it.
    struct Settings {
        var slots: Int
        var isOnce: Bool
        /// What each import is called with besides its project.
        var arguments: [String]
    }

    private enum Happening: Sendable {
        case timer
        case stop
        case ended(Destination, SupervisedProcess.End)
    }

    private let settings: Settings
    private let store: any FleetStore
    /// Whether what lies here is what is wanted, as it is where nobody else could have submitted anything.
    private let submitsItself: Bool
    private let log: WorkLog
    private let time: any TimeSource
    private var folder: FleetFolder
    private var supervisor: Supervisor
    private var worker: FleetWorkerID?
    private var look = FleetFolder.Look()
    private var strangers: [Destination: Int64?] = [:]
    private var unusable: [String: String] = [:]
    private var processes: [Destination: SupervisedProcess] = [:]
    /// How the turns of this process ended.
    private var outcomes: [Destination: TurnOutcome] = [:]

    /// - Parameters:
    ///   - settings: How to go about it.
    ///   - folder: Where projects are looked for.
    ///   - store: Where the fleet is kept; `nil` where this machine is all of it.
    ///   - log: Who is told.
    ///   - time: The clock.
    init(
        _ settings: Settings,
        _ folder: FleetFolder,
        _ store: (any FleetStore)?,
        _ log: WorkLog,
        _ time: any TimeSource
    ) {
        self.settings = settings
        self.folder = folder
        self.store = store ?? LocalFleet(time: time)
        submitsItself = store == nil
        self.log = log
        self.time = time
        supervisor = Supervisor(slots: settings.slots, isOnce: settings.isOnce, at: time.now)
    }

    /// Works until there is nothing left to do, or somebody wants it to stop.
    ///
    /// - Returns: How it ended.
    mutating func run() async throws -> ExitStatus {
        let me = FleetWorker(
            host: ProcessIdentity.current.host,
            process: Int(getpid()),
            version: GlossportCommand.version,
            slots: settings.slots,
            started: time.now,
            seen: time.now
        )
        try await requireClock()
        let worker = try await store.register(me)
        self.worker = worker
        await loop()
        try? await store.dismiss(worker)
        log.tell(WorkLog.Event("end"))
        return status
    }

    private mutating func loop() async {
        await withTaskGroup(of: Happening?.self) { group in
            let time = time
            group.addTask { (try? await Interrupts.shared.stop.wait()).map { _ in .stop } }
            var timer: Timestamp?
            working: while true {
                while let step = supervisor.next(at: time.now) {
                    if step == .end { break working }
                    for turn in await take(step) {
                        let process = SupervisedProcess()
                        processes[turn.destination] = process
                        let arguments = arguments(of: turn)
                        group.addTask { .ended(turn.destination, await process.run(arguments)) }
                    }
                }
                let wakeUp = supervisor.wakeUp
                if timer.map({ $0 > wakeUp || $0 <= time.now }) ?? true {
                    timer = wakeUp
                    group.addTask { (try? await time.sleep(until: wakeUp)).map { .timer } }
                }
                switch await group.next() {
                case .stop??: drain()
                case .ended(let destination, let end)??: await note(end, of: destination)
                case .timer??, .some(nil), nil: break
                }
            }
            group.cancelAll()
        }
    }

    // MARK: Steps

    /// Does what is to be done.
    ///
    /// - Returns: The turn that begins with it, if one does.
    private mutating func take(_ step: Supervisor.Step) async -> [FleetTurn] {
        do {
            switch step {
            case .look: try await lookAround()
            case .beat:
                if let worker {
                    try await store.beat(worker, busy: supervisor.running.count, strangers: Array(strangers.keys))
                }
            // If it counts no longer, it goes on all the same; only nobody is told how it ends.
            case .keep(let turn): _ = try await store.keep(turn)
            case .take:
                guard let turn = try await store.takeDue(of: supervisor.offers(look.offers)) else {
                    supervisor.tookNothing(at: time.now, jitter: Double.random(in: 0...1))
                    return []
                }
                supervisor.took(turn, at: time.now)
                var event = WorkLog.Event("started", turn.destination)
                event.revision = turn.revision
                log.tell(event)
                return [turn]
            case .kill(let destination):
                processes[destination]?.send(SIGKILL)
                log.tell(WorkLog.Event("killed", destination, reason: "It did not end at its deadline."))
            case .end: break
            }
        } catch {
            // Whoever can't be reached now can be later; what is under way goes on.
            log.tell(WorkLog.Event("trouble", reason: Self.sentence(error)))
        }
        return []
    }

    /// A machine with a wrong clock would park every project it takes: the service refuses its tokens.
    private func requireClock() async throws {
        let lead = try await store.lead(of: time.now).components.seconds
        guard abs(lead) > Self.permittedLead else { return }
        throw GlossportError(
            .journal,
            "This machine's clock is \(TimeText.duration(.seconds(abs(lead)))) \(lead > 0 ? "ahead of" : "behind") the database's, so it takes no project.",
            remedy: "Correct it; the service refuses tokens of another time."
        )
    }

    /// In seconds: tokens are dated back by as much.
    private static let permittedLead: Int64 = 60

    private mutating func lookAround() async throws {
        do { try await requireClock() } catch {
            look = FleetFolder.Look()
            throw error
        }
        look = folder.look(at: time.now)
        if submitsItself { _ = try await store.submit(look.offers, by: ProcessIdentity.current.host) }
        for (path, reason) in look.unusable where unusable[path] != reason {
            var event = WorkLog.Event("unusable", reason: reason)
            event.project = path
            log.tell(event)
        }
        unusable = Dictionary(look.unusable) { first, _ in first }
        guard !submitsItself else { return }
        let submitted = try await store.revisions()
        var others: [Destination: Int64?] = [:]
        for (destination, entry) in look.entries where submitted[destination]?.digest != entry.digest {
            let revision = submitted[destination]?.number
            others[destination] = .some(revision)
            guard strangers[destination] != .some(revision) else { continue }
            let reason = revision.map { "What lies here is not revision \($0), which was submitted." }
            log.tell(WorkLog.Event("skipped", destination, reason: reason ?? "Nobody has submitted it."))
        }
        strangers = others
    }

    private func arguments(of turn: FleetTurn) -> [String] {
        let entry = look.entries[turn.destination]
        return ["import", "--project=\(entry?.path ?? "")", "--expected-input=\(entry?.digest.description ?? "")"]
            + settings.arguments
    }

    private mutating func note(_ end: SupervisedProcess.End, of destination: Destination) async {
        processes[destination] = nil
        guard let turn = supervisor.ended(destination, at: time.now) else { return }
        let result = ImportResult.turnEnd(end)
        let outcome = TurnOutcome(of: result, turn, jitter: Double.random(in: 0...1))
        outcomes[destination] = outcome
        // Perhaps for the files' sake: what lies here now decides who goes on.
        if outcome.exit == ExitStatus.interrupted.rawValue { supervisor.lookSoon(at: time.now) }
        var event = WorkLog.Event("ended", destination, reason: outcome.note)
        event.exitCode = Int(outcome.exit)
        do {
            if try await store.note(outcome, of: turn) {
                (event.state, event.wakeAt) = outcome.wake.told(at: time.now, hasNote: outcome.note != nil)
            } else {
                event.state = FleetProject.State.due.rawValue
                event.reason = "It was submitted, woken or taken by somebody else meanwhile."
            }
            log.tell(event)
        } catch {
            log.tell(event)
            log.tell(WorkLog.Event("trouble", destination, reason: Self.sentence(error)))
        }
    }

    private mutating func drain() {
        supervisor.drain()
        var event = WorkLog.Event("draining")
        event.projects = processes.count
        log.tell(event)
        for process in processes.values { process.send(SIGTERM) }
    }

    // MARK: The end

    /// How it went for all projects that had their turn: what needs a person, what failed, what waits.
    private var status: ExitStatus {
        guard settings.isOnce else { return .done }
        if supervisor.isDraining { return .interrupted }
        if !unusable.isEmpty || outcomes.values.contains(where: { $0.failures > 0 || $0.isParked }) { return .partial }
        return outcomes.values.contains { $0.wake != .never } ? .notYet : .done
    }

    private static func sentence(_ error: any Error) -> String {
        CommandFailure(error).errors.first?.message ?? "\(type(of: error))"
    }
}

extension FleetWake {
    /// What is said of it: the project's state, and when it is due.
    fileprivate func told(at now: Timestamp, hasNote: Bool) -> (state: String, wakeAt: String?) {
        let moment: Timestamp? =
            switch self {
            case .after(let duration): now + duration
            case .at(let moment): moment
            case .whenFree, .never: nil
            }
        let state: FleetProject.State = self == .never ? hasNote ? .parked : .done : .waiting
        return (state.rawValue, moment.map(TimeText.rfc3339))
    }
}
