private import CLibrary
private import Foundation
import GRDB
import GlossportReading

/// The queue of those who want to write a file, in front of SQLite's own lock.
///
/// SQLite lets a writer that has just committed take the lock again before a writer that sleeps has seen it free: beside
/// an import that writes without a pause others waited for minutes. Who waits here keeps the place until its
/// transaction has begun, so that the former writer comes after it. It is courtesy alone: who waits in vain, because a
/// stopped process has the place, goes on to SQLite's lock, which keeps writers apart.
///
/// It is `flock` on `<journal>.turn`, which the kernel gives back when a process ends. Files of their own let the
/// imports of one process queue like those of several.
final class WriteTurn: Sendable {
    private let path: String
    private let patience: Duration
    /// `nil` until the first transaction: who only reads leaves no file.
    private let file = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - journal: The journal's file, absolute.
    ///   - patience: The longest wait.
    init(journal: String, patience: Duration = Connection.patience) {
        path = journal + ".turn"
        self.patience = patience
    }

    deinit {
        if let file = file.withLock({ $0 }) { close(file) }
    }

    /// Waits for the place before the file.
    ///
    /// - Throws: A ``GlossportError`` with code `journal`: the file can't be one of ours.
    func enter() throws {
        let file = try opened()
        let wait = BusyWait(patience)
        // Any other error means that this file system has no such lock.
        while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, wait.goesOn() {}
    }

    /// Lets the next one wait before the file.
    func leave() {
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

/// A wait for a lock: short sleeps, until the time is up.
struct BusyWait {
    private let end: ContinuousClock.Instant

    init(_ patience: Duration = Connection.patience) {
        end = .now + patience
    }

    /// Sleeps, unless the time is up.
    ///
    /// - Returns: Whether to try again.
    func goesOn() -> Bool {
        guard ContinuousClock.now < end else { return false }
        // Two that sleep equally long would meet again and again.
        usleep(.random(in: 500...3_000))
        return true
    }

    /// A connection's waits for SQLite's locks.
    static var handler: Database.BusyCallback {
        let wait = Mutex(BusyWait())
        return { tries in
            let present = wait.withLock { wait in
                if tries == 0 { wait = BusyWait() }
                return wait
            }
            return present.goesOn()
        }
    }
}
