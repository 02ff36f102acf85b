private import CLibrary
@preconcurrency import Dispatch
private import Foundation
import Glossport

/// Turns Ctrl-C, SIGTERM, SIGHUP and the deadline into one request to stop the whole run.
///
/// Before a run is recorded, while the process reads or waits for the lock, the process exits immediately. Once the run
/// is recorded (``StopRequest/isUnderWay``), the request is passed on, and requests in flight are recorded first. A
/// second signal then exits immediately, which is safe at any time.
final class Interrupts: Sendable {
    /// Shared, because signals apply to the whole process.
    static let shared = Interrupts()

    /// The stop request of the current project or, in a call for one project, of the whole call.
    var stop: StopRequest { ProjectCall.current?.stop ?? callStop }
    private let callStop = StopRequest()
    private let state = Mutex(State())

    private struct State {
        var signals = 0
        var last: ContinuousClock.Instant?
        var sources: [any DispatchSourceProtocol] = []
        /// The running call for several projects.
        var several: SeveralProjects?
        /// The stop requests of the projects that are running.
        var parts: [StopRequest] = []
    }

    private init() {}

    var cause: StopRequest.Cause? { callStop.cause }

    /// The running call for several projects; ``CommandFailure`` prints its last lines if the process exits
    /// immediately.
    var several: SeveralProjects? {
        get { state.withLock { $0.several } }
        set { state.withLock { $0.several = newValue } }
    }

    /// Retains a signal source for the lifetime of the process.
    func keep(_ source: any DispatchSourceProtocol) { state.withLock { $0.sources.append(source) } }

    /// Registers a project's stop request.
    ///
    /// - Returns: Whether the project may begin.
    func begin(_ part: StopRequest) -> Bool {
        state.withLock { state in
            guard callStop.cause == nil else { return false }
            state.parts.append(part)
            return true
        }
    }

    func end(_ part: StopRequest) { state.withLock { state in state.parts.removeAll { $0 === part } } }

    func isAtWork(_ part: StopRequest) -> Bool { state.withLock { state in state.parts.contains { $0 === part } } }

    private var isUnderWay: Bool { callStop.isUnderWay || state.withLock { $0.parts }.contains(where: \.isUnderWay) }

    /// Exits immediately, which is permitted only while no run is under way, and keeps other projects from beginning.
    private func leaveAtOnce(_ cause: StopRequest.Cause, _ notice: String) -> Never {
        callStop.request(cause)
        CommandFailure(
            ExitStatus(cause),
            several != nil ? "\(cause.sentence): run the same command again to continue." : notice
        )
        .leaveAtOnce()
    }

    private func request(_ cause: StopRequest.Cause) {
        let parts = state.withLock { state in
            callStop.request(cause)
            return state.parts
        }
        for part in parts { part.request(cause) }
    }

    /// Starts to handle signals.
    func listen() {
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { self.receive(number) }
            Platform.leaveToSource(number)
            source.resume()
            keep(source)
        }
    }

    /// Whether the signal is SIGHUP and the parent process has ignored it, as `nohup` does.
    private static func isIgnored(_ number: Int32) -> Bool {
        guard number == SIGHUP else { return false }
        let before = signal(number, SIG_DFL)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Stops the run after the given time, or exits if no run is under way then.
    func arm(deadline: Duration) {
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .now() + .nanoseconds(Int(clamping: deadline.nanoseconds)))
        source.setEventHandler {
            guard self.isUnderWay else {
                self.leaveAtOnce(
                    .deadline,
                    "The deadline was reached before anything was sent: run the same command again with a longer --deadline."
                )
            }
            self.request(.deadline)
        }
        source.resume()
        keep(source)
    }

    /// Waits for an answer from the user; a signal then exits immediately, because no request is in flight.
    func whileAsking<Value>(_ body: () -> Value) -> Value {
        let stop = stop
        let before = stop.setUnderWay(false)
        defer { stop.setUnderWay(before) }
        return body()
    }

    private func receive(_ number: Int32) {
        let signals = state.withLock { state in
            // One event may cause several signals: the terminal and `timeout` signal the whole process group, and a
            // parent process may forward the signal. Signals within 250 ms count as one.
            let now = ContinuousClock.now
            let isEcho = state.last.map { now - $0 < .milliseconds(250) } ?? false
            state.last = now
            if !isEcho { state.signals += 1 }
            return isEcho ? 0 : state.signals
        }
        guard signals > 0 else { return }
        guard isUnderWay else {
            leaveAtOnce(.interrupted, "Interrupted: no request was in flight.")
        }
        guard signals == 1 else {
            CommandFailure(
                .interrupted,
                "Interrupted twice: requests were in flight; the journal has recorded them. Run the same command again to continue."
            )
            .leaveAtOnce()
        }
        // After SIGHUP, the terminal is gone.
        if number != SIGHUP {
            Output.report(
                "Stopping: waiting for the requests in flight. Press Ctrl-C again to exit at once; nothing is lost."
            )
        }
        request(.interrupted)
    }
}
