private import CLibrary

/// The bytes of a file that come in at a descriptor.
///
/// A reader may look at a file's beginning as often as it likes; once it has gone further than what is kept, it can't go back.
final class StreamedBytes: Sendable {
    /// How many bytes were promised; `nil` if the end of the input tells.
    let expected: Int?
    private let descriptor: CInt
    private let state: Mutex<State>

    private struct State {
        /// The first bytes.
        var kept: [UInt8]
        /// Whether more was read than is kept.
        var isPast = false
        /// How many bytes have come in.
        var count: Int
    }

    /// How many of the first bytes are kept.
    private static let keptBytes = 4 << 20

    /// - Parameters:
    ///   - descriptor: The descriptor to read from.
    ///   - first: Bytes of the file that were read already.
    ///   - expected: How many bytes were promised.
    init(_ descriptor: CInt, after first: [UInt8], expected: Int?) {
        self.descriptor = descriptor
        self.expected = expected
        state = Mutex(State(kept: first, count: first.count))
    }

    /// How many bytes have come in.
    var count: Int { state.withLock { $0.count } }

    /// Hands out the bytes from the first one on, until `body` says that it has enough.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`; what `body` throws.
    func read(_ path: String, _ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
        let (kept, isPast) = state.withLock { ($0.kept, $0.isPast) }
        guard !isPast else { throw Self.unreadable(path, "was read already") }
        let goesOn = try kept.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let end = min(start + SourceFile.chunkSize, bytes.count)
                guard try body(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) else { return false }
                start = end
            }
            return true
        }
        guard goesOn else { return }
        try withUnsafeTemporaryAllocation(byteCount: SourceFile.chunkSize, alignment: 16) { buffer in
            while let chunk = try next(into: buffer, path) {
                guard try body(chunk) else { return }
            }
        }
    }

    /// Reads the rest, so that the writer need not wait.
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
            if !state.isPast, state.kept.count + taken <= Self.keptBytes {
                state.kept.append(contentsOf: chunk)
            } else {
                state.isPast = true
                state.kept = []
            }
        }
        return chunk
    }

    private static func unreadable(_ path: String, _ what: String) -> GlossportError {
        GlossportError(.unreadableInput, "\(path) \(what).", remedy: "Run the command again.")
    }
}
