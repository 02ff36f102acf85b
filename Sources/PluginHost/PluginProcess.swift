private import CLibrary
private import CReaderLauncher
import GlossportReading

/// A running plugin: serves its input and output, and ends it together with all processes that it has started.
///
/// One loop in the caller's thread serves all three pipes, so neither side can wait for the other forever, and output
/// is not queued: unread output stays in the pipe. The thread must live as long as the process: when it ends, Linux
/// kills the process.
struct PluginProcess: ~Copyable {
    /// How a plugin has ended, or why it was ended.
    enum Ending: Equatable {
        case exit(Int32)
        case signal(Int32)
        /// It was ended after this time without input or output.
        case idle(Duration)
        /// It was ended because it exceeded this time.
        case late(Duration)
        /// It was ended because of this number of threads, which could prevent other processes from starting threads.
        case threads(Int)
    }

    private let pid: pid_t
    private var input: CInt
    private var output: CInt
    private var error: CInt
    private let time: Duration
    private let start = ContinuousClock.now
    private var lastByte = ContinuousClock.now
    /// Whether the process has exited; its pid remains reserved until it is reaped.
    private var hasEnded = false
    /// The exit status once reaped.
    ///
    /// Until then the pid and the process group id cannot be reused.
    private var status: Int32?
    /// The last bytes of the plugin's standard error.
    private(set) var standardError: [UInt8] = []
    /// Whether the plugin closed its input before everything was written.
    private(set) var hasRefusedInput = false

    private static let pieceBytes = 64 << 10
    /// Ignores `SIGPIPE`, so that a write to a plugin that has stopped reading fails instead of ending this process.
    private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

    /// The number of bytes kept from the end of the plugin's standard error; up to twice as many are buffered.
    static let standardErrorBytes = 64 << 10
    /// The memory limit for the plugin's data, in bytes.
    private static let memory: UInt64 = 512 << 20
    /// The maximum time without a byte of input or output; standard error does not count.
    private static let idleTime = Duration.seconds(30)
    /// The polling interval for time limits, cancellation and exit, in milliseconds.
    private static let tick: CInt = 10
    /// The maximum number of threads; runtimes such as Node start several before they run the plugin.
    private static let mostThreads = 256
    /// The complete environment of a plugin, without any of the user's variables.
    private static let environment = [
        "PATH=\(Platform.programFolders)", "LANG=C.UTF-8", "HOME=/nonexistent", "TMPDIR=/nonexistent",
        "GLOSSPORT_PROTOCOL=1",
    ]

    /// Starts a plugin: a fork of this program drops its privileges, and then executes the plugin.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - subcommand: `describe` or `read`.
    ///   - time: The maximum run time.
    /// - Throws: ``GlossportError`` if the system can't start the process.
    init(_ plugin: PluginFile, _ subcommand: String, time: Duration) throws {
        _ = Self.ignoresBrokenPipes
        self.time = time
        var process = glossport_reader_process()
        let cpu = UInt64(time.components.seconds + 60)
        func spawn() -> CInt {
            Self.withStrings([plugin.path, subcommand]) { command in
                Self.withStrings(Self.environment) { environment in
                    glossport_spawn_reader(command, environment, Self.memory, cpu, &process)
                }
            }
        }
        var failure = spawn()
        if failure == EAGAIN {
            // A busy machine may be able to start another process a moment later.
            poll(nil, 0, 500)
            failure = spawn()
        }
        guard failure == 0 else {
            throw GlossportError(
                .plugin,
                "A plugin can't be started: \(String(cString: strerror(failure))).",
                remedy: "Close other programs, and run the command again."
            )
        }
        (pid, input, output, error) = (process.pid, process.input, process.output, process.error)
    }

    deinit {
        if status == nil { _ = Self.killAndReap(pid) }
        for descriptor in [input, output, error] where descriptor >= 0 { CLibrary.close(descriptor) }
    }

    /// Whether the plugin still reads its input.
    var takesInput: Bool { input >= 0 }

    /// Writes all bytes, and passes output that arrives meanwhile to `body`.
    ///
    /// - Throws: ``Stopped`` if the plugin was ended; `CancellationError`; errors of `body`.
    mutating func write(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var rest = bytes
        while !rest.isEmpty, input >= 0 {
            try serve(&rest, body)
        }
    }

    /// Closes the input, passes the remaining output to `body`, and waits for the process to exit.
    ///
    /// - Returns: How the plugin ended by itself.
    /// - Throws: ``Stopped`` if the plugin was ended; `CancellationError`; errors of `body`.
    mutating func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Ending {
        Self.close(&input)
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        while output >= 0 || error >= 0 { try serve(&nothing, body) }
        while !hasEnded {
            poll(nil, 0, 1)
            try enforceLimits()
        }
        let status = Self.killAndReap(pid)
        self.status = status
        return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// Reads output for the given time or until the plugin ends, without writing input.
    ///
    /// - Throws: The same errors as ``finish(_:)``.
    mutating func listen(for time: Duration, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let last = ContinuousClock.now + time
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        while !hasEnded, ContinuousClock.now < last { try serve(&nothing, body) }
    }

    /// The error if the host has ended the plugin.
    struct Stopped: Error { var ending: Ending }

    private mutating func serve(
        _ rest: inout UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var pipes = [
            pollfd(fd: rest.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: error, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&pipes, nfds_t(pipes.count), Self.tick)
        if ready <= 0 { return try enforceLimits() }
        if pipes[0].revents != 0 {
            let count = CLibrary.write(input, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                lastByte = .now
            } else if errno != EAGAIN, errno != EINTR {
                // The plugin no longer reads.
                hasRefusedInput = true
                Self.close(&input)
            }
        }
        if pipes[2].revents != 0 {
            var chunk: [UInt8] = []
            if Self.read(error, { chunk.append(contentsOf: $0) }) == .end { Self.close(&error) }
            standardError += chunk
            if standardError.count > 2 * Self.standardErrorBytes {
                standardError.removeFirst(standardError.count - Self.standardErrorBytes)
            }
        }
        if pipes[1].revents != 0 {
            switch try Self.read(output, body) {
            case .some: lastByte = .now
            case .end: Self.close(&output)
            case .nothing: break
            }
        }
        try enforceLimits()
    }

    private enum Outcome { case some, nothing, end }

    private static func read(
        _ descriptor: CInt,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows -> Outcome {
        try withUnsafeTemporaryAllocation(byteCount: pieceBytes, alignment: 16) { buffer in
            let count = CLibrary.read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return .some
        }
    }

    /// Checks time, threads and cancellation, and ends the plugin if it exceeds a limit.
    private mutating func enforceLimits() throws {
        if Task.isCancelled {
            status = Self.killAndReap(pid)
            throw CancellationError()
        }
        if !hasEnded {
            var information = siginfo_t()
            hasEnded =
                waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo != 0
        }
        let now = ContinuousClock.now
        let threads = hasEnded ? 0 : Platform.threads(of: pid)
        let ending: Ending
        if threads > Self.mostThreads {
            ending = .threads(threads)
        } else if now - start > time {
            ending = .late(time)
        } else if now - lastByte > min(Self.idleTime, time) {
            ending = .idle(min(Self.idleTime, time))
        } else {
            return
        }
        status = Self.killAndReap(pid)
        throw Stopped(ending: ending)
    }

    /// Ends the plugin, and the processes that it may have started if it has no sandbox.
    ///
    /// - Returns: The exit status of the plugin itself.
    private static func killAndReap(_ pid: pid_t) -> Int32 {
        // The plugin may not have its process group yet.
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private static func close(_ descriptor: inout CInt) {
        if descriptor >= 0 { CLibrary.close(descriptor) }
        descriptor = -1
    }

    /// Passes a null-terminated array of C strings to `body`.
    static func withStrings<Result>(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            // The array is never empty, because it ends with a null pointer.
            body(buffer.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1))
        }
    }
}
