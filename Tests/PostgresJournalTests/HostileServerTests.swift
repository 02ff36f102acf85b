import CLibrary
import Foundation
import GlossportReading
import Testing

@testable import PostgresJournal

@Suite("Hostile server", .enabled(if: PostgresCluster.hasLibrary, "libpq is not installed."))
struct HostileServerTests {
    private func error(_ answer: HostileServer.Answer) async throws -> GlossportError? {
        try await error(of: try HostileServer(answer))
    }

    private func error(of server: HostileServer) async throws -> GlossportError? {
        let link = PostgresLink(try server.address, timeout: .zero)
        defer { link.close() }
        return await #expect(throws: GlossportError.self) { try await link.read { _ in } }
    }

    @Test(
        "An impossible clock is refused with an explanation",
        arguments: ["9223372036854775807", "-9223372036854775808", "-9223372036854775"]
    )
    func clock(microseconds: String) async throws {
        #expect(try await error(.cell(microseconds))?.message.hasSuffix("is more than a century wrong.") == true)
    }

    @Test(
        "An answer in an unexpected form is refused with an explanation",
        arguments: [HostileServer.Answer.cell("noon"), .rowWithoutCells]
    )
    func form(answer: HostileServer.Answer) async throws {
        #expect(try await error(answer)?.message.contains("unreadable value") == true)
    }

    @Test("A row of a gigabyte is rejected before it fills the memory")
    func endlessRow() async throws {
        let server = try HostileServer(.endlessRow)
        #expect(try await error(of: server)?.message.hasSuffix("is too large for a journal.") == true)
        #expect(server.taken < 128)
    }
}

@Suite("Measured socket")
struct MeasuredSocketTests {
    /// libpq's end and the server's.
    private let inner, server: Int32
    private let socket: MeasuredSocket

    init() throws {
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Platform.streamSocket, 0, &pair) == 0)
        (inner, server) = (pair[0], pair[1])
        socket = try #require(MeasuredSocket(inPlaceOf: inner))
    }

    private func wait(_ events: Int32 = POLLIN) throws {
        try socket.wait(for: Int16(events), on: inner, until: .now + .seconds(10))
    }

    /// Reads all available bytes at one end and returns their number.
    private func receive(_ end: Int32) -> Int {
        var (bytes, sum) = ([UInt8](repeating: 0, count: 1 << 16), 0)
        while true {
            let count = recv(end, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return sum }
            sum += count
        }
    }

    @Test("Bytes written at either end arrive at the other, and so does the end of the stream")
    func both() throws {
        socket.room = 1_000
        #expect(send(inner, "question", 8, 0) == 8 && send(server, "answer", 6, 0) == 6)
        try wait()
        #expect(receive(inner) == 6 && receive(server) == 8)
        close(server)
        try wait()
        var byte: UInt8 = 0
        #expect(recv(inner, &byte, 1, 0) == 0)
    }

    @Test("Bytes beyond the limit are not passed on")
    func room() throws {
        let server = server
        Thread.detachNewThread {
            let part = [UInt8](repeating: 1, count: 1 << 16)
            while send(server, part, part.count, Platform.sendFlags) > 0 {}
        }
        socket.room = 1 << 20
        var received = 0
        let error = #expect(throws: PostgresFailure.self) {
            while true {
                try wait()
                received += receive(inner)
            }
        }
        guard case .tooLarge? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(received <= 1 << 20)
    }
}
