private import CLibrary

/// The bytes of one delivered file, streamed from disk, from memory (an archive entry) or through a descriptor.
///
/// A file that changes during a reading, or between two readings, is an error: otherwise, the import could differ from
/// what was checked.
public struct SourceFile: Sendable {
    /// The maximum chunk size of ``forEachChunk(_:)``, in bytes.
    public static var chunkSize: Int { pieceSize }
    #if FUZZING
        // A variable, so that fuzz targets can choose chunks small enough for their inputs to cross boundaries.
        nonisolated(unsafe) package static var pieceSize = 64 * 1_024
    #else
        package static let pieceSize = 64 * 1_024
    #endif
    /// The maximum number of bytes that a format receives for recognizing a file.
    public static let headSize = 4_096

    /// The path as the user named it, shown in locations and output.
    public let path: String
    /// The locale declared by the enclosing bundle, such as Xcode's `de.xcloc`.
    public var bundleLocale: String?
    private let storage: Storage

    private enum Storage: Sendable {
        case disk(String, ReadingRecord)
        case memory([UInt8])
        case stream(StreamedBytes)
    }

    /// Creates a file on disk; `path` is shown to users, and `file` is the path to open if it differs.
    public init(path: String, file: String? = nil) {
        self.path = path
        storage = .disk(file ?? path, ReadingRecord())
    }

    /// Creates a file in memory.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        storage = .memory(bytes)
    }

    /// Creates a file that arrives through a descriptor; see ``StreamedBytes``.
    init(path: String, stream: StreamedBytes, bundleLocale: String?) {
        self.init(path: path, bundleLocale: bundleLocale, storage: .stream(stream))
    }

    /// Returns the same file with a watcher of its bytes and without its reading history; a file that is not on disk is
    /// returned unchanged.
    package func watched(by watcher: @escaping @Sendable () -> ReadingWatcher) -> SourceFile {
        guard case .disk(let file, _) = storage else { return self }
        return SourceFile(path: path, bundleLocale: bundleLocale, storage: .disk(file, ReadingRecord(watcher)))
    }

    /// The watcher's result; `nil` if there is no watcher or the file was not read to its end.
    package var watched: [UInt8]? { if case .disk(_, let record) = storage { record.result } else { nil } }

    private init(path: String, bundleLocale: String?, storage: Storage) {
        self.path = path
        self.bundleLocale = bundleLocale
        self.storage = storage
    }

    /// The lowercase extension without a dot, or an empty string.
    public var fileExtension: String { Self.fileExtension(of: path) }

    /// The last component of the path.
    public var name: String { String(path.split(separator: "/").last ?? "") }

    /// Returns the first bytes, for recognizing the format.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`.
    public func head() throws -> FilePrefix { FilePrefix(path: path, bytes: try beginning(atMost: Self.headSize)) }

    func beginning(atMost limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stream { chunk in
            bytes.append(contentsOf: chunk.prefix(limit - bytes.count))
            return bytes.count < limit
        }
        return bytes
    }

    /// Passes the whole file to a closure, at most ``chunkSize`` bytes at a time.
    ///
    /// - Parameter body: Called for each chunk; the pointer is valid only during the call.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`; errors of `body`.
    public func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try stream { chunk in
            try Task.checkCancellation()
            try body(chunk)
            return true
        }
    }

    /// Returns the whole file, or `nil` if it is larger than `limit`; in that case, stops reading at the limit.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`.
    public func bytes(atMost limit: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        var isTooBig = false
        try stream { chunk in
            try Task.checkCancellation()
            isTooBig = bytes.count + chunk.count > limit
            if !isTooBig { bytes.append(contentsOf: chunk) }
            return !isTooBig
        }
        return isTooBig ? nil : bytes
    }

    /// The current length in bytes; 0 if it is unknown.
    package var byteCount: Int {
        switch storage {
        case .memory(let bytes): return bytes.count
        case .stream(let stream): return stream.expected ?? 0
        case .disk(let file, _):
            var status = stat()
            return stat(file, &status) == 0 ? Int(status.st_size) : 0
        }
    }

    private func stream(_ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
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
        case .stream(let stream): try stream.read(path, body)
        case .disk(let file, let record):
            let opened = try OpenedFile(file, shown: path)
            guard record.begin(opened.identity) else { throw changed }
            let watcher = record.watcher?()
            let isWhole = try withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 16) { buffer in
                while true {
                    let count = try opened.take(into: buffer)
                    if count == 0 { return true }
                    let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    watcher?.see(chunk)
                    guard try body(chunk) else { return false }
                }
            }
            guard opened.isUnchanged, !isWhole || record.end(watcher?.end()) else { throw changed }
        }
    }

    private var changed: GlossportError {
        GlossportError(
            .unreadableInput,
            "\(path) changed while it was read.",
            remedy: "Wait until it is complete, then run the command again."
        )
    }

    /// Returns the lowercase extension of a path, without a dot; empty if there is none.
    public static func fileExtension(of path: String) -> String {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot != name.startIndex
        else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
