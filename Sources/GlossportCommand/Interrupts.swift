@preconcurrency private import Dispatch
private import Foundation
private import Synchronization

/// Turns Ctrl-C and SIGTERM into requests to stop.
///
/// A second one leaves at once; that is safe at any instant.
final class Interrupts: Sendable {
    let stream: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]
    private let count = Counter()

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        let count = count
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                switch count.next() {
                case 1:
                    Output.talk("Interrupted before anything was uploaded.")
                    _exit(130)
                case 2: break
                default: _exit(130)
                }
                Output.talk(
                    "Stopping: waiting for the requests in flight. Ctrl-C again leaves at once; that loses nothing."
                )
                continuation.yield()
            }
            source.resume()
            return source
        }
    }

    /// From now on uploads are under way, and the first request to stop lets them settle.
    func settleFirst() { _ = count.next() }

    /// Handlers of one source never run at the same time, those of two may.
    private final class Counter: Sendable {
        private let value = Atomic(0)
        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }
}
