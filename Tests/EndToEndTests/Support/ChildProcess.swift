import Foundation
import Synchronization

/// A process that a test has started.
///
/// Its output goes to files, not to pipes: no reader has to keep up, and nothing is lost when it is killed.
final class ChildProcess: Sendable {
    /// How a process ended.
    enum End: Sendable, Hashable {
        case exited(Int32)
        case killed(Int32)
    }

    let identifier: pid_t
    private let outcome: Task<End, Never>
    private let hasEnded: Mutex<Bool>

    /// While one process is being started, its end of Foundation's monitoring socket is open here and would be inherited by
    /// another one that starts just then; the first would never be seen to end.
    private static let starting = Mutex(())

    /// The program to start, and its folder.
    struct Launch {
        var executable: String
        var arguments: [String] = []
        var environment: [String: String] = [:]
        var folder: String
        /// Its standard input; empty if there is none.
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
        // Foundation keeps the process and its open files forever; with 1,350 open files it reads beyond a buffer when
        // it starts the next.
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

    /// Waits for its end.
    func end() async -> End {
        let end = await outcome.value
        hasEnded.withLock { $0 = true }
        return end
    }

    /// Sends a signal, unless it is known to have ended.
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
