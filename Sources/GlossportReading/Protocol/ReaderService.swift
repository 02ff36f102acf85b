private import CLibrary

/// The `main` function of an out-of-process reader, which implements <doc:ReaderProtocol> for a ``Format``.
///
/// ```swift
/// import GlossportReading
///
/// ReaderService.run(TextsReader.format)
/// ```
public enum ReaderService {
    /// Executes the command in the arguments, by default those of the process, and exits.
    public static func run(_ format: Format, arguments: [String] = Array(CommandLine.arguments.dropFirst())) -> Never {
        // Redirect the output of libraries to standard error, so that it cannot corrupt the messages.
        let output = dup(STDOUT_FILENO)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        exit(status(of: format, arguments, input: STDIN_FILENO, output: output).rawValue)
    }

    /// The exit status of a reader process, see <doc:ReaderProtocol>.
    enum Status: Int32 {
        case done = 0
        case fault = 1
        case option = 3
    }

    static func status(of format: Format, _ arguments: [String], input: CInt, output: CInt) -> Status {
        var messages = MessageOutput(output)
        do {
            switch arguments {
            case ["describe"]:
                try messages.write(FormatDescription(format).line)
                try messages.flush()
                return .done
            case ["read"]: return try read(format, input, &messages)
            default: return report("Use `describe` or `read`.", .fault)
            }
        } catch let problem as JSONScanner.Problem {
            return report("The request is invalid at byte \(problem.offset): \(problem.reason).", .fault)
        } catch {
            return report("\(error)", .fault)
        }
    }

    private static func read(_ format: Format, _ input: CInt, _ messages: inout MessageOutput) throws -> Status {
        let (line, rest) = try requestLine(input)
        let request = try line.withUnsafeBytes { try ReadRequest(parsing: $0) }
        let reader: any Reader
        do { reader = try format.reader(options: request.options) } catch let error as GlossportError {
            return report(
                [error.message, error.remedy].compactMap(\.self).joined(separator: " "),
                .option
            )
        }
        let stream = StreamedBytes(input, after: rest, expected: request.bytes)
        let source = SourceFile(path: request.path, stream: stream, bundleLocale: request.bundle)
        var totals = ReaderMessage.Totals()
        var output = messages
        var failure: (any Error)?
        func send(_ message: ReaderMessage) {
            guard failure == nil else { return }
            do { try output.write(message.line(of: request.path)) } catch { failure = error }
        }
        let summary = try reader.read(source) { event in
            switch event {
            case .unit(let unit):
                totals.units += 1
                send(.unit(unit))
            case .finding(let finding):
                totals.findings += 1
                send(.finding(finding))
            // A request has no key filter, so no unit is skipped.
            case .other: break
            }
        }
        try stream.drain(request.path)
        for detail in summary.detected { send(.detected(detail)) }
        for declared in summary.declared { send(.declared(declared)) }
        for (reason, count) in summary.skipped.sorted(by: { $0.key < $1.key }) {
            send(.skip(reason: reason, count: count))
        }
        totals.bytes = stream.count
        send(.end(totals))
        if let failure { throw failure }
        try output.flush()
        return .done
    }

    /// Reads the request line; also returns the bytes received after it.
    private static func requestLine(_ input: CInt) throws -> (line: [UInt8], rest: [UInt8]) {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let end = bytes.firstIndex(of: 0x0A) { return (Array(bytes[..<end]), Array(bytes[(end + 1)...])) }
            guard bytes.count <= ReadRequest.lineBytes else { break }
            let count = CLibrary.read(input, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes.append(contentsOf: piece[..<count])
        }
        throw JSONScanner.Problem(reason: "the line has no end", offset: bytes.count)
    }

    private static func report(_ text: String, _ status: Status) -> Status {
        let bytes = Array((text + "\n").utf8)
        _ = CLibrary.write(STDERR_FILENO, bytes, bytes.count)
        return status
    }
}

/// Buffers lines and writes them in large chunks.
private struct MessageOutput {
    private let descriptor: CInt
    private var buffer: [UInt8] = []

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    mutating func write(_ line: [UInt8]) throws {
        buffer.append(contentsOf: line)
        if buffer.count >= 64 << 10 { try flush() }
    }

    mutating func flush() throws {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                CLibrary.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw GlossportError(.unreadableInput, "The reader of the output is gone.") }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
