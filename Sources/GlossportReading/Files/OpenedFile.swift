private import CLibrary

/// A file that is open for reading.
///
/// Every ``SourceFile`` on disk is opened here. Only regular files are accepted, and opening never blocks: a FIFO would
/// block the run, and a device may never end. Symbolic links are followed; the code that discovers files skips those
/// that are not allowed.
struct OpenedFile: ~Copyable {
    private let descriptor: CInt
    private let location: String
    private let path: String
    /// The file's identity when it was opened.
    let identity: FileIdentity

    /// - Parameters:
    ///   - location: The path on disk.
    ///   - path: The path shown in messages.
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

    /// Reads the next bytes; returns 0 at the end.
    func take(into buffer: UnsafeMutableRawBufferPointer) throws(GlossportError) -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw Self.unreadable(path) }
        }
    }

    /// Whether the file is unchanged since it was opened, and its path still leads to it.
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

/// A file's identity, size and modification time.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    /// The modification time, in whole seconds since 1970.
    package let seconds: Int64
    private let nanoseconds: Int64

    /// Reads the current identity of the file at a path, following links; `nil` if it is not a regular file.
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
