private import CLibrary
private import Crypto
private import Foundation
package import Glossport
package import GlossportProject
package import GlossportReading

/// Keeps a second importer away from a journal's destination; different destinations of one journal run side by side.
///
/// The lock is `flock` on a separate file beside the journal, `<journal>.<hash of the destination>.lock`: the kernel
/// releases it when the process ends, for whatever reason, so there is nothing to break and nothing to clean up. It is
/// never the journal itself, whose locks are SQLite's. The file stays; only its lock counts. Its contents are for the
/// error of a second process. If the file is deleted while it is held, the journal's own record of the running process
/// keeps the second one out.
package final class ImporterLock: Sendable {
    /// The lock's file.
    package let path: String
    /// `nil` once closed.
    private let descriptor: Mutex<Int32?>

    private struct Holder: Codable {
        var process: ProcessIdentity
        /// For people: the destination can't be read from the hash in the file's name.
        var destination: String
        var since: String
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = Mutex(descriptor)
    }

    deinit { close() }

    /// Takes the lock, or throws at once if another process has it.
    ///
    /// - Parameters:
    ///   - journalPath: The journal as ``SQLiteJournal`` is given it; it need not exist yet.
    ///   - destination: The importer's destination.
    ///   - moment: The present, for the message to others.
    /// - Returns: The lock, held until it is closed or released.
    /// - Throws: A ``GlossportError``: `journalLocked` names the holder, `journal` means that there can be no lock.
    package static func acquire(
        journalPath: String,
        destination: Destination,
        at moment: Timestamp
    ) throws -> ImporterLock {
        let journal = JournalFile.resolved(journalPath)
        try JournalFile.makeFolder(of: journal)
        let path = "\(journal).\(name(of: destination)).lock"
        // Each round but the last met a file that was deleted or replaced at that very moment.
        for _ in 0..<100 {
            let file = try LockFile(path)
            let lock = ImporterLock(path: path, descriptor: file.descriptor)
            var result = flock(file.descriptor, LOCK_EX | LOCK_NB)
            while result != 0, errno == EINTR { result = flock(file.descriptor, LOCK_EX | LOCK_NB) }
            guard result == 0 else {
                throw errno == EWOULDBLOCK
                    ? held(path, file.descriptor, destination) : LockFile.impossible(path, errno)
            }
            // Others lock what the path leads to; a file that is no longer there would keep no one out.
            guard file.isInPlace else { continue }
            try lock.introduce(Holder(process: .current, destination: "\(destination)", since: iso8601(moment)))
            return lock
        }
        throw LockFile.restless(path)
    }

    /// Takes the lock, if need be after waiting for the process that has it.
    ///
    /// - Parameters:
    ///   - journalPath: See ``acquire(journalPath:destination:at:)``.
    ///   - destination: The importer's destination.
    ///   - limit: The longest wait; `nil` waits forever, zero not at all.
    ///   - time: When, and how to wait.
    ///   - stop: Ends the wait.
    ///   - onWait: Called once, with the sentence that says who has it, before the first wait.
    /// - Returns: The lock; see there.
    /// - Throws: Errors of ``acquire(journalPath:destination:at:)`` when the time is up; `Stopped`; `CancellationError`.
    package static func acquire(
        journalPath: String,
        destination: Destination,
        waiting limit: Duration?,
        time: any TimeSource,
        stop: StopRequest,
        onWait: (GlossportError) -> Void
    ) async throws -> ImporterLock {
        let started = time.now
        var hasSaid = false
        while true {
            do {
                return try acquire(journalPath: journalPath, destination: destination, at: time.now)
            } catch let error as GlossportError where error.code == .journalLocked {
                if let limit, time.now - started >= limit { throw error }
                if !hasSaid { onWait(error) }
                hasSaid = true
                try await stop.sleep(until: time.now + .seconds(1), by: time)
            }
        }
    }

    /// Gives the lock back; the second time does nothing.
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
            // If it fails, the lock holds all the same; only the message to others says less.
            _ = ftruncate(descriptor, 0)
            _ = pwrite(descriptor, text, text.count, 0)
        }
    }

    /// The first 8 bytes of a SHA-256, as hexadecimal digits.
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

    /// A moment as the sentences about a holder say it: in this machine's zone.
    static func here(_ moment: Timestamp) -> String {
        let date = Date(timeIntervalSince1970: TimeInterval(moment.seconds))
        return moment.text(offset: TimeZone.current.secondsFromGMT(for: date))
    }

    /// A moment as the lock file says it.
    private static func iso8601(_ moment: Timestamp) -> String {
        Date(timeIntervalSince1970: TimeInterval(moment.seconds)).formatted(.iso8601)
    }
}
