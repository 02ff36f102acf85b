private import CLibrary
private import Crypto
private import Foundation
package import Glossport
package import GlossportProject
import GlossportReading

/// Keeps a second process with an exclusive run away from a journal's destination; different destinations of one
/// journal can be used concurrently.
///
/// The lock is `flock` on a separate file beside the journal, `<journal>.<hash of the destination>.lock`. The kernel
/// releases it when the process ends, for any reason, so it never needs to be broken or cleaned up. The journal itself
/// is not locked this way, because SQLite sets its own locks on it. The lock file is never deleted; only its lock
/// counts. Its contents are for the error message of a second process. If the file is deleted while it is held, the
/// journal's own record of the running process still keeps a second one out.
package final class ImporterLock: Sendable {
    package let path: String
    /// `nil` once closed.
    private let descriptor: Mutex<Int32?>

    private struct Holder: Codable {
        var process: ProcessIdentity
        /// For people, because the file's name contains only the destination's hash.
        var destination: String
        var since: String
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = Mutex(descriptor)
    }

    deinit { close() }

    /// Takes the lock, or throws at once if another process holds it.
    ///
    /// The journal need not exist yet. `moment` is the current time, which is shown to users of other processes.
    ///
    /// - Returns: The lock, held until it is closed or released.
    /// - Throws: ``GlossportError`` with code `journalLocked` that names the holder, or `journal` if no lock is
    ///   possible.
    package static func acquire(
        journalPath: String,
        destination: Destination,
        at moment: Timestamp
    ) throws -> ImporterLock {
        let journal = JournalFile.resolved(journalPath)
        try JournalFile.makeFolder(of: journal)
        let path = "\(journal).\(name(of: destination)).lock"
        // Repeat if the file was deleted or replaced at this very moment.
        for _ in 0..<100 {
            let file = try LockFile(path)
            let lock = ImporterLock(path: path, descriptor: file.descriptor)
            var result = flock(file.descriptor, LOCK_EX | LOCK_NB)
            while result != 0, errno == EINTR { result = flock(file.descriptor, LOCK_EX | LOCK_NB) }
            guard result == 0 else {
                throw errno == EWOULDBLOCK
                    ? held(path, file.descriptor, destination) : LockFile.impossible(path, errno)
            }
            // Other processes lock the file at the path; a lock on a file that is no longer at the path keeps no
            // process out.
            guard file.isInPlace else { continue }
            try lock.introduce(Holder(process: .current, destination: "\(destination)", since: iso8601(moment)))
            return lock
        }
        throw LockFile.restless(path)
    }

    /// Releases the lock; a second call does nothing.
    package func close() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            descriptor = nil
            _ = flock(open, LOCK_UN)
            Foundation.close(open)
        }
    }

    private func introduce(_ holder: Holder) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = Array(try encoder.encode(holder)) + [0x0A]
        descriptor.withLock { descriptor in
            guard let descriptor else { return }
            // If this fails, the lock still holds; only the message to other processes contains less.
            _ = ftruncate(descriptor, 0)
            _ = pwrite(descriptor, text, text.count, 0)
        }
    }

    /// Returns the first 8 bytes of the SHA-256 of environment and app, as hexadecimal digits.
    private static func name(of destination: Destination) -> String {
        let text = "\(destination.environment.rawValue) \(destination.app)"
        return SHA256.hash(data: Array(text.utf8)).prefix(8).hexadecimal
    }

    private static func held(_ path: String, _ descriptor: Int32, _ destination: Destination) -> GlossportError {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        let holder = try? JSONDecoder().decode(Holder.self, from: Data(bytes.prefix(count)))
        let by =
            holder.map { holder in
                let date = try? Date(holder.since, strategy: .iso8601)
                let seconds = date.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) }
                let since = seconds.map { here(Timestamp(seconds: $0)) } ?? holder.since
                return "process \(holder.process.pid) on \(holder.process.host) since \(since)"
            } ?? "another process"
        return GlossportError(
            .journalLocked,
            "The journal for \(destination) is held by \(by).",
            remedy: GlossportError.waitForIt
        )
    }

    /// Returns a moment for messages, in this machine's time zone.
    static func here(_ moment: Timestamp) -> String {
        let date = Date(timeIntervalSince1970: TimeInterval(moment.seconds))
        return moment.text(offset: TimeZone.current.secondsFromGMT(for: date))
    }

    private static func iso8601(_ moment: Timestamp) -> String {
        Date(timeIntervalSince1970: TimeInterval(moment.seconds)).formatted(.iso8601)
    }
}
