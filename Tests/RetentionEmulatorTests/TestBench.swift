import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RetentionEmulator
import Synchronization

/// An emulator whose clock moves only when a test advances it, and the requests that tests send to it.
final class TestBench: Sendable {
    static let base = "/inApps/v1/messaging"
    let emulator: Emulator
    private let clock: Clock

    private final class Clock: Sendable {
        let now = Mutex(Samples.start)
    }

    init(
        _ environment: ServiceEnvironment = .sandbox,
        faults: [String] = [],
        _ change: (inout EmulatorOptions) throws -> Void = { _ in }
    ) throws {
        var options = EmulatorOptions(environment: environment)
        options.rules.allowances = [:]
        options.faults = try faults.map(FaultRule.init)
        try change(&options)
        let clock = Clock()
        self.clock = clock
        emulator = try Emulator(
            options,
            now: { clock.now.withLock { $0 } },
            // Pausing advances the clock.
            pause: { time in clock.now.withLock { $0 = $0 + time } }
        )
    }

    var now: Moment { clock.now.withLock { $0 } }

    func advance(_ time: Duration) {
        clock.now.withLock { $0 = $0 + time }
    }

    /// Runs a test against the responder, without a socket.
    func test(_ body: @Sendable (Caller) async throws -> Void) async throws {
        try await emulator.application().test(.router) { try await body(Caller(client: $0)) }
    }

    /// Runs a test against a server on the loopback interface.
    func testLive(_ body: @Sendable (Caller) async throws -> Void) async throws {
        try await emulator.application().test(.ahc(.http)) { try await body(Caller(client: $0)) }
    }
}

/// A client with a token.
struct Caller: Sendable {
    let client: any TestClientProtocol

    static let token = Token.unsigned(bundleID: Samples.app)
    static let message = #"{"header":"Keep your garden","body":"Your plans stay with you."}"#

    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        type: String? = "application/json",
        token: String? = Caller.token
    ) async throws -> TestResponse {
        try await send(
            method,
            path,
            bytes: body.map { ByteBuffer(string: $0) },
            type: body == nil ? nil : type,
            token: token
        )
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        bytes: ByteBuffer?,
        type: String?,
        token: String? = Caller.token
    ) async throws -> TestResponse {
        var headers = HTTPFields()
        if let token { headers[.authorization] = "Bearer \(token)" }
        if let type { headers[.contentType] = type }
        let target = path.hasPrefix("/_emulator") ? path : TestBench.base + path
        return try await client.execute(uri: target, method: method, headers: headers, body: bytes)
    }

    /// Uploads a message with a numbered identifier.
    @discardableResult
    func upload(_ number: Int, _ body: String = Caller.message) async throws -> TestResponse {
        try await send(.put, "/message/\(try Samples.identifier(number))", body)
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
    /// The error code, if the body is exactly the two-member error object.
    var errorCode: Int? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any],
            Set(object.keys) == ["errorCode", "errorMessage"], object["errorMessage"] is String
        else { return nil }
        return object["errorCode"] as? Int
    }
}
