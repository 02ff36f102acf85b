private import Foundation
private import Synchronization

/// The emulator's log of requests as JSON lines, except those to its control routes and its page.
///
/// Lines are buffered and written at least every 25 ms. Each write contains only whole lines.
package final class RequestLog: Sendable {
    private struct Sink {
        var pending: [UInt8] = []
        var file: FileHandle

        mutating func flush() {
            guard !pending.isEmpty else { return }
            // A full disk must not stop the service; a gap in the sequence numbers shows the loss.
            try? file.write(contentsOf: Data(pending))
            pending.removeAll(keepingCapacity: true)
        }
    }

    private static let flushThreshold = 1 << 18
    private let sink: Mutex<Sink>

    /// Opens a log for appending; a new file is readable only by its owner.
    package init(path: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw StartError("The request log '\(path)' cannot be created.") }
        }
        let file = try StartError.explaining("The request log '\(path)' cannot be written to.") {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            return file
        }
        sink = Mutex(Sink(file: file))
    }

    /// Appends a line, and adds the line feed.
    func append(_ line: [UInt8]) {
        sink.withLock { sink in
            sink.pending.append(contentsOf: line)
            sink.pending.append(UInt8(ascii: "\n"))
            if sink.pending.count >= Self.flushThreshold { sink.flush() }
        }
    }

    package func flush() {
        sink.withLock { $0.flush() }
    }

    /// Flushes every 25 ms until the task is canceled, and then once more.
    package func flushRegularly() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(25))
            flush()
        }
    }
}
