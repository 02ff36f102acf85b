private import CLibrary
private import Foundation
import GlossportReading

/// A file that contains a private key.
///
/// The file is checked after it is opened, so it can't be replaced between check and use.
struct KeyFile {
    /// The maximum size in bytes: more than any private key needs, but so little that a wrong path can't fill the
    /// memory.
    static let largest = 16 * 1_024

    /// The path as the user wrote it.
    let path: String
    /// Whether the user allows the file to be readable or owned by others, and links to it to be redirectable by them.
    let allowsShared: Bool

    /// Reads the contents of the file.
    ///
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials``.
    func text() throws -> String {
        guard let inherited else { return try contents() }
        var status = stat()
        guard fstat(inherited, &status) == 0 else { throw unreadable(errno) }
        let pipe = Pipe(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
        return try Self.pipes.withLock { pipes in
            if let text = pipes[pipe] { return text }
            let text = try contents()
            pipes[pipe] = text
            return text
        }
    }

    /// The contents of pipes, kept because a pipe can be read only once, but every project of a command needs the key.
    private static let pipes = Mutex<[Pipe: String]>([:])

    private struct Pipe: Hashable {
        var device, number: UInt64
    }

    private func contents() throws -> String {
        let descriptor = try opened()
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
        let owner = KeyFileOwnership(
            mode: UInt32(status.st_mode),
            owner: status.st_uid,
            size: Int(status.st_size),
            isInMemory: Platform.isInMemory(descriptor)
        )
        if let error = owner.problem(of: path, user: geteuid(), isPipeFine: inherited != nil, allowsShared) {
            throw error
        }
        return String(decoding: try bytes(of: descriptor).prefix(Self.largest), as: UTF8.self)
    }

    private func opened() throws -> Int32 {
        if let inherited {
            let copy = fcntl(inherited, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw unreadable(errno) }
            return copy
        }
        // O_NONBLOCK, because opening a named pipe must not wait for a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        // Kubernetes may replace the secret while we open it, so retry.
        var code = ENOENT
        for _ in 1...3 where code == ENOENT {
            var descriptor = open(path, allowsShared ? flags : flags | O_NOFOLLOW)
            if descriptor < 0, errno == ELOOP, !allowsShared {
                guard let target = try LinkedPath(path).target(trusting: geteuid()) else { continue }
                descriptor = open(target, flags | O_NOFOLLOW)
            }
            if descriptor >= 0 { return descriptor }
            code = errno
        }
        throw unreadable(code)
    }

    /// The descriptor that the shell has opened, if the path names one, such as `/dev/fd/63`.
    ///
    /// It is duplicated instead of opened by its name, because some systems do not permit opening it.
    private var inherited: Int32? {
        if path == "/dev/stdin" { return STDIN_FILENO }
        for folder in Platform.descriptorFolders where path.hasPrefix(folder) {
            let number = path.dropFirst(folder.count)
            guard (1...6).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return Int32(number)
        }
        return nil
    }

    /// The longest wait for data from a pipe, in milliseconds; unlocking a password store takes some time.
    private static let timeout: Int32 = 120_000

    private func bytes(of descriptor: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= Self.largest {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, Self.timeout)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw unreadable(ready == 0 ? ETIMEDOUT : errno) }
            var count = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.largest + 1) { buffer, filled in
                count = read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw unreadable(errno) }
            if count == 0 { break }
            bytes += chunk
        }
        return bytes
    }

    private func unreadable(_ code: Int32) -> GlossportError {
        GlossportError(
            .credentials,
            "The private key \(path) can't be read: \(String(cString: strerror(code))).",
            remedy: "Check the path, or give the key itself in GLOSSPORT_PRIVATE_KEY."
        )
    }
}
