import Foundation
import Testing

/// Runs tests that wait for plugins on separate threads, because the shared pool has only one thread per processor.
struct Blocking: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

extension Trait where Self == Blocking {
    static var blocking: Self { Blocking() }
}

/// Separate threads: blocking tasks on Dispatch's shared threads would leave none for the timer that stops them.
private final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
