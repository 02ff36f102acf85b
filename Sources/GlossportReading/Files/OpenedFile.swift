private import CLibrary

/// A file that is open for reading: the one way in which users' files are opened.
///
/// Only regular files are opened, and opening never waits: a FIFO would block a run, and a device may never end. Links
/// are followed; the code that finds files skips those that are not allowed.
struct OpenedFile: ~Copyable {
    private let descriptor: CInt
    private let location: String
    private let path: String
    /// Its state when it was opened.
    let identity: FileIdentity

    /// - Parameters:
    ///   - location: Where it is on the disk.
    ///   - path: The name to show.
    /// - Throws: ``GlossportError`` with code `unreadableInput`.
    init(_ location: String, shown path: String) throws(GlossportError) {
        // Without O_NONBLOCK, opening a FIFO waits for a writer.
        let descriptor = open(location, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            close(descriptor)
            throw GlossportError(
                .unreadableInput,
                "\(path) is \(isFolder ? "a folder" : "neither a file nor a folder").",
                remedy: isFolder ? "Name a file." : "Save its output as a file first."
            )
        }
        self.descriptor = descriptor
        self.location = location
        self.path = path
        identity = FileIdentity(status)
    }

    deinit { close(descriptor) }

    /// Takes the next bytes; 0 at the end.
    func take(into buffer: UnsafeMutableRawBufferPointer) throws(GlossportError) -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw Self.unreadable(path) }
        }
    }

    /// Whether the file is still as it was when it was opened, and still what its path leads to.
    var isUnchanged: Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(location, &named) == 0 && FileIdentity(opened) == identity
            && FileIdentity(named) == identity
    }

    private static func unreadable(_ path: String) -> GlossportError {
        GlossportError(
            .unreadableInput,
            "Can't read \(path): \(String(cString: strerror(errno))).",
            remedy: "Check the path and its permissions."
        )
    }
}

/// One state of one file: which it is, how long, and when it was last written.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    /// When it was last written, in whole seconds since 1970.
    package let seconds: Int64
    private let nanoseconds: Int64

    /// The state in which a path's file is now, links followed.
    ///
    /// - Parameter location: Where it is on the disk.
    package init?(at location: String) {
        var status = stat()
        guard stat(location, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        let written = Platform.lastWritten(status)
        seconds = Int64(written.tv_sec)
        nanoseconds = Int64(written.tv_nsec)
    }
}
