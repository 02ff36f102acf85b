private import CLibrary

/// The bytes of a file that arrive through a descriptor.
///
/// The beginning can be read repeatedly until a reading exceeds the buffer; after that, the bytes cannot be read again.
final class StreamedBytes: Sendable {
    /// The announced number of bytes; `nil` if the file extends to the end of the input.
    let expected: Int?
    private let descriptor: CInt
    private let state: Mutex<State>

    private struct State {
        var kept: [UInt8]
        /// Whether more was read than the buffer holds.
        var hasExceededBuffer = false
        /// The number of bytes received.
        var count: Int
    }

    /// The size of the buffer for the first bytes.
    private static let keptBytes = 4 << 20

    init(_ descriptor: CInt, after first: [UInt8], expected: Int?) {
        self.descriptor = descriptor
        self.expected = expected
        state = Mutex(State(kept: first, count: first.count))
    }

    /// The number of bytes received.
    var count: Int { state.withLock { $0.count } }

    /// Passes the bytes to `body`, from the beginning, until it returns `false` or the file ends.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`; errors of `body`.
    func read(_ path: String, _ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
        let (kept, hasExceededBuffer) = state.withLock { ($0.kept, $0.hasExceededBuffer) }
        guard !hasExceededBuffer else { throw Self.unreadable(path, "was read already") }
        let wantsMore = try kept.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let end = min(start + SourceFile.chunkSize, bytes.count)
                guard try body(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) else { return false }
                start = end
            }
            return true
        }
        guard wantsMore else { return }
        try withUnsafeTemporaryAllocation(byteCount: SourceFile.chunkSize, alignment: 16) { buffer in
            while let chunk = try next(into: buffer, path) {
                guard try body(chunk) else { return }
            }
        }
    }

    /// Reads and discards the remaining bytes, so that the writer is not blocked.
    func drain(_ path: String) throws {
        try withUnsafeTemporaryAllocation(byteCount: SourceFile.chunkSize, alignment: 16) { buffer in
            while try next(into: buffer, path) != nil {}
        }
    }

    private func next(
        into buffer: UnsafeMutableRawBufferPointer,
        _ path: String
    ) throws -> UnsafeRawBufferPointer? {
        let left = expected.map { $0 - count } ?? buffer.count
        guard left > 0 else { return nil }
        var taken = -1
        repeat {
            taken = CLibrary.read(descriptor, buffer.baseAddress, min(left, buffer.count))
        } while taken < 0 && errno == EINTR
        guard taken > 0 else {
            guard taken == 0, expected == nil else { throw Self.unreadable(path, "ended too early") }
            return nil
        }
        let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<taken])
        state.withLock { state in
            state.count += taken
            if !state.hasExceededBuffer, state.kept.count + taken <= Self.keptBytes {
                state.kept.append(contentsOf: chunk)
            } else {
                state.hasExceededBuffer = true
                state.kept = []
            }
        }
        return chunk
    }

    private static func unreadable(_ path: String, _ what: String) -> GlossportError {
        GlossportError(.unreadableInput, "\(path) \(what).", remedy: "Run the command again.")
    }
}
