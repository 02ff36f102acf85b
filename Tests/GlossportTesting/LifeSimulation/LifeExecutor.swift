private import CLibrary
import Glossport

/// Runs the jobs of a simulation one after another on the simulating thread.
///
/// Jobs run in order of arrival, or in an order drawn from a seed. Nothing runs in parallel, so the same seed gives the
/// same run.
final class LifeExecutor: TaskExecutor {
    private let state: Mutex<State>

    private struct State {
        var jobs: [UnownedJob] = []
        var random: SeededRandom?
    }

    /// - Parameter seed: The seed of the order; `nil` runs jobs in order of arrival.
    init(seed: UInt64?) { state = Mutex(State(random: seed.map { SeededRandom(seed: $0) })) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs one job; returns whether there was one.
    func runOne() -> Bool {
        let job = state.withLock { state -> UnownedJob? in
            guard !state.jobs.isEmpty else { return nil }
            var index = 0
            if var random = state.random, state.jobs.count > 1 {
                index = Int.random(in: 0..<state.jobs.count, using: &random)
                state.random = random
            }
            return state.jobs.remove(at: index)
        }
        guard let job else { return false }
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}
