import CLibrary
import Crypto
import Glossport
import GlossportChecking
import GlossportProject
import RetentionMessagingClient

/// A clock that moves only when a test advances it.
final class StoppedTime: TimeSource {
    /// 2026-06-12T02:06:40Z.
    static let start = Timestamp(seconds: 1_781_230_000)

    private let moment = Mutex(start)

    var now: Timestamp { moment.withLock { $0 } }
    func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }
    func sleep(until deadline: Timestamp) async throws {}
}

let signingKey = P256.Signing.PrivateKey()

func credentials() throws -> Credentials {
    Credentials(
        issuerID: "11111111-2222-4333-8444-555555555555",
        keyID: "ABC123DEFG",
        app: "com.example.garden",
        privateKey: try PrivateKey(pem: signingKey.pemRepresentation, source: "The test key")
    )
}

func serviceID(_ text: String) throws -> ServiceID {
    guard let id = ServiceID(text) else { throw NoUUID() }
    return id
}

struct NoUUID: Error {}

let content = MessageContent(header: "Keep your garden growing", body: "Your plans stay with you.")
let someID = ServiceID(high: 0x7E9D_4C7E_6D0C_4A58, low: 0x8F1E_4B4D_2B1A_9E02)

/// A configuration without practical timeouts.
///
/// On a busy machine, a test may wait longer than any user would.
func configuration(for endpoint: String) throws -> RetentionMessagingClient.Configuration {
    RetentionMessagingClient.Configuration(
        address: try ServiceAddress(endpoint: endpoint),
        credentials: try credentials(),
        version: "1.2.3",
        timeout: RequestTimeout(base: .seconds(600), floorRate: 1_024),
        connectTimeout: .seconds(600)
    )
}

/// Runs a client against a server that answers with `script`.
func withClient<Value>(
    answering script: FakeService.Script,
    time: any TimeSource = StoppedTime(),
    configure: (inout RetentionMessagingClient.Configuration) -> Void = { _ in },
    body: (RetentionMessagingClient, FakeService) async throws -> Value
) async throws -> Value {
    try await FakeService.with(script) { service in
        var settings = try configuration(for: "http://127.0.0.1:\(service.port)")
        configure(&settings)
        return try await RetentionMessagingClient.withClient(settings, time: time) { client in
            try await body(client, service)
        }
    }
}

/// Uploads one message to a server that gives the same answer to every request.
func answer(to reply: FakeService.Reply, time: any TimeSource = StoppedTime()) async throws -> Answer {
    try await withClient(answering: .always(reply), time: time) { client, _ in await client.upload(content, as: someID)
    }
}
