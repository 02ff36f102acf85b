private import Foundation
import GlossportReading

/// A file that a command writes because it was asked to.
enum OutputFile {
    /// Writes it as a whole, so that nobody ever sees a half.
    ///
    /// - Parameters:
    ///   - bytes: What goes into it.
    ///   - path: Where it goes, relative to the current folder; what is there gives way.
    /// - Throws: ``unwritable(_:)``.
    static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(GlossportError) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw unwritable(path)
        }
    }

    /// What is said of a file that can't be written.
    static func unwritable(_ path: String) -> GlossportError {
        GlossportError(.unreadableInput, "Can't write \(path).", remedy: "Check the folder and its permissions.")
    }
}
