private import CLibrary
@preconcurrency import Dispatch
private import Foundation
import Glossport

/// Turns Ctrl-C, SIGTERM, SIGHUP and the deadline into one request to stop, which holds for the whole run.
///
/// While nothing is under way that has to be recorded (reading, waiting for the lock) the process leaves at once. Once the run is booked
/// (``StopRequest/isUnderWay``) the request is passed on, and requests in flight are recorded first; a second signal leaves at once then,
/// which is safe at any instant.
final class Interrupts: Sendable {
    /// The process has one set of signals.
    static let shared = Interrupts()

    /// The request of the present project, or of the whole call where it is about one.
    var stop: StopRequest { ProjectCall.current?.stop ?? whole }
    private let whole = StopRequest()
    private let state = Mutex(State())

    private struct State {
        var signals = 0
        var last: ContinuousClock.Instant?
        var sources: [any DispatchSourceProtocol] = []
        /// The call for several projects: when one leaves, others may have sent.
        var several: SeveralProjects?
        /// The requests of the projects that are under way.
        var parts: [StopRequest] = []
    }

    private init() {}

    /// The reason to stop everything; `nil` if there is none.
    var cause: StopRequest.Cause? { whole.cause }

    /// The call for several projects that is under way: ``CommandFailure`` prints its last lines if the process ends at once.
    var several: SeveralProjects? {
        get { state.withLock { $0.several } }
        set { state.withLock { $0.several = newValue } }
    }

    /// Keeps a source of signals for the life of the process.
    func keep(_ source: any DispatchSourceProtocol) { state.withLock { $0.sources.append(source) } }

    /// Registers a project's stop request.
    ///
    /// - Returns: Whether the project may begin.
    func begin(_ part: StopRequest) -> Bool {
        state.withLock { state in
            guard whole.cause == nil else { return false }
            state.parts.append(part)
            return true
        }
    }

    /// Takes note that a project has ended.
    func end(_ part: StopRequest) { state.withLock { state in state.parts.removeAll { $0 === part } } }

    /// Whether a project has begun and not ended.
    func isAtWork(_ part: StopRequest) -> Bool { state.withLock { state in state.parts.contains { $0 === part } } }

    private var isUnderWay: Bool { whole.isUnderWay || state.withLock { $0.parts }.contains(where: \.isUnderWay) }

    /// Ends the process while nothing is under way; no other project begins.
    private func leaveAtOnce(_ cause: StopRequest.Cause, _ notice: String) -> Never {
        whole.request(cause)
        CommandFailure(
            ExitStatus(cause),
            several != nil ? "\(cause.sentence): run the same command again to continue." : notice
        )
        .leaveAtOnce()
    }

    private func request(_ cause: StopRequest.Cause) {
        let parts = state.withLock { state in
            whole.request(cause)
            return state.parts
        }
        for part in parts { part.request(cause) }
    }

    /// Listens from now on.
    func listen() {
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isPassedOver(number) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { self.receive(number) }
            Platform.leaveToSource(number)
            source.resume()
            keep(source)
        }
    }

    /// Whether the starter of this process wants it to outlive its terminal, as `nohup` does.
    private static func isPassedOver(_ number: Int32) -> Bool {
        guard number == SIGHUP else { return false }
        let before = signal(number, SIG_DFL)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Stops the run after a time, counted from now.
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

    /// Waits for a person, during which the process leaves at once: nothing is under way, and the question can't be taken back.
    func whileAsking<Value>(_ body: () -> Value) -> Value {
        let stop = stop
        let before = stop.setUnderWay(false)
        defer { stop.setUnderWay(before) }
        return body()
    }

    private func receive(_ number: Int32) {
        let signals = state.withLock { state in
            // A terminal signals the whole group, and so does `timeout`, besides a parent that forwards the signal: all
            // count as one.
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
        // Nobody looks at a terminal that is gone.
        if number != SIGHUP {
            Output.report(
                "Stopping: waiting for the requests in flight. Press Ctrl-C again to exit at once; nothing is lost."
            )
        }
        request(.interrupted)
    }
}
