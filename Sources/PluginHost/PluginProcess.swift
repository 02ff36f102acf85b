private import CLibrary
private import CReaderLauncher
import GlossportReading

/// A running plugin: fed, read from, and ended with everything that it has started.
///
/// One loop in the caller's thread serves all three pipes, so neither side can wait for the other forever, and nothing
/// is queued: unread output stays in the pipe. The thread must live as long as the process, which dies with it.
struct PluginProcess: ~Copyable {
    /// How a plugin has ended, or why it was ended.
    enum Ending: Equatable {
        case exit(Int32)
        case signal(Int32)
        /// The time without input or output.
        case idle(Duration)
        /// It took longer than it may.
        case late(Duration)
        /// The number of threads, which would prevent other processes from starting any.
        case threads(Int)
    }

    private let pid: pid_t
    private var input: CInt
    private var output: CInt
    private var error: CInt
    private let time: Duration
    private let start = ContinuousClock.now
    private var lastByte = ContinuousClock.now
    /// Whether it has ended by itself; its number stays taken until it is reaped.
    private var hasEnded = false
    /// The exit status once reaped.
    ///
    /// Until then the pid and the process group id cannot be reused.
    private var status: Int32?
    /// The end of what it wrote to standard error.
    private(set) var standardError: [UInt8] = []
    /// Whether it closed its input before all was written.
    private(set) var hasRefusedInput = false

    private static let pieceBytes = 64 << 10
    /// A plugin that stops reading shows as a failing write, and does not end this process.
    private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

    /// The most that is kept of its standard error, in bytes.
    static let standardErrorBytes = 64 << 10
    /// The most memory for its data, in bytes.
    private static let memory: UInt64 = 512 << 20
    /// The longest time without a byte read or written.
    private static let idleTime = Duration.seconds(30)
    /// The polling interval for time limits, cancellation and exit, in milliseconds.
    private static let tick: CInt = 10
    /// The most threads that it may have; Node starts some 20 for each processor.
    private static let mostThreads = 256
    /// All that a plugin learns of the user's environment: nothing.
    private static let environment = [
        "PATH=\(Platform.programFolders)", "LANG=C.UTF-8", "HOME=/nonexistent", "TMPDIR=/nonexistent",
        "GLOSSPORT_PROTOCOL=1",
    ]

    /// Starts a plugin: a fork of this program gives up what a plugin must not have, and then becomes the plugin.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - subcommand: `describe` or `read`.
    ///   - time: The longest time that it may take.
    /// - Throws: ``GlossportError`` if the system can't.
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
            // A busy machine may have room for another process a moment later.
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

    /// Whether it still takes what is written to it.
    var takesInput: Bool { input >= 0 }

    /// Writes all of some bytes, and meanwhile hands out what comes back.
    ///
    /// - Throws: ``Ending`` in a ``Stopped`` if it was ended; `CancellationError`; what `body` throws.
    mutating func write(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var rest = bytes
        while !rest.isEmpty, input >= 0 {
            try serve(&rest, body)
        }
    }

    /// Ends the input, hands out the rest, and waits for the end.
    ///
    /// - Returns: How it has ended by itself.
    /// - Throws: ``Stopped`` if it was ended; `CancellationError`; what `body` throws.
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

    /// Only reads its output for a while.
    ///
    /// - Throws: As ``finish(_:)``.
    mutating func listen(for time: Duration, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let last = ContinuousClock.now + time
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        while !hasEnded, ContinuousClock.now < last { try serve(&nothing, body) }
    }

    /// A plugin that was ended, and why.
    struct Stopped: Error { var ending: Ending }

    /// Waits for a pipe, and does what it is ready for.
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
                // It reads no more.
                hasRefusedInput = true
                Self.close(&input)
            }
        }
        if pipes[2].revents != 0 {
            var said: [UInt8] = []
            if Self.read(error, { said.append(contentsOf: $0) }) == .end { Self.close(&error) }
            standardError += said
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

    /// Reads what a pipe holds.
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

    /// Ends the plugin and what it has started, as it can where there is no sandbox.
    ///
    /// - Returns: The exit status of the plugin itself.
    private static func killAndReap(_ pid: pid_t) -> Int32 {
        // The plugin has no group of its own in its first instant.
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

    /// Lends C a list of strings that ends in a null pointer.
    static func withStrings<Result>(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            // There is always the null pointer at the end.
            body(buffer.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1))
        }
    }
}
