import Glossport
import GlossportProject
import HummingbirdTesting
import RetentionEmulator
import RetentionMessagingClient
import Testing

/// The client over TLS, against the emulator.
@Suite("Uploads over TLS")
struct EncryptedEmulatorTests {
    private static let count = 8

    /// Uploads one message, and then eight at once.
    ///
    /// - Returns: The outcomes of the eight, in the order of arrival.
    private func upload(
        faults: String...,
        identity: FakeService.Identity = .selfSigned,
        pause: @escaping @Sendable (Duration) async -> Void = { _ in },
        afterFirst: @escaping @Sendable () async -> Void = {}
    ) async throws -> [Answer.Outcome] {
        try await SelfSigned.withFiles(of: identity) { files in
            var options = EmulatorOptions(environment: .sandbox)
            options.faults = try faults.map(FaultRule.init)
            options.identity = files
            let emulator = try Emulator(options, pause: pause)
            return try await emulator.application().test(.ahc(.https)) { server in
                var settings = try configuration(for: "https://localhost:\(try #require(server.port))")
                settings.trusted = try TrustedCertificates(file: files.certificatePath)
                return try await RetentionMessagingClient.withClient(settings, time: StoppedTime()) { client in
                    // The others may share its connection.
                    _ = await client.upload(content, as: someID)
                    return await uploadAtOnce(to: client, afterFirst: afterFirst)
                }
            }
        }
    }

    private func uploadAtOnce(
        to client: RetentionMessagingClient,
        afterFirst: @Sendable () async -> Void
    ) async -> [Answer.Outcome] {
        await withTaskGroup(of: Answer.Outcome.self) { group in
            for number in 1...Self.count {
                group.addTask {
                    await client.upload(content, as: ServiceID(high: 0x4000, low: 1 << 63 | UInt64(number))).outcome
                }
            }
            var outcomes: [Answer.Outcome] = []
            for await outcome in group {
                if outcomes.isEmpty { await afterFirst() }
                outcomes.append(outcome)
            }
            return outcomes
        }
    }

    @Test("A self-signed certificate in the given file is trusted")
    func accepted() async throws {
        let outcomes = try await upload()
        #expect(outcomes == Array(repeating: .accepted, count: Self.count))
    }

    @Test("A certificate for the IP address alone is not valid for the host name")
    func otherIdentity() async throws {
        let outcomes = try await upload(identity: .address)
        #expect(outcomes == Array(repeating: .notSent, count: Self.count))
    }

    @Test("No upload is lost if the server accepts no further request on a connection")
    func goAway() async throws {
        let outcomes = try await upload(faults: "go-away@2,3,6")
        #expect(outcomes == Array(repeating: .accepted, count: Self.count))
    }

    @Test("When a connection breaks, one upload is in doubt")
    func broken() async throws {
        // The other answers wait until the client has noticed.
        let all = Barrier(Self.count)
        let outcomes = try await upload(
            faults: "delay/uploadMessage@2-8",
            "drop-after-commit/uploadMessage@9",
            pause: { _ in await all.arrive() },
            afterFirst: { await all.arrive() }
        )
        #expect(outcomes.count { $0 == .unknown } == 1)
    }
}
