import CLibrary
import Foundation

/// A PostgreSQL server that runs for one test.
struct Database {
    /// The URL for a journal.
    let url: String
    /// Stops the server before the test ends.
    let stop: () async -> Void

    /// Starts a server for `body` and always stops it afterwards.
    ///
    /// - Throws: Errors of `body`, or an error if the server cannot be started.
    static func with<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
        let (port, pooler) = (try freePort(), try freePort())
        let server = Process()
        server.executableURL = URL(fileURLWithPath: Repository.file("Scripts/postgres-cluster"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("glossport-pg-\(UUID().uuidString)")
        server.arguments = [folder.path, "\(port)", "\(pooler)"]
        let (input, output) = (Pipe(), Pipe())
        (server.standardInput, server.standardOutput) = (input, output)
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        server.terminationHandler = { _ in continuation.finish() }
        try server.run()
        // The server stops when its standard input is closed.
        func stop() async {
            try? input.fileHandleForWriting.close()
            for await _ in ends {}
        }
        guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            await stop()
            throw Emulator.Failure(text: "The server does not start.")
        }
        do {
            let value = try await body(Database(url: "postgres://postgres@127.0.0.1:\(port)/postgres", stop: stop))
            await stop()
            return value
        } catch {
            await stop()
            throw error
        }
    }

    private static func freePort() throws -> Int {
        let probe = socket(AF_INET, Platform.streamSocket, 0)
        defer { close(probe) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(probe, $0, length) == 0 && getsockname(probe, $0, &length) == 0
            }
        }
        guard isBound else { throw Emulator.Failure(text: "There is no free port.") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
