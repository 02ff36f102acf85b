private import Foundation

/// A folder that is removed after the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "glossport-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and creates its parent folders.
    func write(_ file: String, _ text: String = "keep.header=Bleib\n") throws {
        let url = URL(filePath: path).appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Creates a named pipe without a reader.
    func makeFIFO(_ file: String) throws {
        guard mkfifo(path + "/" + file, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func link(_ file: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + file, withDestinationPath: target)
    }
}
