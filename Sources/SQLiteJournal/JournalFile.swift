private import Foundation
import Glossport
import GlossportReading

/// The file of a journal: its path and its identity.
///
/// The file is never opened here once it exists: closing any descriptor of it would release SQLite's own locks in this
/// process.
struct JournalFile: Sendable {
    /// The absolute path without symbolic links, so that one journal has one name, and its lock files have one
    /// location.
    let path: String
    /// The file's device and inode; if the file is replaced, the journal must not be written any more.
    private let identity: Identity

    private struct Identity: Equatable, Sendable {
        var device: UInt64
        var inode: UInt64

        /// Reads the identity of a file; `nil` if the file does not exist.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Finds the file, or creates it with mode 0600 and missing folders with 0700.
    init(_ path: String, creating: Bool) throws {
        self.path = Self.resolved(path)
        if Identity(self.path) == nil {
            guard creating else { throw GlossportError.missingJournal(self.path) }
            try Self.makeFolder(of: self.path)
            try Self.makeEmptyFile(self.path)
        }
        guard let identity = Identity(self.path) else { throw GlossportError.vanishedJournal(self.path) }
        if Self.isFragment(self.path) { throw GlossportError.notAJournal(self.path) }
        if Self.isEmpty(self.path), Self.isEmpty(self.path + "-wal") {
            guard creating else { throw GlossportError.emptyJournal(self.path) }
            // Another program may have created the empty file with another mode, which only the file's owner can
            // change.
            guard chmod(self.path, 0o600) == 0 else { throw GlossportError.notAJournal(self.path) }
        }
        self.identity = identity
    }

    /// Whether a file is missing, or a regular file of 0 bytes.
    private static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return status.st_size == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a file is shorter than the smallest page of a database; SQLite would treat it as empty and overwrite it.
    private static func isFragment(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return (1..<512).contains(status.st_size)
    }

    /// Warnings about other users who can read or change the file.
    var concerns: [JournalConcern] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        if status.st_uid != geteuid(), status.st_uid != 0 {
            return [
                JournalConcern(
                    "The journal \(path) belongs to another user, who can change its contents.",
                    remedy: "Take ownership with `chown`, or name another journal."
                )
            ]
        }
        guard status.st_mode & 0o077 != 0 else { return [] }
        return [
            JournalConcern(
                "Other users of this machine can \(status.st_mode & 0o022 != 0 ? "change" : "read") the journal \(path).",
                remedy: "Run `chmod 600 \(path)`."
            )
        ]
    }

    /// Throws if the opened file is no longer at its path; SQLite would continue to write to the deleted file.
    func requirePresence() throws {
        guard Identity(path) == identity else { throw GlossportError.vanishedJournal(path) }
    }

    /// Resolves the symbolic links of a path whose last component need not exist.
    static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Creates the missing folders above a path, accessible to the owner alone.
    static func makeFolder(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw GlossportError(
                .journal,
                "The folder \(folder.path) for the journal can't be created.",
                remedy:
                    "Check the permissions of the folder above it, or put the journal elsewhere with --journal PATH."
            )
        }
        // SQLite syncs the folder of its file, but not the folder above a new folder.
        let above = open(folder.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if above >= 0 {
            fsync(above)
            close(above)
        }
    }

    /// Creates an empty file with mode 0600; SQLite would make it readable for everyone.
    ///
    /// The `-wal` and `-shm` files inherit the mode.
    private static func makeEmptyFile(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        // Another process created it first.
        if errno == EEXIST { return }
        throw GlossportError(
            .journal,
            "The journal \(path) can't be created: \(String(cString: strerror(errno))).",
            remedy: "Check its folder, or put the journal elsewhere with --journal PATH."
        )
    }
}
