private import CChildProcess
private import CLibrary
private import Foundation
import Glossport
import GlossportImporting

/// This command, run as a child without input or questions, which does not outlive this process.
final class ImportProcess: ProjectImport {
    /// How it ended.
    struct End {
        /// Its exit code, or 128 and the number of the signal that killed it.
        var code: Int32
        var isKilled: Bool
        var output: [UInt8]
        /// The last of what it wrote to stderr.
        var complaints: String
    }

    private let arguments: [String]
    private let state = Mutex(State())

    private struct State {
        var process: pid_t?
        /// The signal that came before it was started.
        var signal: Int32?
    }

    /// The last bytes of stderr that are kept.
    private static let kept = 4_096

    init(_ arguments: [String]) { self.arguments = arguments }

    /// Runs it to its end; exit code 1 if it could not be started.
    func run() async -> TurnEnd {
        let end = await withCheckedContinuation { continuation in
            // A thread that lives as long as the child: see `glossport_start_child`.
            Thread.detachNewThread { [self] in continuation.resume(returning: perform()) }
        }
        return ImportResult.turnEnd(end)
    }

    func stop() { send(SIGTERM) }

    func stopAtOnce() { send(SIGKILL) }

    /// Sends a signal, unless it has ended.
    private func send(_ signal: Int32) {
        state.withLock { state in
            guard let process = state.process else {
                state.signal = signal
                return
            }
            kill(process, signal)
        }
    }

    private func perform() -> End {
        let program = ProcessStart.program ?? "glossport"
        let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for pointer in words + environment { free(pointer) } }
        guard let file = tmpfile() else { return Self.unstarted(errno) }
        defer { fclose(file) }
        let errors = fileno(file)
        _ = fcntl(errors, F_SETFD, FD_CLOEXEC)
        var child = glossport_child()
        let reason = glossport_start_child(program, &words, &environment, errors, &child)
        guard reason == 0 else { return Self.unstarted(reason) }
        state.withLock { state in
            state.process = child.pid
            if let signal = state.signal { kill(child.pid, signal) }
        }
        let output = Self.readAll(child.output)
        close(child.output)
        // Until the child is reaped, its pid cannot be reused; afterwards no signal may be sent to it.
        var info = siginfo_t()
        while waitid(P_PID, id_t(child.pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        state.withLock { $0.process = nil }
        var status: Int32 = 0
        while waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return End(
            code: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
            isKilled: signal != 0,
            output: output,
            complaints: Self.tail(of: errors)
        )
    }

    private static func unstarted(_ reason: Int32) -> End {
        let sentence = "Glossport can't start a child process: \(String(cString: strerror(reason)))."
        return End(code: ExitStatus.unclassified.rawValue, isKilled: false, output: [], complaints: sentence)
    }

    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { return bytes }
        }
    }

    private static func tail(of file: Int32) -> String {
        let end = lseek(file, 0, SEEK_END)
        lseek(file, max(0, end - off_t(kept)), SEEK_SET)
        return String(decoding: readAll(file), as: UTF8.self)
    }
}
