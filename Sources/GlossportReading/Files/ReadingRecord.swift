private import CLibrary

/// The state of a file between two readings, and the result of a watcher of its bytes.
final class ReadingRecord: Sendable {
    private struct State {
        var identity: FileIdentity?
        var result: [UInt8]?
    }

    /// Makes the watcher of one reading.
    let watcher: (@Sendable () -> ReadingWatcher)?
    private let state = Mutex(State())

    init(_ watcher: (@Sendable () -> ReadingWatcher)? = nil) { self.watcher = watcher }

    /// The watcher's result for the whole file, if it was read to its end.
    var result: [UInt8]? { state.withLock { $0.result } }

    /// Takes note of the state at a reading's begin; says whether it is the one of the readings before.
    func begin(_ identity: FileIdentity) -> Bool {
        state.withLock { state in
            let known = state.identity ?? identity
            state.identity = known
            return known == identity
        }
    }

    /// Takes note of the result of a whole reading; says whether it is the one of the readings before.
    func end(_ result: [UInt8]?) -> Bool {
        guard let result else { return true }
        return state.withLock { state in
            let known = state.result ?? result
            state.result = known
            return known == result
        }
    }
}

/// Sees every byte of one reading as it passes.
package struct ReadingWatcher {
    /// Called for each chunk of the file, in order.
    package var see: (UnsafeRawBufferPointer) -> Void
    /// Gives what was made of the bytes, at the file's end.
    package var end: () -> [UInt8]

    /// Makes a watcher of one reading.
    ///
    /// - Parameters:
    ///   - see: Called for each chunk of the file, in order.
    ///   - end: Called when the file was read to its end; returns what the watcher made of it.
    package init(see: @escaping (UnsafeRawBufferPointer) -> Void, end: @escaping () -> [UInt8]) {
        self.see = see
        self.end = end
    }
}
