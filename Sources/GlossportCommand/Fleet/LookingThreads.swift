private import Dispatch

/// Threads on which projects are looked at: a disk or a plugin that hangs holds up nothing else.
final class LookingThreads: TaskExecutor {
    static let shared = LookingThreads()

    private let queue = DispatchQueue(label: "glossport.look", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
