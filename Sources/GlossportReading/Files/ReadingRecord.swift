private import CLibrary

/// The identity and watcher result of a file's first reading, which later readings must match.
final class ReadingRecord: Sendable {
    private struct State {
        var identity: FileIdentity?
        var result: [UInt8]?
    }

    /// Creates the watcher for one reading.
    let watcher: (@Sendable () -> ReadingWatcher)?
    private let state = Mutex(State())

    init(_ watcher: (@Sendable () -> ReadingWatcher)? = nil) { self.watcher = watcher }

    /// The watcher's result for the whole file; `nil` until the file has been read to its end, and without a watcher.
    var result: [UInt8]? { state.withLock { $0.result } }

    /// Records the identity at the start of a reading; returns whether it matches earlier readings.
    func begin(_ identity: FileIdentity) -> Bool {
        state.withLock { state in
            let known = state.identity ?? identity
            state.identity = known
            return known == identity
        }
    }

    /// Records the result of a complete reading; returns whether it matches earlier readings.
    func end(_ result: [UInt8]?) -> Bool {
        guard let result else { return true }
        return state.withLock { state in
            let known = state.result ?? result
            state.result = known
            return known == result
        }
    }
}

/// Observes every byte of one reading.
package struct ReadingWatcher {
    /// Called for each chunk of the file, in order.
    package var see: (UnsafeRawBufferPointer) -> Void
    /// Returns the result at the end of the file.
    package var end: () -> [UInt8]

    /// Creates a watcher for one reading.
    package init(see: @escaping (UnsafeRawBufferPointer) -> Void, end: @escaping () -> [UInt8]) {
        self.see = see
        self.end = end
    }
}
