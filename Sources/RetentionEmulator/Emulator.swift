private import Foundation
package import Hummingbird
private import HummingbirdCore
private import Logging
private import NIOCore
private import ServiceLifecycle
private import Synchronization

/// A local stand-in for Apple's Retention Messaging service, for tests and rehearsals.
///
/// It is written from the description of the service alone and shares no code with Glossport's client, so that a
/// misspelt field name cannot pass on both sides.
///
/// ## Routes it imitates
///
/// All below `/inApps/v1/messaging`, with Apple's limits, error numbers and hourly budgets:
///
/// | route | methods |
/// |---|---|
/// | `/message/{messageIdentifier}` | `PUT`, `DELETE` |
/// | `/message/list` | `GET` |
/// | `/image/{imageIdentifier}[?imageSize=FULL_SIZE\|BULLET_POINT]` | `PUT`, `DELETE` |
/// | `/image/list` | `GET` |
/// | `/default/{productId}/{locale}` | `PUT`, `GET`, `DELETE` |
/// | `/realtime/url` | `PUT`, `GET`, `DELETE` |
/// | `/performanceTest` | `POST`, in sandbox |
/// | `/performanceTest/result/{requestId}` | `GET`, in sandbox |
///
/// ## Routes of its own
///
/// `GET /_emulator/health`, `GET /_emulator/state`, `GET /_emulator/requests`, `GET /_emulator/pictures/{SHA-256}`,
/// `POST /_emulator/approve`, `POST /_emulator/reject`, `POST /_emulator/reset`, `GET` and `POST` of `/_emulator/faults` and
/// `/_emulator/budgets`. They take no token, but `Host` must be a name that is allowed (see ``HostRule``) and `Origin`
/// the emulator's own, so that no foreign web page can use them through a browser. `GET /` is a page for people that
/// shows what is there, live.
///
/// ## EMULATOR CHOICES
///
/// The following is not documented by Apple and had to be decided. Tests must not rely on it:
///
/// * **Order of checks:** route 404, token 401, access 404, budget 429, shape of identifier and body 400, exists already
///   409, content 400, limits and states 403, things referred to 404.
/// * **401, 404 without an object, 413:** empty body. An unknown method on a known path is a 404 as well.
/// * **Malformed JSON, missing fields, unknown constants, a content type other than `application/json`, an identifier
///   that is not a UUID:** 400 with 4000000. Unknown fields are ignored; empty texts are accepted.
/// * **Lengths** count graphemes unless told otherwise; at most five bullet points.
/// * **Unknown image in a message:** 404 with 4040014. Unknown `imageSize`: 400 with 4000216. An image whose content type
///   is not `image/png`: 400 with 4000161. Transparency is colour type 4 or 6, or a `tRNS` chunk, opaque or not.
/// * **Product IDs:** any of letters, digits, `.`, `_`, `-`, unless a list is given. The locales of 2026 are known.
/// * **Deleted identifiers** may be used again; deleting a message deletes the defaults that name it. Both can be changed.
/// * **Rejected items** stay listed and count against the 2,000, which hold per app and environment, and for both
///   image sizes together. Lists are in order of upload; an empty one is `[]`.
/// * **Budgets** are a sliding hour; everything except a 429 counts, and so do 400s and 409s. Every 429 of a spent
///   budget carries `Retry-After`. Requests that fail at the token or the route cost nothing.
/// * **Faults** that strike before the service is reached cost nothing, except `500-before` and `commit-late`; a request
///   that a proxy duplicates is paid for once.
/// * **Tokens** may lack `iat` and `typ`; an `iat` more than a minute ahead is refused. `bid` decides which app is meant.
/// * **Sandbox** approves at once; production leaves everything pending until told otherwise.
/// * **Production real-time URLs** are refused with 4030026 unless the emulator is told that the test was passed.
/// * **Performance tests** call nothing: they take 60 s and pass, unless told otherwise. One without a real-time URL is refused with 4000211, a
///   transaction ID that has other characters than digits with 4000006.
/// * **Bodies** beyond 1 MiB of JSON or 32 MiB of image are answered 413.
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
    /// The pictures that were uploaded, for the page.
    let pictures = PictureStore()
    /// When it was made, so that what it says of itself differs from what another one said on the same port.
    let started: Moment

    /// An emulator that is not listening yet.
    ///
    /// - Parameters:
    ///   - options: How it is set up.
    ///   - now: The clock; tests bring their own.
    ///   - pause: How it waits; tests do not wait.
    /// - Throws: ``StartError`` if a key, the certificate or the log is invalid.
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

    /// The time of day.
    package static let wallClock: @Sendable () -> Moment = {
        Moment(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
    }

    /// Waits, or returns early when the server stops.
    package static let sleep: @Sendable (Duration) async -> Void = { duration in
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: duration) }
    }

    /// The HTTP application.
    ///
    /// - Parameters:
    ///   - port: Where to listen; 0 takes a free port.
    ///   - onListening: Called with the port once requests are let in.
    /// - Returns: An application that is not running yet.
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

    /// Serves until SIGTERM or SIGINT, then writes out the log.
    ///
    /// - Parameters:
    ///   - port: Where to listen; 0 takes a free port.
    ///   - onListening: Called with the port once requests are let in.
    /// - Throws: If it cannot listen.
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

    /// Forgets everything that came in since the start, faults set meanwhile included.
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

    /// Counts a request and writes its line.
    func note(_ entry: LogEntry) {
        if let status = entry.outcome?.reply.status {
            state.withLock { $0.count(status: status, endpoint: entry.route?.endpoint, bundleID: entry.bundleID) }
        }
        log?.append(entry.line)
    }

    /// Writes out the lines gathered so far.
    package func flushLog() {
        log?.flush()
    }

    private static func freshState(_ options: EmulatorOptions) -> ServiceState {
        ServiceState(rules: options.rules, faults: FaultPlan(options.faults, seed: options.rules.seed))
    }
}
