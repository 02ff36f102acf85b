private import Foundation

/// Threads of their own on which projects are looked at: a disk or a plugin that hangs holds up nothing else.
///
/// Not those of Dispatch: tasks share them, and four files of many gigabytes would leave none for the clock that ends the look.
final class LookingThreads: TaskExecutor {
    static let shared = LookingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
