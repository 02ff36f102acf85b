private import CLibrary

/// The bytes of one delivered file, read as a stream: from the disk, or from memory (an entry of an archive).
///
/// A file that changes while it is read, or between two readings of it, is an error: what was checked would not be what is
/// imported.
public struct SourceFile: Sendable {
    /// How much ``forEachChunk(_:)`` hands out at a time, in bytes.
    public static var chunkSize: Int { pieceSize }
    #if FUZZING
        // Varied, and smaller: else no input of the fuzzer would ever cross a border.
        nonisolated(unsafe) package static var pieceSize = 64 * 1_024
    #else
        package static let pieceSize = 64 * 1_024
    #endif
    /// How much of a file a reader may see when it is asked whether it knows the format.
    public static let headSize = 4_096

    /// The path as the user named it; what locations and output show.
    public let path: String
    /// The locale that the bundle around the file says it is for, such as Xcode's `de.xcloc`.
    public var bundleLocale: String?
    private let storage: Storage

    private enum Storage: Sendable {
        case disk(String, ReadingRecord)
        case memory([UInt8])
        case stream(StreamedBytes)
    }

    /// A file on the disk.
    ///
    /// - Parameters:
    ///   - path: The path to show.
    ///   - file: The path to open; `path` if not given.
    public init(path: String, file: String? = nil) {
        self.path = path
        storage = .disk(file ?? path, ReadingRecord())
    }

    /// A file in memory.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        storage = .memory(bytes)
    }

    /// A file whose bytes come in at a descriptor, and can be read to their end once.
    init(path: String, stream: StreamedBytes, bundleLocale: String?) {
        self.init(path: path, bundleLocale: bundleLocale, storage: .stream(stream))
    }

    /// The same file, as if it had never been read, with a watcher of its bytes.
    package func watched(by watcher: @escaping @Sendable () -> ReadingWatcher) -> SourceFile {
        guard case .disk(let file, _) = storage else { return self }
        return SourceFile(path: path, bundleLocale: bundleLocale, storage: .disk(file, ReadingRecord(watcher)))
    }

    /// The watcher's result, if there is one and the file was read to its end.
    package var watched: [UInt8]? { if case .disk(_, let record) = storage { record.result } else { nil } }

    private init(path: String, bundleLocale: String?, storage: Storage) {
        self.path = path
        self.bundleLocale = bundleLocale
        self.storage = storage
    }

    /// The extension without a dot in lower case, or an empty string.
    public var fileExtension: String { Self.fileExtension(of: path) }

    /// The last component of the path.
    public var name: String { String(path.split(separator: "/").last ?? "") }

    /// The first bytes, for recognising the format.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`.
    public func head() throws -> FilePrefix { FilePrefix(path: path, bytes: try beginning(atMost: Self.headSize)) }

    /// The first bytes of the file.
    func beginning(atMost limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stream { chunk in
            bytes.append(contentsOf: chunk.prefix(limit - bytes.count))
            return bytes.count < limit
        }
        return bytes
    }

    /// Hands out the whole file, ``chunkSize`` bytes at a time.
    ///
    /// - Parameter body: Called for each chunk; the pointer is valid during the call only.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`; what `body` throws.
    public func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try stream { chunk in
            try Task.checkCancellation()
            try body(chunk)
            return true
        }
    }

    /// The whole file, or `nil` if it is larger than `limit`; then no more of it is read than that.
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

    /// How long the file is now; 0 if that can't be told.
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

    /// The extension of a path.
    ///
    /// - Parameter path: A path with `/` between its components.
    /// - Returns: The characters after the last dot of the last component, in lower case; empty if there is none.
    public static func fileExtension(of path: String) -> String {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot != name.startIndex
        else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
