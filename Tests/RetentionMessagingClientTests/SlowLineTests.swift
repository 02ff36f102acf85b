import GlossportChecking
import GlossportImporting
import HummingbirdTesting
import RetentionEmulator
import RetentionMessagingClient
import Testing

@Suite("Large bodies on a slow line")
struct SlowLineTests {
    /// Uploads four pictures of 100 kB at once, over a line that takes four seconds for them.
    private func upload(_ timeout: RequestTimeout) async throws -> [Answer.Outcome] {
        var options = EmulatorOptions(environment: .sandbox)
        options.bandwidth = Bandwidth(text: "800kbit")
        return try await Emulator(options).application().test(.ahc(.http)) { server in
            var settings = try configuration(for: "http://localhost:\(try #require(server.port))")
            settings.timeout = timeout
            return try await RetentionMessagingClient.withClient(settings, time: StoppedTime()) { client in
                await withTaskGroup(of: Answer.Outcome.self) { group in
                    for number in 1...4 {
                        let id = ServiceID(high: 0x4000, low: 1 << 63 | UInt64(number))
                        let bytes = [UInt8](repeating: 0, count: 100_000)
                        group.addTask { await client.uploadImage(bytes, size: .fullSize, as: id).outcome }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
        }
    }

    @Test("They arrive, although each takes longer than a small one ever may")
    func arrive() async throws {
        // No pictures, so that the emulator refuses them: after it has taken them in.
        let outcomes = try await upload(RequestTimeout(base: .seconds(3), floorRate: 1_000))
        #expect(outcomes.count == 4 && !outcomes.contains(.unknown))
    }

    @Test("With a time-out that is the same for all bodies they would not")
    func fixed() async throws {
        let outcomes = try await upload(RequestTimeout(base: .seconds(3), floorRate: .max))
        #expect(outcomes.contains(.unknown))
    }
}
