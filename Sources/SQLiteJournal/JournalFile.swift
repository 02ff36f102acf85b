private import Foundation
import Glossport
import GlossportReading

/// The journal's place in the file system.
///
/// The file is never opened here once it exists: closing any descriptor of it would drop SQLite's own locks in this process.
struct JournalFile: Sendable {
    /// Absolute, without symbolic links, so that one journal has one name and its lock one place.
    let path: String
    /// Device and inode; a journal whose file was replaced must not be written any more.
    private let identity: Identity

    private struct Identity: Equatable, Sendable {
        var device: UInt64
        var inode: UInt64

        /// `nil` if there is nothing.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Finds the file, or makes it with mode 0600, and missing folders with 0700.
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
            // Made by another program, with whatever mode; only its owner may change that.
            guard chmod(self.path, 0o600) == 0 else { throw GlossportError.notAJournal(self.path) }
        }
        self.identity = identity
    }

    /// Whether there is nothing, or a plain file of no bytes.
    private static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return status.st_size == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a file is shorter than the smallest page of a database: SQLite would take it for an empty one and overwrite it.
    private static func isFragment(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return (1..<512).contains(status.st_size)
    }

    /// The rights that users other than the owner have to the file.
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

    /// Throws if the file that was opened is no longer there: SQLite would go on writing into nowhere.
    func requirePresence() throws {
        guard Identity(path) == identity else { throw GlossportError.vanishedJournal(path) }
    }

    /// Follows the links of a path whose last component need not exist.
    static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Makes the missing folders above a path, readable by the owner alone.
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

    /// SQLite would make it readable by everyone; its `-wal` and `-shm` take over the mode.
    private static func makeEmptyFile(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        // Another process was faster.
        if errno == EEXIST { return }
        throw GlossportError(
            .journal,
            "The journal \(path) can't be created: \(String(cString: strerror(errno))).",
            remedy: "Check its folder, or put the journal elsewhere with --journal PATH."
        )
    }
}
