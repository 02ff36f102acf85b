import Foundation
import Testing

/// Runs tests that wait for plugins on threads of their own: of those that all tests share there are as few as processors.
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

/// Threads of their own: tasks share those of Dispatch, and what blocks them would leave none for the clock that ends it.
private final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
