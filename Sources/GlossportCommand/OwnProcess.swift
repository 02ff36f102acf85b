import Foundation
import Glossport

/// This command, run once more as a process of its own, on the same terminal.
struct OwnProcess {
    let identifier: pid_t
    /// Where its output comes from; `nil` if it goes where ours goes.
    private let output: FileHandle?

    /// Starts it; `nil` if that fails.
    ///
    /// It stays in our process group, so that it can ask on the terminal.
    ///
    /// - Parameters:
    ///   - arguments: Without the command's name.
    ///   - keepsOutput: Whether what it writes to stdout is read here.
    init?(_ arguments: some Sequence<String>, keepsOutput: Bool) {
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let pipe = keepsOutput ? Pipe() : nil
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let pipe {
            posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
            posix_spawn_file_actions_addclose(&actions, pipe.fileHandleForReading.fileDescriptor)
        }
        // Whatever this process blocks for its own sake, the other one hears.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = [program] + arguments
        let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for pointer in pointers + environment { free(pointer) } }
        var identifier: pid_t = 0
        guard posix_spawn(&identifier, program, &actions, &attributes, &pointers, &environment) == 0 else { return nil }
        try? pipe?.fileHandleForWriting.close()
        self.identifier = identifier
        output = pipe?.fileHandleForReading
    }

    /// All that it writes.
    func readAll() -> [UInt8] { (try? output?.readToEnd()).map(Array.init) ?? [] }

    /// Hands on each line that it writes.
    func readLines(_ take: (String) -> Void) {
        var rest: [UInt8] = []
        while let output, let data = try? output.read(upToCount: 1 << 16), !data.isEmpty {
            rest += data
            while let end = rest.firstIndex(of: 0x0A) {
                take(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
            Output.flush()
        }
        if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
    }

    /// Waits until it has ended, and leaves it to be fetched by ``end()``, so that its number is nobody else's until then.
    func wait() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Waits for its end.
    ///
    /// - Returns: Its exit code; that of an interrupted run if it was told to stop before it listened; 128 and the signal's number for others.
    func end() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return ExitStatus.unclassified.rawValue }
        }
        let signal = status & 0x7F
        if signal == 0 { return status >> 8 & 0xFF }
        return [SIGINT, SIGTERM, SIGHUP].contains(signal) ? ExitStatus.interrupted.rawValue : 128 + signal
    }
}
