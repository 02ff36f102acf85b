private import Foundation
import GlossportReading

/// The file of an ``ImporterLock`` or a ``WriteTurn``, opened without trust in the existing file at its path.
///
/// The folder may come from a pull request. Therefore, no link is followed and opening never blocks. Nothing is written
/// until the file is known to be a regular file with one name, owned by a trusted user.
struct LockFile {
    let path: String
    /// A descriptor open for reading and writing; the caller closes it.
    let descriptor: Int32

    /// Opens the file, or creates it with mode 0600.
    ///
    /// - Throws: A ``GlossportError`` with code `journal` if the file can't be opened, or is not safe to use as a lock.
    init(_ path: String) throws {
        self.path = path
        // Plugins started meanwhile must not inherit the descriptor: they would hold the lock after we exit.
        let flags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Self.unopened(path, errno) }
        if let flaw = Self.flaw(of: descriptor, in: URL(fileURLWithPath: path).deletingLastPathComponent().path) {
            close(descriptor)
            throw Self.strange(path, flaw)
        }
    }

    /// Whether the path still leads to the open file.
    var isInPlace: Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_dev == named.st_dev
            && opened.st_ino == named.st_ino
    }

    /// Returns the reason why an open file can't be a lock; `nil` if it can.
    private static func flaw(of descriptor: Int32, in folder: String) -> String? {
        var file = stat()
        guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return "is not a regular file" }
        // The second name may be that of an important file.
        if file.st_nlink > 1 { return "is a file with a second name (hard link)" }
        // The administrator and the folder's owner could put any file into the folder anyway.
        if [geteuid(), 0].contains(file.st_uid) { return nil }
        var above = stat()
        return stat(folder, &above) == 0 && above.st_uid == file.st_uid ? nil : "belongs to another user"
    }

    private static func unopened(_ path: String, _ code: Int32) -> GlossportError {
        switch code {
        case ELOOP: strange(path, "is a symbolic link")
        case EISDIR: strange(path, "is a folder")
        // ENXIO is returned for a socket, or a device without a driver.
        case ENXIO: strange(path, "is not a regular file")
        default: impossible(path, code)
        }
    }

    private static func strange(_ path: String, _ flaw: String) -> GlossportError {
        GlossportError(
            .journal,
            "The lock \(path) can't be created: the existing file \(flaw), which glossport never creates. It was not changed.",
            remedy: "Check where it comes from and delete it, or name another journal with --journal PATH."
        )
    }

    /// The error for a lock that the system refuses.
    static func impossible(_ path: String, _ code: Int32) -> GlossportError {
        GlossportError(
            .journal,
            "The lock \(path) can't be taken: \(String(cString: strerror(code))).",
            remedy: "Put the journal into a writable folder on a local disk with --journal PATH."
        )
    }

    /// The error for a file that is replaced faster than it can be locked.
    static func restless(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The lock \(path) can't be created: another program keeps deleting or replacing the file.",
            remedy: "Stop that program, or name another journal with --journal PATH."
        )
    }
}
