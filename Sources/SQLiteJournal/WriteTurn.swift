private import CLibrary
private import Foundation
import GRDB
import GlossportReading

/// A lock that gives other processes a chance to write to a file; taken before SQLite's own lock.
///
/// SQLite lets a writer that has just committed take its lock again before a sleeping writer notices that it was free.
/// Without the additional lock, other processes waited for minutes beside an import that writes without a pause. A
/// process holds the additional lock until its transaction has begun, so the former writer must wait. It only makes the
/// order fair: if a suspended process holds it and the wait times out, the process continues to SQLite's lock, which
/// keeps writers apart.
///
/// It is `flock` on `<journal>.turn`, which the kernel releases when a process ends. Each instance opens the file
/// separately, so that imports within one process wait for each other like those of several.
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

    /// Takes the lock, or continues without it when the wait times out.
    ///
    /// - Throws: ``GlossportError`` with code `journal` if the lock file can't be opened, or is not safe to use as a
    ///   lock.
    func acquire() throws {
        let file = try opened()
        let wait = BusyWait(timeout)
        // Any other error means that the file system does not support such locks; continue without one.
        while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, wait.goesOn() {}
    }

    /// Releases the lock, so that another process can take it.
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
