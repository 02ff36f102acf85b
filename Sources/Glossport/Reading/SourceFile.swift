#if canImport(Glibc)
    private import Glibc
#else
    private import Darwin
#endif

/// The bytes of one delivered file, read as a stream: from the disk, or from memory (an entry of an archive).
package struct SourceFile: Sendable {
    /// How much ``forEachChunk(_:)`` hands out at a time.
    package static let chunkSize = 64 * 1_024
    /// How much of a file a reader may see when it is asked whether it knows the format.
    package static let headSize = 4_096

    /// The path as the user named it; what locations and output show.
    package let path: String
    private let storage: Storage

    private enum Storage: Sendable {
        case disk(String)
        case memory([UInt8])
    }

    /// A file on the disk.
    ///
    /// - Parameters:
    ///   - path: What to show.
    ///   - file: What to open; `path` if not given.
    package init(path: String, file: String? = nil) {
        self.path = path
        storage = .disk(file ?? path)
    }

    /// A file in memory.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        storage = .memory(bytes)
    }

    /// The extension without a dot in lower case, or an empty string.
    package var fileExtension: String { Self.fileExtension(of: path) }

    /// The last component of the path.
    package var name: String { String(path.split(separator: "/").last ?? "") }

    /// The first bytes, for recognising the format.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`.
    package func head() throws -> FileHead {
        var bytes: [UInt8] = []
        try read { chunk in
            bytes.append(contentsOf: chunk.prefix(Self.headSize - bytes.count))
            return bytes.count < Self.headSize
        }
        return FileHead(path: path, bytes: bytes)
    }

    /// Hands out the whole file, ``chunkSize`` bytes at a time.
    ///
    /// - Parameter body: Called for each chunk; the pointer is valid during the call only.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`; what `body` throws.
    package func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try read { chunk in
            try Task.checkCancellation()
            try body(chunk)
            return true
        }
    }

    /// Whether the file takes long enough to read that a second thread pays.
    var isLarge: Bool {
        switch storage {
        case .memory(let bytes): return bytes.count >= Self.largeSize
        case .disk(let file):
            var status = stat()
            return stat(file, &status) == 0 && status.st_size >= Self.largeSize
        }
    }

    private static let largeSize = 4 * 1_024 * 1_024

    private func read(_ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
        switch storage {
        case .memory(let bytes):
            try bytes.withUnsafeBytes { all in
                var start = 0
                while start < all.count {
                    let end = min(start + Self.chunkSize, all.count)
                    guard try body(UnsafeRawBufferPointer(rebasing: all[start..<end])) else { return }
                    start = end
                }
            }
        case .disk(let file):
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw unreadable() }
            defer { close(descriptor) }
            try withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 16) { buffer in
                guard let base = buffer.baseAddress else { return }
                while true {
                    let count = read(descriptor, base)
                    if count == 0 { return }
                    if count < 0 {
                        if errno == EINTR { continue }
                        throw unreadable()
                    }
                    guard try body(UnsafeRawBufferPointer(start: base, count: count)) else { return }
                }
            }
        }
    }

    private func read(_ descriptor: Int32, _ base: UnsafeMutableRawPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, base, Self.chunkSize)
        #else
            Darwin.read(descriptor, base, Self.chunkSize)
        #endif
    }

    private func unreadable() -> GlossportError {
        GlossportError(
            .unreadableInput,
            "Can't read \(path): \(String(cString: strerror(errno))).",
            remedy: "Check the path and its permissions."
        )
    }

    package static func fileExtension(of path: String) -> String {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot != name.startIndex
        else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
