import Foundation
import Glossport
import GlossportReading
import GlossportTesting
import Synchronization

@testable import PostgresJournal

/// The tests' own server with a pooler, removed after the tests however they end.
struct PostgresCluster: Sendable {
    let port: Int
    let poolerPort: Int

    /// Shared by all tests; an error states why it is missing.
    static let shared = Result { try PostgresCluster() }

    /// Whether tests that need the server can run; if nothing may be skipped, they run and fail.
    static var isThere: Bool {
        if ProcessInfo.processInfo.environment["GLOSSPORT_SKIP_NOTHING"] != nil { return true }
        return (try? shared.get()) != nil
    }

    /// Whether tests that need only libpq can run; otherwise like ``isThere``.
    static var hasLibrary: Bool {
        ProcessInfo.processInfo.environment["GLOSSPORT_SKIP_NOTHING"] != nil || (try? LibPQ.load()) != nil
    }

    /// - Parameter settings: The server's settings, as `NAME=VALUE`.
    /// - Throws: An error if the server cannot be started.
    init(_ settings: [String] = []) throws {
        (port, poolerPort) = (try Self.freePort(), try Self.freePort())
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("glossport-pg-\(UUID().uuidString)")
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appendingPathComponent("Scripts/postgres-cluster")
        process.arguments = [folder.path, "\(port)", "\(poolerPort)"] + settings
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            throw GlossportError(.journal, "There is no server for tests.", remedy: "Run `make prepare-tests`.")
        }
        // Its end makes the script clean up, so it stays open until this process ends.
        Self.inputs.withLock { $0.append(input) }
    }

    private static let inputs = Mutex<[Pipe]>([])
    private static let databases = Atomic<Int>(0)
    private static let template = Result { try PostgresCluster.makeTemplate() }

    enum Way: String, CaseIterable, Sendable { case direct, pooled }

    /// Creates a database with a journal's schema.
    static func journal(_ way: Way = .direct, leaseLength: Duration = .seconds(60)) async throws -> TestDatabase {
        let cluster = try shared.get()
        try template.get()
        let name = "t\(databases.add(1, ordering: .relaxed).newValue)"
        try administrate("CREATE DATABASE \(name) TEMPLATE template_glossport")
        let url = "postgres://postgres@127.0.0.1:\(way == .direct ? cluster.port : cluster.poolerPort)/\(name)"
        return TestDatabase(
            name: name,
            address: try PostgresAddress(url, environment: [:]),
            lease: PostgresLease(claim: UUID().uuidString, length: leaseLength)
        )
    }

    /// Executes a statement outside the tests' databases.
    static func administrate(_ sql: String, in database: String = "postgres") throws {
        let cluster = try shared.get()
        let url = "postgres://postgres@127.0.0.1:\(cluster.port)/\(database)"
        try PostgresConnection(PostgresAddress(url, environment: [:])).execute(script: sql)
    }

    private static func makeTemplate() throws {
        let cluster = try shared.get()
        try administrate("CREATE DATABASE template_glossport")
        let url = "postgres://postgres@127.0.0.1:\(cluster.port)/template_glossport"
        let link = PostgresLink(try PostgresAddress(url, environment: [:]), timeout: .zero)
        try link.queue.sync {
            _ = try link.transaction(isReading: false) { try PostgresSchema.migrate($0, "template") }
        }
        link.close()
    }

    private static func freePort() throws -> Int {
        let (descriptor, port) = try LoopbackPort.listen()
        close(descriptor)
        return port
    }
}

/// The database of one test.
struct TestDatabase: Sendable {
    let name: String
    let address: PostgresAddress
    /// The lease of this process; another process has a different claim.
    let lease: PostgresLease

    func open() async throws -> Journal { Journal(try await log()) }

    func log() async throws -> PostgresLog { try await PostgresLog(address, lease: lease) }

    /// The same database as seen by another process.
    var elsewhere: TestDatabase {
        TestDatabase(name: name, address: address, lease: PostgresLease(claim: UUID().uuidString, length: lease.length))
    }

    /// The same database through another port.
    func through(_ port: Int) throws -> TestDatabase {
        let url = "postgres://postgres@127.0.0.1:\(port)/\(name)"
        return TestDatabase(name: name, address: try PostgresAddress(url, environment: [:]), lease: lease)
    }

    var store: PostgresJournalStore { PostgresJournalStore(address, lease: lease) }

    /// Executes a statement on a separate connection and returns its rows.
    func rows(_ sql: String) throws -> [PostgresRow] {
        let path = PostgresStatement("SET search_path = glossport")
        return try PostgresConnection(address).execute([path, PostgresStatement(sql)])[1].rows
    }
}
