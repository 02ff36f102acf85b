import CLibrary
import GlossportReading

/// One connection to PostgreSQL.
///
/// Statements are unnamed and are sent with their parameters, so they also work through a pooler that gives each
/// transaction a different server connection. Nothing waits forever: a missing answer counts as a lost connection.
///
/// `@unchecked Sendable` because the handle is libpq's, and the owner uses the connection from one queue only.
final class PostgresConnection: @unchecked Sendable {
    private let pq: LibPQ
    private let handle: LibPQ.Connection
    private let socket: MeasuredSocket

    /// The time limit of one call; the server cancels a statement earlier, so usually only a dead connection reaches
    /// it.
    private static let timeout = Duration.seconds(15)

    /// The maximum size in bytes of all answers of one call; an endless answer must not fill the memory.
    private static let answerLimit = 256 << 20

    /// The maximum size in bytes of one row, and of everything else that libpq keeps until a result is complete.
    private static let resultLimit = 64 << 20

    /// Connects to a server.
    init(_ address: PostgresAddress) throws {
        pq = try LibPQ.loaded()
        let settings = address.settings.sorted { $0.key < $1.key }
        var keywords: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.key)) }
        var values: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.value)) }
        defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
        keywords.append(nil)
        values.append(nil)
        guard let handle = pq.connectdbParams(keywords, values, 0) else {
            throw PostgresFailure.lost("not enough memory for a connection")
        }
        guard pq.status(handle) == LibPQ.connected else {
            let message = Self.text(pq.errorMessage(handle))
            pq.finish(handle)
            // libpq quotes the value of an invalid setting, which may be part of a password.
            throw PostgresFailure.unreachable(
                message.hasPrefix("invalid ") ? "a setting in the address is invalid" : message
            )
        }
        // Ignore notices, which belong in the server's log.
        _ = pq.setNoticeReceiver(handle, { _, _ in }, nil)
        guard pq.setnonblocking(handle, 1) == 0, let socket = MeasuredSocket(inPlaceOf: pq.socket(handle)) else {
            pq.finish(handle)
            throw PostgresFailure.lost("it can't be used without waiting")
        }
        (self.handle, self.socket) = (handle, socket)
    }

    deinit { pq.finish(handle) }

    /// Executes statements in order; all are sent before the first answer is read.
    ///
    /// After a failed statement, the remaining ones are not executed.
    ///
    /// - Returns: The answers, one for each statement.
    /// - Throws: ``PostgresFailure``.
    func execute(_ statements: [PostgresStatement]) throws -> [PostgresAnswer] {
        guard pq.enterPipelineMode(handle) == 1 else { throw lost() }
        for statement in statements { try send(statement) }
        guard pq.pipelineSync(handle) == 1 else { throw lost() }
        let deadline = ContinuousClock.now + Self.timeout
        try flush(until: deadline)
        var answers: [PostgresAnswer] = []
        var failure: PostgresFailure?
        var room = Self.answerLimit
        for _ in statements {
            // Read row by row, so that rows are counted before they fill the memory.
            _ = pq.setSingleRowMode(handle)
            var rows: [PostgresRow] = []
            // The results of each statement end with `nil`.
            while let result = try nextResult(until: deadline) {
                defer { pq.clear(result) }
                switch pq.resultStatus(result) {
                case LibPQ.Status.commandDone, LibPQ.Status.rows, LibPQ.Status.oneRow:
                    rows += self.rows(result, &room)
                    guard room >= 0 else { throw PostgresFailure.tooLarge }
                    if pq.resultStatus(result) == LibPQ.Status.oneRow { continue }
                    answers.append(PostgresAnswer(rows: rows, changes: Int(Self.text(pq.cmdTuples(result))) ?? 0))
                // A statement after a failed one was not executed.
                case LibPQ.Status.pipelineAborted: break
                default: failure = failure ?? self.failure(result)
                }
            }
        }
        // The result of the pipeline's end.
        pq.clear(try nextResult(until: deadline))
        guard pq.exitPipelineMode(handle) == 1 else { throw failure ?? lost() }
        if let failure { throw failure }
        guard answers.count == statements.count else { throw PostgresFailure.lost("it has not answered everything") }
        return answers
    }

    /// Executes several statements without parameters, and ignores their answers.
    func execute(script: String) throws {
        guard pq.sendQuery(handle, script) == 1 else { throw lost() }
        _ = pq.setSingleRowMode(handle)
        let deadline = ContinuousClock.now + Self.timeout
        try flush(until: deadline)
        var failure: PostgresFailure?
        while let result = try nextResult(until: deadline) {
            defer { pq.clear(result) }
            switch pq.resultStatus(result) {
            case LibPQ.Status.commandDone, LibPQ.Status.rows, LibPQ.Status.oneRow, LibPQ.Status.emptyQuery: break
            default: failure = failure ?? self.failure(result)
            }
        }
        if let failure { throw failure }
    }

    private func send(_ statement: PostgresStatement) throws {
        let values = statement.parameters.map { parameter in parameter.flatMap { strdup($0.postgresText) } }
        defer { for value in values { free(value) } }
        let pointers = values.map { UnsafePointer<CChar>($0) }
        guard pq.sendQueryParams(handle, statement.sql, Int32(pointers.count), nil, pointers, nil, nil, 0) == 1 else {
            throw lost()
        }
    }

    private func lost() -> PostgresFailure { .lost(Self.text(pq.errorMessage(handle))) }

    private func flush(until deadline: ContinuousClock.Instant) throws {
        socket.room = Self.resultLimit
        while true {
            switch pq.flush(handle) {
            case 0: return
            case 1:
                try socket.wait(for: Int16(POLLIN | POLLOUT), on: pq.socket(handle), until: deadline)
                guard pq.consumeInput(handle) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws -> LibPQ.Answer? {
        socket.room = Self.resultLimit
        while pq.isBusy(handle) == 1 {
            try socket.wait(for: Int16(POLLIN), on: pq.socket(handle), until: deadline)
            guard pq.consumeInput(handle) == 1 else { throw lost() }
        }
        return pq.getResult(handle)
    }

    /// Returns the rows of a result, and subtracts their size from `room`.
    private func rows(_ result: LibPQ.Answer, _ room: inout Int) -> [PostgresRow] {
        let columns = pq.nfields(result)
        return (0..<pq.ntuples(result)).map { row in
            // A fixed size for each cell, in addition to its text.
            room -= (0..<columns).reduce(32 * Int(columns + 1)) { $0 + Int(pq.getlength(result, row, $1)) }
            return PostgresRow(
                cells: (0..<columns).map { column in
                    pq.getisnull(result, row, column) == 1 ? nil : Self.text(pq.getvalue(result, row, column))
                }
            )
        }
    }

    private func failure(_ result: LibPQ.Answer) -> PostgresFailure {
        // Use only the first line of the server's message; further lines may quote values.
        let message = Self.text(pq.resultErrorField(result, Int32(UInt8(ascii: "M")))).prefix(1_000).prefix {
            $0 != "\n"
        }
        let state = Self.text(pq.resultErrorField(result, Int32(UInt8(ascii: "C"))))
        guard pq.status(handle) == LibPQ.connected, !state.isEmpty else {
            return .lost(message.isEmpty ? Self.text(pq.errorMessage(handle)) : String(message))
        }
        return .refused(state: state, String(message))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "" }
        return String(cString: pointer)
    }

    /// Parses a URL, or a list of `keyword=value`, into settings.
    ///
    /// - Throws: ``PostgresFailure/unreachable(_:)`` if the text is neither, or `missingLibrary`.
    static func settings(of text: String) throws(PostgresFailure) -> [String: String] {
        let pq = try LibPQ.loaded()
        var message: UnsafeMutablePointer<CChar>?
        guard let options = pq.conninfoParse(text, &message) else {
            pq.freemem(message)
            // libpq's own message may quote a password.
            throw PostgresFailure.unreachable("the address is not a PostgreSQL address")
        }
        defer { pq.conninfoFree(options) }
        var settings: [String: String] = [:]
        var option = options.assumingMemoryBound(to: LibPQ.Option.self)
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value { settings[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return settings
    }
}
