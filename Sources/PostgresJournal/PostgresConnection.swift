import CLibrary
import GlossportReading

/// One connection to PostgreSQL.
///
/// Statements are unnamed and are sent with their parameters, so they also work through a pooler that gives each
/// transaction a different server connection. Nothing waits forever: a missing answer counts as a lost connection.
///
/// `@unchecked Sendable` because the handle is libpq's, and the owner uses the connection from one queue only.
final class PostgresConnection: @unchecked Sendable {
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
        try LibPQ.load()
        let settings = address.settings.sorted { $0.key < $1.key }
        var keywords: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.key)) }
        var values: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.value)) }
        defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
        keywords.append(nil)
        values.append(nil)
        guard let handle = LibPQ.connectdbParams(keywords, values, 0) else {
            throw PostgresFailure.lost("not enough memory for a connection")
        }
        guard LibPQ.status(handle) == LibPQ.connected else {
            let message = Self.text(LibPQ.errorMessage(handle))
            LibPQ.finish(handle)
            // libpq quotes the value of an invalid setting, which may be part of a password.
            throw PostgresFailure.unreachable(
                message.hasPrefix("invalid ") ? "a setting in the address is invalid" : message
            )
        }
        // Ignore notices, which belong in the server's log.
        _ = LibPQ.setNoticeReceiver(handle, { _, _ in }, nil)
        guard LibPQ.setnonblocking(handle, 1) == 0, let socket = MeasuredSocket(inPlaceOf: LibPQ.socket(handle)) else {
            LibPQ.finish(handle)
            throw PostgresFailure.lost("it can't be used without waiting")
        }
        (self.handle, self.socket) = (handle, socket)
    }

    deinit { LibPQ.finish(handle) }

    /// Executes statements in order; all are sent before the first answer is read.
    ///
    /// After a failed statement, the remaining ones are not executed.
    ///
    /// - Returns: The answers, one for each statement.
    /// - Throws: ``PostgresFailure``.
    func execute(_ statements: [PostgresStatement]) throws -> [PostgresAnswer] {
        guard LibPQ.enterPipelineMode(handle) == 1 else { throw lost() }
        for statement in statements { try send(statement) }
        guard LibPQ.pipelineSync(handle) == 1 else { throw lost() }
        let deadline = ContinuousClock.now + Self.timeout
        try flush(until: deadline)
        var answers: [PostgresAnswer] = []
        var failure: PostgresFailure?
        var room = Self.answerLimit
        for _ in statements {
            // Read row by row, so that rows are counted before they fill the memory.
            _ = LibPQ.setSingleRowMode(handle)
            var rows: [PostgresRow] = []
            // The results of each statement end with `nil`.
            while let result = try nextResult(until: deadline) {
                defer { LibPQ.clear(result) }
                switch LibPQ.resultStatus(result) {
                case LibPQ.Status.commandDone, LibPQ.Status.rows, LibPQ.Status.oneRow:
                    rows += self.rows(result, &room)
                    guard room >= 0 else { throw PostgresFailure.tooLarge }
                    if LibPQ.resultStatus(result) == LibPQ.Status.oneRow { continue }
                    answers.append(PostgresAnswer(rows: rows, changes: Int(Self.text(LibPQ.cmdTuples(result))) ?? 0))
                // A statement after a failed one was not executed.
                case LibPQ.Status.pipelineAborted: break
                default: failure = failure ?? self.failure(result)
                }
            }
        }
        // The result of the pipeline's end.
        LibPQ.clear(try nextResult(until: deadline))
        guard LibPQ.exitPipelineMode(handle) == 1 else { throw failure ?? lost() }
        if let failure { throw failure }
        guard answers.count == statements.count else { throw PostgresFailure.lost("it has not answered everything") }
        return answers
    }

    /// Executes several statements without parameters, and ignores their answers.
    func execute(script: String) throws {
        guard LibPQ.sendQuery(handle, script) == 1 else { throw lost() }
        _ = LibPQ.setSingleRowMode(handle)
        let deadline = ContinuousClock.now + Self.timeout
        try flush(until: deadline)
        var failure: PostgresFailure?
        while let result = try nextResult(until: deadline) {
            defer { LibPQ.clear(result) }
            switch LibPQ.resultStatus(result) {
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
        guard LibPQ.sendQueryParams(handle, statement.sql, Int32(pointers.count), nil, pointers, nil, nil, 0) == 1
        else {
            throw lost()
        }
    }

    private func lost() -> PostgresFailure { .lost(Self.text(LibPQ.errorMessage(handle))) }

    private func flush(until deadline: ContinuousClock.Instant) throws {
        socket.room = Self.resultLimit
        while true {
            switch LibPQ.flush(handle) {
            case 0: return
            case 1:
                try socket.wait(for: Int16(POLLIN | POLLOUT), on: LibPQ.socket(handle), until: deadline)
                guard LibPQ.consumeInput(handle) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws -> LibPQ.Answer? {
        socket.room = Self.resultLimit
        while LibPQ.isBusy(handle) == 1 {
            try socket.wait(for: Int16(POLLIN), on: LibPQ.socket(handle), until: deadline)
            guard LibPQ.consumeInput(handle) == 1 else { throw lost() }
        }
        return LibPQ.getResult(handle)
    }

    /// Returns the rows of a result, and subtracts their size from `room`.
    private func rows(_ result: LibPQ.Answer, _ room: inout Int) -> [PostgresRow] {
        let columns = LibPQ.nfields(result)
        return (0..<LibPQ.ntuples(result)).map { row in
            // A fixed size for each cell, in addition to its text.
            room -= (0..<columns).reduce(32 * Int(columns + 1)) { $0 + Int(LibPQ.getlength(result, row, $1)) }
            return PostgresRow(
                cells: (0..<columns).map { column in
                    LibPQ.getisnull(result, row, column) == 1 ? nil : Self.text(LibPQ.getvalue(result, row, column))
                }
            )
        }
    }

    private func failure(_ result: LibPQ.Answer) -> PostgresFailure {
        // Use only the first line of the server's message; further lines may quote values.
        let message = Self.text(LibPQ.resultErrorField(result, Int32(UInt8(ascii: "M")))).prefix(1_000).prefix {
            $0 != "\n"
        }
        let state = Self.text(LibPQ.resultErrorField(result, Int32(UInt8(ascii: "C"))))
        guard LibPQ.status(handle) == LibPQ.connected, !state.isEmpty else {
            return .lost(message.isEmpty ? Self.text(LibPQ.errorMessage(handle)) : String(message))
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
        try LibPQ.load()
        var message: UnsafeMutablePointer<CChar>?
        guard let options = LibPQ.conninfoParse(text, &message) else {
            LibPQ.freemem(message)
            // libpq's own message may quote a password.
            throw PostgresFailure.unreachable("the address is not a PostgreSQL address")
        }
        defer { LibPQ.conninfoFree(options) }
        var settings: [String: String] = [:]
        var option = options.assumingMemoryBound(to: LibPQ.Option.self)
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value { settings[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return settings
    }
}
