private import CLibrary
private import Dispatch

/// Makes pieces of text on a thread of its own, a few ahead of who uses them.
///
/// Reading, decoding and checking a large file then cost no time beside parsing it, where there is a second processor.
enum ReadAhead {
    /// Pieces made and not used yet; more would only take memory.
    private static let depth = 3
    /// How much is handed over at a time: enough that waking a thread costs nothing against it.
    private static let pieceSize = 4 * SourceFile.chunkSize

    private final class Shelf: Sendable {
        struct State {
            var full: [[UInt8]] = []
            var empty: [[UInt8]] = []
            var isAbandoned = false
            var outcome: Result<DecodingFailure?, any Error> = .success(nil)
        }

        let state = Mutex(State())
        /// One for each full piece, and one for the end.
        let filled = DispatchSemaphore(value: 0)
        /// Starts at zero, for a semaphore may not end below its start.
        let emptied = DispatchSemaphore(value: 0)

        init() { for _ in 0..<ReadAhead.depth { emptied.signal() } }

        /// Hands a piece over and takes an empty one for it.
        func put(_ piece: inout [UInt8]) throws(Abandoned) {
            emptied.wait()
            guard var empty = state.withLock({ $0.isAbandoned ? nil : $0.empty.popLast() ?? [] }) else {
                // Whoever asks again shall not wait either.
                emptied.signal()
                throw Abandoned()
            }
            empty.removeAll(keepingCapacity: true)
            swap(&piece, &empty)
            state.withLock { [empty] in $0.full.append(empty) }
            filled.signal()
        }
    }

    private struct Abandoned: Error {}

    /// Runs `make` on another thread and `use` on this one.
    ///
    /// - Parameters:
    ///   - make: Calls the closure that it is given with one part after the other.
    ///   - use: Called with the same bytes in the same order, several parts at a time.
    /// - Returns: What `make` returns.
    /// - Throws: What `make` throws, once its parts are used; what `use` throws, at once; `CancellationError`.
    static func run(
        make: @escaping @Sendable ((UnsafeRawBufferPointer) throws -> Void) throws -> DecodingFailure?,
        use: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> DecodingFailure? {
        let shelf = Shelf()
        let ended = DispatchSemaphore(value: 0)
        // A queue of its own gets a thread of its own; the global one shares few threads with Swift's tasks, which may all be
        // waiting for a piece.
        DispatchQueue(label: "read-ahead").async {
            var piece: [UInt8] = []
            var outcome = Result {
                try make { part in
                    piece.append(contentsOf: part)
                    if piece.count >= pieceSize { try shelf.put(&piece) }
                }
            }
            // What there is of a file that ends badly is used, too.
            if !piece.isEmpty {
                do { try shelf.put(&piece) } catch { outcome = .failure(error) }
            }
            shelf.state.withLock { $0.outcome = outcome }
            shelf.filled.signal()
            ended.signal()
        }
        defer {
            // Nobody waits for room any more, and nothing is left running.
            shelf.state.withLock { $0.isAbandoned = true }
            shelf.emptied.signal()
            ended.wait()
        }
        while true {
            try Task.checkCancellation()
            shelf.filled.wait()
            guard let piece = shelf.state.withLock({ $0.full.isEmpty ? nil : $0.full.removeFirst() }) else { break }
            try piece.withUnsafeBytes(use)
            shelf.state.withLock { $0.empty.append(piece) }
            shelf.emptied.signal()
        }
        return try shelf.state.withLock { $0.outcome }.get()
    }
}
