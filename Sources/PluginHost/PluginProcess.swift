private import CLibrary
private import CReaderLauncher
import GlossportReading

/// A plugin that runs: fed, listened to, and ended with everything that it has started.
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
        /// It has ended, and something that it has started still holds its output.
        case orphans
        /// The number of threads, which would prevent other processes from starting any.
        case threads(Int)
    }

    /// When a plugin is ended.
    struct TimeLimits {
        /// For all that it does.
        var whole: Duration
        /// Without a byte read or written.
        var idle: Duration
    }

    private let pid: pid_t
    private var input: CInt
    private var output: CInt
    private var error: CInt
    private let patience: TimeLimits
    private let start = ContinuousClock.now
    private var lastByte = ContinuousClock.now
    /// When it was found to have ended.
    private var endedAt: ContinuousClock.Instant?
    /// The exit status once reaped.
    ///
    /// Until then the pid and the process group id cannot be reused.
    private var status: Int32?
    /// The end of what it wrote to standard error.
    private(set) var complaint: [UInt8] = []
    /// Whether it closed its input before all was written.
    private(set) var hasRefusedInput = false
    /// The most that is taken of its output at a time, in bytes.
    var outputPiece = Self.pieceBytes
    /// Whether ``peak`` is kept up to date.
    var measuresMemory = false
    /// The most memory that it was seen to have, in bytes.
    private(set) var peak = 0

    private static let pieceBytes = 64 << 10
    /// A plugin that reads no more shows as a failing write, and does not end this process.
    private static let passesOverBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

    /// How much of what it says on standard error is kept, in bytes.
    static let complaintBytes = 64 << 10
    /// How long something may hold the output after the plugin has ended, and how long a plugin may take to end when asked to.
    private static let grace = Duration.seconds(2)
    /// How often is looked at what no pipe tells: the time, whether the run was stopped, whether the plugin has ended.
    private static let tick: CInt = 10
    /// The most threads that it may have; Node starts some 20 a processor.
    private static let mostThreads = 256

    /// Starts a plugin.
    ///
    /// - Throws: ``GlossportError`` if the system can't.
    init(_ launch: PluginLaunch, patience: TimeLimits) throws {
        _ = Self.passesOverBrokenPipes
        self.patience = patience
        var process = glossport_reader_process()
        func spawn() -> CInt {
            Self.withStrings(launch.arguments) { arguments in
                Self.withStrings(launch.environment) { environment in
                    glossport_spawn_reader(arguments, environment, &process)
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
        if status == nil {
            send(SIGKILL)
            _ = Self.reap(pid)
        }
        for descriptor in [input, output, error] where descriptor >= 0 { close(descriptor) }
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
        Self.shut(&input)
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        while output >= 0 || error >= 0 { try serve(&nothing, body) }
        while endedAt == nil {
            // Nothing but its end is to come.
            poll(nil, 0, 1)
            try enforceLimits()
        }
        return Self.ending(bury())
    }

    /// Only listens for a while.
    ///
    /// - Throws: As ``finish(_:)``.
    mutating func listen(for time: Duration, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let last = ContinuousClock.now + time
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        while endedAt == nil, ContinuousClock.now < last { try serve(&nothing, body) }
    }

    /// Asks it to end.
    ///
    /// - Returns: How it has ended; `nil` if it had to be killed.
    mutating func terminate() -> Ending? {
        kill(pid, SIGTERM)
        waitForEnd(within: Self.grace)
        let endedByItself = endedAt != nil
        let status = bury()
        return endedByItself ? Self.ending(status) : nil
    }

    private static func ending(_ status: Int32) -> Ending {
        status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
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
                Self.shut(&input)
            }
        }
        if pipes[2].revents != 0 {
            var said: [UInt8] = []
            if Self.take(from: error, Self.pieceBytes, { said.append(contentsOf: $0) }) == .end { Self.shut(&error) }
            complaint += said
            if complaint.count > 2 * Self.complaintBytes {
                complaint.removeFirst(complaint.count - Self.complaintBytes)
            }
        }
        if pipes[1].revents != 0 {
            switch try Self.take(from: output, outputPiece, body) {
            case .some: lastByte = .now
            case .end: Self.shut(&output)
            case .nothing: break
            }
        }
        // The system keeps the highest figure; what it was before the plugin was executed is this program's own.
        if measuresMemory, case let now = Self.peakMemory(of: pid), now > 0 { peak = now }
        try enforceLimits()
    }

    private enum Taken { case some, nothing, end }

    /// Takes what a pipe holds.
    private static func take(
        from descriptor: CInt,
        _ most: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows -> Taken {
        try withUnsafeTemporaryAllocation(byteCount: most, alignment: 16) { buffer in
            let count = CLibrary.read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return .some
        }
    }

    /// The most memory that a process has had since it became what it is, in bytes; 0 where the system does not tell.
    private static func peakMemory(of pid: pid_t) -> Int {
        guard let text = try? SourceFile(path: "/proc/\(pid)/status").bytes(atMost: 1 << 16) else { return 0 }
        let line = text.split(separator: 0x0A).first { $0.starts(with: "VmHWM:".utf8) }
        let digits = line?.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? []
        return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) << 10
    }

    /// How many threads a process has; 0 where the system does not tell.
    ///
    /// Each is a folder, whose link to its parent counts there.
    private static func threads(of pid: pid_t) -> Int {
        var status = stat()
        return stat("/proc/\(pid)/task", &status) == 0 ? max(0, Int(status.st_nlink) - 2) : 0
    }

    /// Looks at what no pipe tells, and ends the plugin if it is time.
    private mutating func enforceLimits() throws {
        if Task.isCancelled {
            stop()
            throw CancellationError()
        }
        let now = ContinuousClock.now
        waitForEnd(within: .zero)
        let threads = endedAt == nil ? Self.threads(of: pid) : 0
        let why: Ending? =
            if threads > Self.mostThreads {
                .threads(threads)
            } else if let endedAt {
                now - endedAt > Self.grace && (input >= 0 || output >= 0 || error >= 0) ? .orphans : nil
            } else if now - start > patience.whole {
                .late(patience.whole)
            } else if now - lastByte > patience.idle {
                .idle(patience.idle)
            } else {
                nil
            }
        guard let why else { return }
        stop()
        throw Stopped(ending: why)
    }

    /// Takes note of its end, if that comes in time, and leaves its number to it.
    private mutating func waitForEnd(within time: Duration) {
        let last = ContinuousClock.now + time
        while endedAt == nil {
            var information = siginfo_t()
            if waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0, information.si_signo != 0 {
                endedAt = .now
            }
            guard endedAt == nil, ContinuousClock.now < last else { return }
            poll(nil, 0, 10)
        }
    }

    /// Signals the group; and the plugin itself, which has none of its own in its first instant.
    private func send(_ signal: CInt) {
        kill(-pid, signal)
        kill(pid, signal)
    }

    /// Asks the plugin and all that it has started to end, and ends them if they don't.
    private mutating func stop() {
        send(SIGTERM)
        waitForEnd(within: Self.grace)
        _ = bury()
    }

    /// Ends what is left of the plugin and of what it has started.
    ///
    /// - Returns: How the plugin itself has ended.
    private mutating func bury() -> Int32 {
        if let status { return status }
        send(SIGKILL)
        let status = Self.reap(pid)
        self.status = status
        return status
    }

    private static func reap(_ pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private static func shut(_ descriptor: inout CInt) {
        if descriptor >= 0 { close(descriptor) }
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
