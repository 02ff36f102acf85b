private import CLibrary
private import Foundation
import GRDB
import GlossportReading

/// A queue of processes that want to write to a file, in front of SQLite's own lock.
///
/// SQLite lets a writer that has just committed take the lock again before a sleeping writer notices that it was free.
/// Without this queue, other processes waited for minutes beside an import that writes without a pause. A waiting
/// process keeps its place here until its transaction has begun, so the former writer comes after it. The queue is only
/// a courtesy: if the wait here times out, because a suspended process has the place, the process continues to
/// SQLite's lock, which keeps writers apart.
///
/// It is `flock` on `<journal>.turn`, which the kernel releases when a process ends. Each instance opens the file
/// separately, so that imports within one process queue like those of several.
final class WriteTurn: Sendable {
    private let path: String
    private let timeout: Duration
    /// `nil` until the first transaction: a process that only reads leaves no file.
    private let file = Mutex<Int32?>(nil)

    init(journal: String, timeout: Duration = Connection.timeout) {
        path = journal + ".turn"
        self.timeout = timeout
    }

    deinit {
        if let file = file.withLock({ $0 }) { close(file) }
    }

    /// Waits for this process's turn to write.
    ///
    /// - Throws: ``GlossportError`` with code `journal` if the file at the turn's path can't be opened, or is not safe
    ///   to use as a lock.
    func acquire() throws {
        let file = try opened()
        let wait = BusyWait(timeout)
        // Any other error means that the file system does not support such locks; continue without one.
        while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, wait.goesOn() {}
    }

    /// Gives up the turn, so that the next process can have it.
    func release() {
        if let file = file.withLock({ $0 }) { _ = flock(file, LOCK_UN) }
    }

    private func opened() throws -> Int32 {
        try file.withLock { file in
            if let file { return file }
            let opened = try LockFile(path).descriptor
            file = opened
            return opened
        }
    }
}

/// A wait for a lock: short sleeps until the time is up.
struct BusyWait {
    private let end: ContinuousClock.Instant

    init(_ timeout: Duration = Connection.timeout) {
        end = .now + timeout
    }

    /// Sleeps, unless the time is up.
    ///
    /// - Returns: Whether to try again.
    func goesOn() -> Bool {
        guard ContinuousClock.now < end else { return false }
        // Random times, because two processes that sleep equally long would collide again and again.
        usleep(.random(in: 500...3_000))
        return true
    }

    /// Returns a connection's handler for waits on SQLite's locks.
    static var handler: Database.BusyCallback {
        let wait = Mutex(BusyWait())
        return { tries in
            let current = wait.withLock { wait in
                if tries == 0 { wait = BusyWait() }
                return wait
            }
            return current.goesOn()
        }
    }
}
