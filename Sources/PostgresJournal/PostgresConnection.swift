private import CLibPQ
import CLibrary
import GlossportReading

/// One connection to PostgreSQL: the only file that knows libpq.
///
/// Every statement is sent without a name and with its parameters beside it, so that it also works behind a pooler that gives each transaction
/// another server connection. Nothing waits for ever: an answer that does not come in time is a lost connection.
///
/// Unchecked: the handle is libpq's, and whoever has the connection uses it from one queue alone.
final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer

    /// The longest time for an answer; statements end before it by themselves, so that only a dead connection takes it.
    private static let patience = Duration.seconds(15)

    /// The most bytes of one answer: a server that never ends must not fill the memory.
    private static let answerLimit = 256 << 20

    /// The most bytes of one row, and of everything else that libpq keeps until a result is complete.
    private static let resultLimit = 64 << 20
    /// FIONREAD, which is a macro that Swift does not import everywhere.
    #if canImport(Darwin)
        private static let readableBytes: UInt = 0x4004_667F
    #else
        private static let readableBytes: UInt = 0x541B
    #endif

    /// - Parameter address: Where to.
    /// - Throws: ``PostgresFailure``.
    init(_ address: PostgresAddress) throws {
        let settings = address.settings.sorted { $0.key < $1.key }
        var keywords: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.key)) }
        var values: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.value)) }
        defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
        keywords.append(nil)
        values.append(nil)
        guard let handle = PQconnectdbParams(keywords, values, 0) else {
            throw PostgresFailure.lost("there is no memory for a connection")
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            let message = Self.text(PQerrorMessage(handle))
            // libpq quotes the value of a setting that it can't use: it may be a piece of a password.
            throw PostgresFailure.unreachable(
                message.hasPrefix("invalid ") ? "a setting in the address is invalid" : message
            )
        }
        // What servers notify of is for their log.
        _ = PQsetNoticeReceiver(handle, { _, _ in }, nil)
        guard PQsetnonblocking(handle, 1) == 0 else { throw PostgresFailure.lost("it can't be used without waiting") }
    }

    deinit { PQfinish(handle) }

    /// Executes statements, one after the other, all of which are sent before the first is answered.
    ///
    /// - Parameter statements: What to execute; after one that fails the others are not.
    /// - Returns: The answer to each.
    /// - Throws: ``PostgresFailure``.
    func execute(_ statements: [PostgresStatement]) throws -> [PostgresAnswer] {
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        for statement in statements { try send(statement) }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        let deadline = ContinuousClock.now + Self.patience
        try flush(until: deadline)
        var answers: [PostgresAnswer] = []
        var failure: PostgresFailure?
        var room = Self.answerLimit
        for _ in statements {
            // Row by row, so that they are counted before they fill the memory.
            PQsetSingleRowMode(handle)
            var rows: [PostgresRow] = []
            // Each one's results end with none.
            while let result = try nextResult(until: deadline) {
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE:
                    rows += Self.rows(result, &room)
                    guard room >= 0 else { throw PostgresFailure.tooLarge }
                    if PQresultStatus(result) == PGRES_SINGLE_TUPLE { continue }
                    answers.append(PostgresAnswer(rows: rows, changes: Int(Self.text(PQcmdTuples(result))) ?? 0))
                // What comes after one that failed.
                case PGRES_PIPELINE_ABORTED: break
                default: failure = failure ?? self.failure(result)
                }
            }
        }
        // The end of all of them.
        PQclear(try nextResult(until: deadline))
        guard PQexitPipelineMode(handle) == 1 else { throw failure ?? lost() }
        if let failure { throw failure }
        return answers
    }

    /// Executes several statements without parameters, and answers none of them.
    func execute(script: String) throws {
        guard PQsendQuery(handle, script) == 1 else { throw lost() }
        PQsetSingleRowMode(handle)
        let deadline = ContinuousClock.now + Self.patience
        try flush(until: deadline)
        var failure: PostgresFailure?
        while let result = try nextResult(until: deadline) {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY: break
            default: failure = failure ?? self.failure(result)
            }
        }
        if let failure { throw failure }
    }

    private func send(_ statement: PostgresStatement) throws {
        let values = statement.parameters.map { parameter in parameter.flatMap { strdup($0.postgresText) } }
        defer { for value in values { free(value) } }
        let pointers = values.map { UnsafePointer<CChar>($0) }
        guard PQsendQueryParams(handle, statement.sql, Int32(pointers.count), nil, pointers, nil, nil, 0) == 1 else {
            throw lost()
        }
    }

    private func lost() -> PostgresFailure { .lost(Self.text(PQerrorMessage(handle))) }

    private func flush(until deadline: ContinuousClock.Instant) throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws -> OpaquePointer? {
        var received = 0
        while PQisBusy(handle) == 1 {
            try wait(for: Int16(POLLIN), until: deadline)
            // About: while libpq takes these bytes, others may arrive.
            var count: Int32 = 0
            if ioctl(PQsocket(handle), Self.readableBytes, &count) == 0 { received += Int(count) }
            guard received <= Self.resultLimit else { throw PostgresFailure.tooLarge }
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
        return PQgetResult(handle)
    }

    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws {
        while true {
            let left = deadline - .now
            guard left > .zero else { throw PostgresFailure.lost("it does not answer") }
            var entry = pollfd(fd: PQsocket(handle), events: events, revents: 0)
            let milliseconds = Int32(clamping: left.components.seconds * 1_000 + 1)
            let count = poll(&entry, 1, milliseconds)
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw PostgresFailure.lost("it can't be waited for") }
        }
    }

    /// The rows of a result, each of which takes its size from what is left.
    private static func rows(_ result: OpaquePointer, _ room: inout Int) -> [PostgresRow] {
        let columns = PQnfields(result)
        return (0..<PQntuples(result)).map { row in
            // A cell's own, beside its text.
            room -= (0..<columns).reduce(32 * Int(columns + 1)) { $0 + Int(PQgetlength(result, row, $1)) }
            return PostgresRow(
                cells: (0..<columns).map { column in
                    PQgetisnull(result, row, column) == 1 ? nil : text(PQgetvalue(result, row, column))
                }
            )
        }
    }

    private func failure(_ result: OpaquePointer) -> PostgresFailure {
        // Of the server's sentence only the first line: what follows quotes values.
        let message = Self.text(PQresultErrorField(result, Int32(UInt8(ascii: "M")))).prefix { $0 != "\n" }
        let state = Self.text(PQresultErrorField(result, Int32(UInt8(ascii: "C"))))
        guard PQstatus(handle) == CONNECTION_OK, !state.isEmpty else {
            return .lost(message.isEmpty ? Self.text(PQerrorMessage(handle)) : String(message))
        }
        return .refused(state: state, String(message))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "" }
        return String(cString: pointer)
    }

    /// The settings that a URL or a list of `keyword=value` names; `nil` with what is wrong where it is neither.
    static func settings(of text: String) throws(PostgresFailure) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            // Its own sentence may quote a password.
            throw PostgresFailure.unreachable("the address is none of PostgreSQL's")
        }
        defer { PQconninfoFree(options) }
        var settings: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return settings
    }
}
