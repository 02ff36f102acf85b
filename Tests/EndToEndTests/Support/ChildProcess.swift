import Foundation
import Synchronization

/// A process that a test has started.
///
/// Its output is written to files instead of pipes, so no reader must keep up, and no output is lost when it is killed.
final class ChildProcess: Sendable {
    enum End: Sendable, Hashable {
        case exited(Int32)
        case killed(Int32)
    }

    let identifier: pid_t
    private let outcome: Task<End, Never>
    private let hasEnded: Mutex<Bool>

    /// Serializes process starts.
    ///
    /// During a start, this process holds the child's end of Foundation's monitoring socket. A second child started at
    /// the same time would inherit it, and the end of the first would never be noticed.
    private static let starting = Mutex(())

    struct Launch {
        var executable: String
        var arguments: [String] = []
        var environment: [String: String] = [:]
        var folder: String
        /// The path of its standard input; empty input if `nil`.
        var input: String?
        var outputPath: String
        var errorPath: String
    }

    init(_ launch: Launch) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: launch.executable)
        process.arguments = launch.arguments
        process.environment = launch.environment
        process.currentDirectoryURL = URL(fileURLWithPath: launch.folder, isDirectory: true)
        let input = try launch.input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
        let files = try [Self.emptyFile(launch.outputPath), Self.emptyFile(launch.errorPath)]
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = files[0]
        process.standardError = files[1]
        // Foundation keeps the process and its open files forever; with 1,350 open files it reads past the end of a
        // buffer when it starts another process.
        defer { for file in files + [input].compactMap(\.self) { try? file.close() } }

        let (ends, continuation) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingNewest(1))
        process.terminationHandler = { process in
            let isSignal = process.terminationReason == .uncaughtSignal
            continuation.yield(isSignal ? .killed(process.terminationStatus) : .exited(process.terminationStatus))
            continuation.finish()
        }
        try Self.starting.withLock { _ in try process.run() }
        identifier = process.processIdentifier
        outcome = Task {
            for await end in ends { return end }
            return .killed(0)
        }
        hasEnded = Mutex(false)
    }

    func end() async -> End {
        let end = await outcome.value
        hasEnded.withLock { $0 = true }
        return end
    }

    /// Sends a signal unless the process is known to have ended.
    func send(_ signal: Int32) {
        hasEnded.withLock { hasEnded in
            if !hasEnded { kill(identifier, signal) }
        }
    }

    private static func emptyFile(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}
