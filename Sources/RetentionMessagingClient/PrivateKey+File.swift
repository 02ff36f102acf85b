private import CLibrary
import GlossportReading

extension PrivateKey {
    /// More than any private key needs; so a wrong path can't fill the memory.
    private static let largestFile = 16 * 1_024

    /// Reads a key from a file that only its owner can read.
    ///
    /// All checks are made on the opened file, so that nobody can swap it between check and use.
    ///
    /// - Parameter path: A regular file; links are refused.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials``.
    package init(file path: String) throws {
        try self.init(pem: Self.contents(of: path), source: "The file \(path)")
    }

    private static func contents(of path: String) throws -> String {
        // O_NONBLOCK: opening a named pipe must not wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw openingError(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw openingError(path, errno) }
        if let error = complaint(
            path,
            mode: UInt32(status.st_mode),
            owner: status.st_uid,
            size: Int(status.st_size),
            user: geteuid()
        ) {
            throw error
        }
        var bytes: [UInt8] = []
        while bytes.count <= largestFile {
            let chunk = [UInt8](unsafeUninitializedCapacity: largestFile + 1) { buffer, count in
                count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
            }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return String(decoding: bytes.prefix(largestFile), as: UTF8.self)
    }

    private static func openingError(_ path: String, _ code: Int32) -> GlossportError {
        // What O_NOFOLLOW makes of a link.
        guard code != ELOOP else {
            return GlossportError(
                .credentials,
                "The private key \(path) is a symbolic link.",
                remedy: "Name the file that it points to."
            )
        }
        return GlossportError(
            .credentials,
            "The private key \(path) can't be read: \(String(cString: strerror(code))).",
            remedy: "Check the path, or give the key itself in GLOSSPORT_PRIVATE_KEY."
        )
    }

    /// Judges whether a file is safe to take a key from.
    ///
    /// - Parameters:
    ///   - path: What to call the file.
    ///   - mode: Type and permissions as `stat` tells them.
    ///   - owner: The user that owns the file.
    ///   - size: Its size in bytes.
    ///   - user: The user that this process acts for.
    /// - Returns: What is wrong and what to do; `nil` if nothing is.
    static func complaint(_ path: String, mode: UInt32, owner: UInt32, size: Int, user: UInt32) -> GlossportError? {
        func error(_ problem: String, _ remedy: Advice) -> GlossportError {
            GlossportError(.credentials, "The private key \(path) \(problem).", remedy: remedy)
        }
        if mode & UInt32(S_IFMT) != UInt32(S_IFREG) {
            return error("is not a regular file", "Name the .p8 file itself.")
        }
        if owner != user, owner != 0 {
            return error("belongs to another user", "Make it your own: chown \"$USER\" \(path).")
        }
        if mode & 0o077 != 0 {
            return error("can be read or changed by other users", "Close it to them: chmod 600 \(path).")
        }
        if size > largestFile {
            return error("is larger than any private key", "Name the .p8 file itself.")
        }
        return nil
    }
}
