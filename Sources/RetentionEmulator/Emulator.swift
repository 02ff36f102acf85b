private import Foundation
package import Hummingbird
private import HummingbirdCore
private import Logging
private import NIOCore
private import ServiceLifecycle
private import Synchronization

/// A local emulator of Apple's Retention Messaging service, for tests and rehearsals.
///
/// It is written only from the description of the service and shares no code with Glossport's client, so that a
/// misspelled field name in one is not repeated in the other.
///
/// ## Emulated routes
///
/// These routes are below `/inApps/v1/messaging`, and have Apple's limits, error numbers and hourly budgets:
///
/// | route | methods |
/// |---|---|
/// | `/message/{messageIdentifier}` | `PUT`, `DELETE` |
/// | `/message/list` | `GET` |
/// | `/image/{imageIdentifier}[?imageSize=FULL_SIZE\|BULLET_POINT]` | `PUT`, `DELETE` |
/// | `/image/list` | `GET` |
/// | `/default/{productId}/{locale}` | `PUT`, `GET`, `DELETE` |
/// | `/realtime/url` | `PUT`, `GET`, `DELETE` |
/// | `/performanceTest` | `POST`, in the sandbox only |
/// | `/performanceTest/result/{requestId}` | `GET`, in the sandbox only |
///
/// ## Control routes
///
/// `GET /_emulator/health`, `GET /_emulator/state`, `GET /_emulator/requests`, `GET /_emulator/pictures/{SHA-256}`,
/// `POST /_emulator/approve`, `POST /_emulator/reject`, `POST /_emulator/reset`, `GET` and `POST` of
/// `/_emulator/faults` and `/_emulator/budgets`. They need no token, but `Host` must be an allowed name (see
/// ``HostRule``), and `Origin`, if sent, must be the emulator's own, so that other web pages can't use them through a
/// browser. `GET /` is a page that shows the state live.
///
/// ## EMULATOR CHOICES
///
/// The following choices are not documented by Apple. Tests must not rely on them:
///
/// * **Order of checks:** body length 413, route 404, token 401, access 404, budget 429, form of identifier and body
///   400, existing identifier 409, content 400, limits 403, missing images 404. For a default, a missing message (404)
///   precedes its review state (403).
/// * **Empty bodies:** 401, 413, and 404 for the route or missing access. An unknown method on a known path is also a
///   404.
/// * **Malformed JSON, missing fields, unknown constants, a content type other than `application/json`, an identifier
///   that is not a UUID:** 400 with 4000000. Unknown fields are ignored; empty texts are accepted.
/// * **Lengths** count graphemes unless configured otherwise; at most five bullet points.
/// * **Unknown image in a message:** 404 with 4040014. Unknown `imageSize`: 400 with 4000216. An image whose content
///   type is not `image/png`: 400 with 4000161. Transparency means color type 4 or 6, or a `tRNS` chunk, even an
///   opaque one.
/// * **Product IDs:** 1 to 255 letters, digits, `.`, `_` and `-`, unless a list is given. The locales added in 2026 are
///   supported.
/// * **Deleted identifiers** may be used again; deleting a message deletes the defaults that name it. Both are
///   configurable.
/// * **Rejected items** stay listed and count toward the limit of 2,000, which applies per app and environment, to
///   both image sizes together. Lists are in order of upload; an empty list is `[]`.
/// * **Budgets** are a sliding hour; everything except a 429 counts, including 400s and 409s. Every 429 of a spent
///   budget contains `Retry-After`. Requests that fail a check before the budget are free.
/// * **Faults** that strike before the service is reached are free, except `500-before` and `commit-late`; a request
///   that a proxy duplicates is charged once.
/// * **Tokens** may lack `iat` and `typ`; an `iat` more than a minute ahead is refused. `bid` selects the app.
/// * **Sandbox** approves immediately; production leaves everything pending until decided through a control route.
/// * **Production real-time URLs** are refused with 4030026 unless the emulator is configured to have passed the test.
/// * **Performance tests** call no URL: by default they take 60 s and pass. A test without a real-time URL or with an
///   invalid body is refused with 4000211, a transaction ID with characters other than digits with 4000006, and a
///   request ID that is not a UUID with 4000212.
/// * **Bodies** beyond 1 MiB of JSON or 32 MiB of image are answered with 413.
package final class Emulator: Sendable {
    let options: EmulatorOptions
    let tokens: TokenVerifier
    let now: @Sendable () -> Moment
    let pause: @Sendable (Duration) async -> Void
    private let server: HTTPServerBuilder
    private let state: Mutex<ServiceState>
    private let log: RequestLog?
    /// The newest requests, for the page.
    let recent = RecentRequests()
    /// The uploaded pictures, for the page.
    let pictures = PictureStore()
    /// The creation time, which distinguishes this emulator's entity tags from those of another one on the same port.
    let started: Moment

    /// Creates an emulator that is not listening yet.
    ///
    /// - Parameters:
    ///   - options: The configuration.
    ///   - now: The clock, replaced in tests.
    ///   - pause: The function that sleeps, replaced in tests.
    /// - Throws: ``StartError`` if the public key, the TLS certificate or its key is invalid, or the log cannot be
    ///   opened.
    package init(
        _ options: EmulatorOptions,
        now: @escaping @Sendable () -> Moment = Emulator.wallClock,
        pause: @escaping @Sendable (Duration) async -> Void = Emulator.sleep
    ) throws {
        self.options = options
        self.now = now
        self.pause = pause
        started = now()
        tokens = try TokenVerifier(options.tokens)
        server = try options.identity.map { try $0.server() } ?? .http1()
        log = try options.requestLogPath.map { try RequestLog(path: $0) }
        state = Mutex(Self.freshState(options))
    }

    package static let wallClock: @Sendable () -> Moment = {
        Moment(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
    }

    /// Waits, or returns early when the server stops.
    package static let sleep: @Sendable (Duration) async -> Void = { duration in
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: duration) }
    }

    /// The HTTP application, not running yet.
    ///
    /// - Parameters:
    ///   - port: The port; 0 chooses a free one.
    ///   - onListening: Called with the port once requests are accepted.
    /// - Returns: The application.
    package func application(
        port: Int = 0,
        onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            responder: EmulatorResponder(emulator: self),
            server: server,
            configuration: .init(address: .hostname(options.address.text, port: port), serverName: nil, backlog: 1024),
            onServerRunning: { onListening($0.localAddress?.port ?? port) },
            logger: Logger(label: "retention-emulator") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Serves until SIGTERM or SIGINT, and then flushes the log.
    ///
    /// - Parameters:
    ///   - port: The port; 0 chooses a free one.
    ///   - onListening: Called with the port once requests are accepted.
    /// - Throws: ``StartError`` if the port is in use or the address is not one of this machine; other errors
    ///   unchanged.
    package func run(port: Int, onListening: @escaping @Sendable (Int) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let log { group.addTask { await log.flushRegularly() } }
            do {
                try await application(port: port, onListening: onListening).runService()
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                group.cancelAll()
                throw StartError("Port \(port) is in use: choose another one, or 0 for a free one.")
            } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL {
                group.cancelAll()
                throw StartError("\(options.address.text) is not an address of this machine.")
            }
            group.cancelAll()
        }
        flushLog()
    }

    /// Reads or changes the state with exclusive access.
    package func withState<Value: Sendable>(_ body: (inout sending ServiceState) -> sending Value) -> Value {
        state.withLock(body)
    }

    /// Restores the initial state, faults and budgets, and removes the recorded requests and pictures.
    func reset() {
        let fresh = Self.freshState(options)
        state.withLock { state in
            let changes = state.changes
            state = fresh
            state.changes = changes + 1
        }
        recent.removeAll()
        pictures.removeAll()
    }

    /// Counts a request's status, if it has one, and logs the request.
    func record(_ entry: LogEntry) {
        if let status = entry.outcome?.reply.status {
            state.withLock { $0.count(status: status, endpoint: entry.route?.endpoint, bundleID: entry.bundleID) }
        }
        log?.append(entry.line)
    }

    /// Writes the pending log lines.
    package func flushLog() {
        log?.flush()
    }

    private static func freshState(_ options: EmulatorOptions) -> ServiceState {
        ServiceState(rules: options.rules, faults: FaultPlan(options.faults, seed: options.rules.seed))
    }
}
