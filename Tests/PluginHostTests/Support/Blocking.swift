import Testing

@testable import GlossportCommand

/// Runs tests that wait for plugins on threads of their own: of those that all tests share there are as few as processors.
struct Blocking: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(LookingThreads.shared) { try await function() }
    }
}

extension Trait where Self == Blocking {
    static var blocking: Self { Blocking() }
}
