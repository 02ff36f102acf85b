private import CLibrary
import Glossport
import GlossportProject
import GlossportReading

/// One run of a command on a machine.
///
/// After its death, it starts no actions or requests; those in progress may still have their effect.
final class LifeProcess: Sendable {
    let world: LifeWorld
    let command: RunCommand
    let destination: Destination
    let stop = StopRequest()
    /// The machine's clock minus the simulation's.
    let skew: Duration
    private let state: Mutex<State>

    private struct State {
        var facts: LifeReferee.ProcessFacts
        var isDead = false
        /// The number of actions left before it dies.
        var actsLeft: Int
        var tokenBirth: Timestamp
        var onDeath: (@Sendable () -> Void)?
    }

    init(_ world: LifeWorld, _ machine: LifeMachine, _ command: RunCommand, _ environment: ServiceEnvironment) {
        self.world = world
        self.command = command
        destination = Destination(app: LifeDeliveries.app, environment: environment)
        skew = machine.skew
        var facts = LifeReferee.ProcessFacts(
            machine: machine.number,
            journal: machine.journalNumber,
            environment: environment,
            command: command.rawValue
        )
        world.with { $0.referee.begins(&facts) }
        let dies = world.strikes(world.scenario.faults.crash)
        let acts = dies ? world.draw(1...(world.happens(0.5) ? 30 : 200)) : Int.max
        state = Mutex(State(facts: facts, actsLeft: acts, tokenBirth: world.now))
        guard world.strikes(world.scenario.faults.stop) else { return }
        let wait = Duration.milliseconds(world.draw(1...(world.happens(0.7) ? 5_000 : 600_000)))
        world.clock.after(wait) { [self] in ask(to: .interrupted) }
    }

    var facts: LifeReferee.ProcessFacts { state.withLock { $0.facts } }
    var isDead: Bool { state.withLock { $0.isDead } }
    var tokenBirth: Timestamp { state.withLock { $0.tokenBirth } }

    private func ask(to cause: StopRequest.Cause) {
        let now = world.now
        let isFirst = state.withLock { state in
            guard !state.isDead, state.facts.stopped == nil else { return false }
            state.facts.stopped = now
            return true
        }
        guard isFirst else { return }
        world.with { $0.report.stops += 1 }
        if world.mutant != .ignoresStops { stop.request(cause) }
    }

    func signToken(at now: Timestamp) { state.withLock { $0.tokenBirth = now } }

    func onDeath(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onDeath = body } }

    func die() {
        let onDeath = state.withLock { state in
            state.isDead = true
            defer { state.onDeath = nil }
            return state.onDeath
        }
        onDeath?()
    }

    /// Counts an action; the process dies if none is left, except at the end without faults.
    ///
    /// - Throws: ``GlossportError`` with code `journal` if the process is dead.
    func act() throws {
        let diesNow = state.withLock { state in
            guard !state.isDead else { return false }
            state.actsLeft -= 1
            return state.actsLeft < 0
        }
        if diesNow, !world.with({ $0.isCalm }) { die() }
        if isDead { throw GlossportError(.journal, "The process is dead.") }
    }

    /// Updates the referee and its facts about this process.
    func notify(_ body: (inout LifeReferee, inout LifeReferee.ProcessFacts) -> Void) {
        world.with { world in state.withLock { body(&world.referee, &$0.facts) } }
    }

    var time: any TimeSource { LifeTime(process: self) }
}

/// The machine's clock as a process sees it.
private struct LifeTime: TimeSource {
    let process: LifeProcess

    var now: Timestamp { process.world.now + process.skew }

    func sleep(until deadline: Timestamp) async throws {
        let late = process.world.happens(0.1) ? Duration.milliseconds(process.world.draw(0...500)) : .zero
        try await process.world.clock.sleep(deadline - now + late)
    }
}

/// A machine with its journal, checkout and clock.
struct LifeMachine: Sendable {
    let number: Int
    /// The edition that is checked out.
    var edition = 0
    var skew = Duration.zero
    var log = MemoryLog()
    /// The number of the journal, which changes when the journal is lost or restored.
    var journalNumber: Int
    /// An old copy of the journal, and the number under which the referee keeps its facts.
    var copy: (log: MemoryLog, number: Int)?
}
