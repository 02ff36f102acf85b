private import CLibrary

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
