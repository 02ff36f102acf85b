private import CLibrary
import GlossportImporting
import GlossportReading

/// A fleet's store, asked with patience.
///
/// It has no end while the work goes on. Once the work has to stop, each call has a short time, and none after a call without an answer.
final class PatientStore: Sendable {
    private let store: any FleetStore
    private let stop: StopRequest
    private let time: any TimeSource
    private let lastWait: Duration
    private let isOver = Mutex(false)

    init(_ store: any FleetStore, until stop: StopRequest, by time: any TimeSource, lastWait: Duration) {
        self.store = store
        self.stop = stop
        self.time = time
        self.lastWait = lastWait
    }

    /// The result of `body`, which is left to itself if it has not answered a short while after the work has to stop.
    func ask<Value: Sendable>(
        _ body: @escaping @Sendable (any FleetStore) async throws -> Value
    ) async throws -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        let work = Task {
            do { continuation.yield(.success(try await body(store))) } catch { continuation.yield(.failure(error)) }
            continuation.finish()
        }
        let watch = Task {
            guard (try? await stop.wait()) != nil else { return }
            if !isOver.withLock({ $0 }) {
                do { try await time.sleep(until: time.now + lastWait) } catch { return }
            }
            isOver.withLock { $0 = true }
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
}
