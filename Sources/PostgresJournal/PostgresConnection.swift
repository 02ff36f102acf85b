import CLibrary
import GlossportReading

/// One connection to PostgreSQL.
///
/// Every statement is sent without a name and with its parameters beside it, so that it also works behind a pooler that
/// gives each transaction another server connection. Nothing waits forever: a missing answer is a lost connection.
///
/// Unchecked: the handle is libpq's, and the owner uses the connection from one queue only.
final class PostgresConnection: @unchecked Sendable {
    private let pq: LibPQ
    private let handle: LibPQ.Connection
    private let socket: MeasuredSocket

    /// The longest time for an answer; statements end before it by themselves, so that only a dead connection takes it.
    private static let patience = Duration.seconds(15)

    /// The most bytes of one answer: a server that never ends must not fill the memory.
    private static let answerLimit = 256 << 20

    /// The most bytes of one row, and of everything else that libpq keeps until a result is complete.
    private static let resultLimit = 64 << 20

    /// - Parameter address: Where to.
    /// - Throws: ``PostgresFailure``.
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
            // libpq quotes the value of a setting that it can't use: it may be a piece of a password.
            throw PostgresFailure.unreachable(
                message.hasPrefix("invalid ") ? "a setting in the address is invalid" : message
            )
        }
        // Notices of the server belong in the server's log.
        _ = pq.setNoticeReceiver(handle, { _, _ in }, nil)
        guard pq.setnonblocking(handle, 1) == 0, let socket = MeasuredSocket(inPlaceOf: pq.socket(handle)) else {
            pq.finish(handle)
            throw PostgresFailure.lost("it can't be used without waiting")
        }
        (self.handle, self.socket) = (handle, socket)
    }

    deinit { pq.finish(handle) }

    /// Executes statements, one after the other, all of which are sent before the first is answered.
    ///
    /// - Parameter statements: The statements to execute; after a failed one the others are not executed.
    /// - Returns: The answer to each.
    /// - Throws: ``PostgresFailure``.
    func execute(_ statements: [PostgresStatement]) throws -> [PostgresAnswer] {
        guard pq.enterPipelineMode(handle) == 1 else { throw lost() }
        for statement in statements { try send(statement) }
        guard pq.pipelineSync(handle) == 1 else { throw lost() }
        let deadline = ContinuousClock.now + Self.patience
        try flush(until: deadline)
        var answers: [PostgresAnswer] = []
        var failure: PostgresFailure?
        var room = Self.answerLimit
        for _ in statements {
            // Row by row, so that they are counted before they fill the memory.
            _ = pq.setSingleRowMode(handle)
            var rows: [PostgresRow] = []
            // Each one's results end with none.
            while let result = try nextResult(until: deadline) {
                defer { pq.clear(result) }
                switch pq.resultStatus(result) {
                case LibPQ.Status.commandDone, LibPQ.Status.rows, LibPQ.Status.oneRow:
                    rows += self.rows(result, &room)
                    guard room >= 0 else { throw PostgresFailure.tooLarge }
                    if pq.resultStatus(result) == LibPQ.Status.oneRow { continue }
                    answers.append(PostgresAnswer(rows: rows, changes: Int(Self.text(pq.cmdTuples(result))) ?? 0))
                // A statement after a failed one.
                case LibPQ.Status.pipelineAborted: break
                default: failure = failure ?? self.failure(result)
                }
            }
        }
        // The end of all of them.
        pq.clear(try nextResult(until: deadline))
        guard pq.exitPipelineMode(handle) == 1 else { throw failure ?? lost() }
        if let failure { throw failure }
        guard answers.count == statements.count else { throw PostgresFailure.lost("it has not answered everything") }
        return answers
    }

    /// Executes several statements without parameters, and answers none of them.
    func execute(script: String) throws {
        guard pq.sendQuery(handle, script) == 1 else { throw lost() }
        _ = pq.setSingleRowMode(handle)
        let deadline = ContinuousClock.now + Self.patience
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

    /// The rows of a result, each of which takes its size from what is left.
    private func rows(_ result: LibPQ.Answer, _ room: inout Int) -> [PostgresRow] {
        let columns = pq.nfields(result)
        return (0..<pq.ntuples(result)).map { row in
            // A cell's own, beside its text.
            room -= (0..<columns).reduce(32 * Int(columns + 1)) { $0 + Int(pq.getlength(result, row, $1)) }
            return PostgresRow(
                cells: (0..<columns).map { column in
                    pq.getisnull(result, row, column) == 1 ? nil : Self.text(pq.getvalue(result, row, column))
                }
            )
        }
    }

    private func failure(_ result: LibPQ.Answer) -> PostgresFailure {
        // Of the server's sentence only the first line: what follows quotes values.
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

    /// The settings that a URL or a list of `keyword=value` names; `nil` with what is wrong where it is neither.
    static func settings(of text: String) throws(PostgresFailure) -> [String: String] {
        let pq = try LibPQ.loaded()
        var message: UnsafeMutablePointer<CChar>?
        guard let options = pq.conninfoParse(text, &message) else {
            pq.freemem(message)
            // Its own sentence may quote a password.
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
