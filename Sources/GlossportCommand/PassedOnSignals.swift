private import CLibrary
@preconcurrency private import Dispatch
private import Foundation

/// Ctrl-C, SIGTERM and SIGHUP for a process that only waits for others: they are passed on, and nothing more is started.
final class PassedOnSignals: Sendable {
    private let state = Mutex(State())

    private struct State {
        var haveCome = false
        var process: pid_t?
        var sources: [any DispatchSourceProtocol] = []
    }

    /// Whether one has come.
    var haveCome: Bool { state.withLock { $0.haveCome } }

    init() {
        for number in [SIGINT, SIGTERM, SIGHUP] where !Interrupts.isPassedOver(number) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [self] in
                state.withLock { state in
                    state.haveCome = true
                    // A terminal has told it already, and tells it no second time by this: see `Interrupts`.
                    if let process = state.process { kill(process, number) }
                }
            }
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
            source.resume()
            state.withLock { $0.sources.append(source) }
        }
    }

    /// Passes signals on to a process, also one that came while it was being started.
    func pass(to process: OwnProcess) {
        state.withLock { state in
            state.process = process.identifier
            if state.haveCome { kill(process.identifier, SIGTERM) }
        }
    }

    /// From now on there is nobody to pass anything on to.
    func release() { state.withLock { $0.process = nil } }
}
