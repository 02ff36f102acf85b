private import CLibrary
import Glossport
import GlossportProject
import GlossportReading
import RetentionMessagingClient

/// The file of `--log`: one line of JSON for each request, without secrets or texts.
///
/// The log is for diagnosis only: a write error is reported once, and the run continues.
final class RequestLog: Sendable {
    private let path: String
    private let state: Mutex<State>

    private struct State {
        /// `nil` once writing has failed.
        var descriptor: Int32?
        /// The number of attempts in this run for each method and path.
        var attempts: [String: Int] = [:]
    }

    /// Opens the file for appending; only the owner can read a file that this creates.
    ///
    /// Refuses a file of another kind, so that a typo can't change a journal.
    init(_ path: String, in folder: ProjectFolder) throws(GlossportError) {
        let descriptor = try OutputFile(path, .requestLog, in: folder).openForAppending(isPrivate: true)
        self.path = path
        state = Mutex(State(descriptor: descriptor))
    }

    /// Whether the first line of a file is a line of a request log.
    fileprivate static func hasWritten(_ head: [UInt8]) -> Bool {
        let line = String(decoding: head.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ["{\"appleCode\":", "{\"attempt\":"].contains(where: line.hasPrefix)
            && [",\"outcome\":", ",\"sentBytes\":", ",\"server\":"].allSatisfy { line.contains($0) }
    }

    deinit { state.withLock { if let descriptor = $0.descriptor { close(descriptor) } } }

    func record(_ exchange: Exchange) {
        let code = state.withLock { state -> Int32? in
            guard let descriptor = state.descriptor else { return nil }
            let attempt = state.attempts["\(exchange.method) \(exchange.path)", default: 0] + 1
            state.attempts["\(exchange.method) \(exchange.path)"] = attempt
            let line = Array((JSON.line(Entry(exchange, attempt: attempt)).text + "\n").utf8)
            // One write per line, so that runs sharing a log don't mix their lines.
            var count = -1
            repeat {
                count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            } while count < 0
                && errno == EINTR
            guard count < line.count else { return nil }
            let code = count < 0 ? errno : ENOSPC
            close(descriptor)
            state.descriptor = nil
            return code
        }
        guard let code else { return }
        Output.report(
            "The log \(path) can't be written (\(String(cString: strerror(code)))); the run continues without it."
        )
    }

    private struct Entry: Encodable {
        var appleCode: Int?
        var attempt: Int
        var detail: String?
        var headers: [String: String]?
        var method: String
        var milliseconds: Int64
        var outcome: String
        var path: String
        var process: Int32
        var receivedBytes: Int?
        var sentBytes: Int
        var server: String
        var status: Int?
        var time: String

        init(_ exchange: Exchange, attempt: Int) {
            appleCode = exchange.answer.appleCode
            self.attempt = attempt
            detail = exchange.answer.detail
            headers = exchange.headers.isEmpty ? nil : exchange.headers
            method = exchange.method
            milliseconds = exchange.duration.nanoseconds / 1_000_000
            outcome = exchange.answer.outcome.rawValue
            path = exchange.path
            process = getpid()
            receivedBytes = exchange.receivedBytes
            sentBytes = exchange.sentBytes
            server = exchange.server
            status = exchange.answer.status
            time = exchange.time.rfc3339
        }
    }
}

extension OutputKind {
    static let requestLog = OutputKind(name: "a log of requests", flag: "--log", hasWritten: RequestLog.hasWritten)
}
