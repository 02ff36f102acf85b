import Synchronization
import Testing

/// Lets only a few tests run at a time: each starts processes of its own, and the machine has few cores.
struct Bounded: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        // Around each case, not around the suite, which would hold a place while its own tests wait for one.
        testCase == nil ? nil : self
    }

    @concurrent
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Places.shared.take()
        defer { Places.shared.give() }
        try await function()
    }

    private final class Places: Sendable {
        static let shared = Places(4)
        private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

        init(_ count: Int) { state = Mutex((count, [])) }

        func take() async {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(continuation)
                    return false
                }
                if isFree { continuation.resume() }
            }
        }

        func give() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.waiting.isEmpty {
                    state.free += 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
    }
}

extension Trait where Self == Bounded {
    static var bounded: Self { Bounded() }
}
