import Foundation
import RetentionEmulator
import Testing

@Suite("Start")
struct StartTests {
    @Test("A private key in place of a public key is refused, and the error says what is expected")
    func key() {
        var options = EmulatorOptions(environment: .sandbox)
        options.tokens.publicKeyPEM = "-----BEGIN PRIVATE KEY-----"
        let error = #expect(throws: StartError.self) { try Emulator(options) }
        #expect(error?.description.contains("BEGIN PUBLIC KEY") == true)
    }

    @Test("If the certificate and key cannot be read, the emulator does not start, and the error names both files")
    func certificate() {
        var options = EmulatorOptions(environment: .sandbox)
        options.identity = TLSIdentity(certificatePath: "/nonexistent/tls.pem", keyPath: "/nonexistent/tls.key")
        let error = #expect(throws: StartError.self) { try Emulator(options) }
        #expect(error?.description.contains("'/nonexistent/tls.pem' and '/nonexistent/tls.key'") == true)
    }

    @Test("If the log cannot be written, the emulator does not start")
    func log() {
        var options = EmulatorOptions(environment: .sandbox)
        options.requestLogPath = "/nonexistent/requests.jsonl"
        #expect(throws: StartError.self) { try Emulator(options) }
    }

    @Test("If the port is in use or the address is another machine's, the error says so")
    func port() async throws {
        let (first, second) = (
            try Emulator(EmulatorOptions(environment: .sandbox)), try Emulator(EmulatorOptions(environment: .sandbox))
        )
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup { group in
            group.addTask {
                try? await first.run(port: 0) { continuation.yield($0) }
                continuation.finish()
            }
            let port = try #require(await ports.first { _ in true })
            let error = await #expect(throws: StartError.self) { try await second.run(port: port) { _ in } }
            #expect(error?.description == "Port \(port) is in use: choose another one, or 0 for a free one.")
            group.cancelAll()
        }
        var options = EmulatorOptions(environment: .sandbox)
        // Reserved for documentation (RFC 5737).
        options.address = try #require(ListenAddress("192.0.2.7"))
        let elsewhere = try Emulator(options)
        let error = await #expect(throws: StartError.self) { try await elsewhere.run(port: 0) { _ in } }
        #expect(error?.description == "192.0.2.7 is not an address of this machine.")
    }
}
