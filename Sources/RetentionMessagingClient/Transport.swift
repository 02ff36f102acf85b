private import AsyncHTTPClient
import Glossport
internal import NIOCore
internal import NIOHTTP1
private import NIOPosix
private import NIOSSL

/// Sends one request and collects one response: no retries, no redirects, bounded time and size.
struct Transport: Sendable {
    private let http: HTTPClient
    private let configuration: RetentionMessagingClient.Configuration
    private let time: any TimeSource

    var server: String { configuration.address.description }

    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    enum Result: Sendable {
        case response(ReceivedResponse)
        case failure(TransportFailure)
    }

    enum Payload: Sendable {
        case json([UInt8])
        case png([UInt8])

        var count: Int {
            switch self {
            case .json(let bytes), .png(let bytes): bytes.count
            }
        }
    }

    /// The maximum size in bytes of any body except a list; the service's error bodies have a few hundred bytes.
    static let standardLimit = 64 * 1_024
    /// The maximum size of a list, in bytes; a list of 2,000 messages has about 240 kB.
    static let listLimit = 1_024 * 1_024

    /// Lends a transport to `body` and closes its connections afterwards.
    static func with<Value>(
        _ configuration: RetentionMessagingClient.Configuration,
        time: any TimeSource,
        body: (Transport) async throws -> Value
    ) async throws -> Value {
        // One thread is enough for one host, and cheaper than two that wake each other. On a Mac, the client's default
        // group would use Apple's TLS, which does not expose the certificate.
        try await HTTPClient.withHTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton.next(),
            configuration: settings(configuration, time)
        ) { http in
            try await body(Transport(http: http, configuration: configuration, time: time))
        }
    }

    private static func settings(
        _ configuration: RetentionMessagingClient.Configuration,
        _ time: any TimeSource
    ) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let trusted = configuration.trusted { tls.trustRoots = .certificates(trusted.roots) }
        let authority = configuration.address.authority
        // NIO SSL would look for the proxy's address in the certificate; `ServerIdentity` looks for the service's.
        if authority.address != nil, configuration.proxy != nil {
            tls.certificateVerification = .noHostnameVerification
        }
        let identity = configuration.address.isEncrypted ? ServerIdentity(authority) : nil
        var settings = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        // One request at a time per connection: when a connection breaks, only one upload is in doubt.
        settings.httpVersion = .http1Only
        settings.proxy = configuration.proxy.map { proxy in
            .server(
                host: proxy.host,
                port: proxy.port,
                authorization: proxy.credentials.map { .basic(username: $0.name, password: $0.password) }
            )
        }
        settings.decompression = .disabled
        settings.timeout.connect = .nanoseconds(
            min(configuration.connectTimeout, configuration.timeout.base).nanoseconds
        )
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, configuration.concurrency)
        // Servers usually keep an idle connection open for a minute or more. We close it earlier, so that we do not
        // write to a connection that the server has closed.
        settings.connectionPool.idleTimeout = .seconds(15)
        // Traces are not collected; without this, each request would create trace attributes that nothing reads.
        settings.tracing.tracer = nil
        // Inserts handlers between each connection's codec and the client.
        settings.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture {
                try identity?.require(at: channel)
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                try pipeline.addHandlers([StatusGuard(), DepartureGuard(time)], position: .after(decoder))
            }
        }
        // The callers retry, because they count the attempts.
        settings.connectionPool.retryConnectionEstablishment = false
        return settings
    }

    /// Sends one request, without retries.
    ///
    /// The `bodyLimit` applies to the body of a 200.
    func send(
        _ method: Method,
        _ path: String,
        token: String,
        _ payload: Payload? = nil,
        reading bodyLimit: Int = standardLimit
    ) async -> Result {
        guard !Task.isCancelled else { return .failure(TransportFailure(.notSent, "Cancelled before it was sent.")) }
        var request = HTTPClientRequest(url: configuration.address.description + path)
        request.method = HTTPMethod(rawValue: method.rawValue)
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "User-Agent", value: "glossport/\(configuration.version)")
        if let latest = Departure.latest {
            request.headers.add(name: DepartureGuard.header, value: "\(latest.nanoseconds)")
        }
        switch payload {
        case .json(let bytes)?:
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: bytes))
        case .png(let bytes)?:
            request.headers.add(name: "Content-Type", value: "image/png")
            request.body = .bytes(ByteBuffer(bytes: bytes))
        case nil: break
        }
        let limit = configuration.timeout.limit(sending: payload?.count ?? 0)
        let deadline = NIODeadline.now() + .nanoseconds(limit.nanoseconds)
        do {
            let response = try await http.execute(request, deadline: deadline)
            let body = await Self.body(
                of: response,
                limit: response.status == .ok ? bodyLimit : Self.standardLimit,
                deadline
            )
            return .response(
                ReceivedResponse(
                    status: Int(response.status.code),
                    date: response.headers.first(name: "Date"),
                    retryAfter: response.headers.first(name: "Retry-After"),
                    contentType: response.headers.first(name: "Content-Type"),
                    location: response.headers.first(name: "Location"),
                    noted: configuration.observer == nil ? [:] : Self.noted(response.headers),
                    body: body
                )
            )
        } catch {
            return .failure(await explained(TransportFailure(error)))
        }
    }

    private static func noted(_ headers: HTTPHeaders) -> [String: String] {
        var noted: [String: String] = [:]
        for name in Exchange.headers { noted[name] = headers.first(name: name) }
        return noted
    }

    /// Explains an untrusted certificate: by its dates if they are the reason, or otherwise by naming the program's
    /// setting for trust.
    private func explained(_ failure: TransportFailure) async -> TransportFailure {
        guard failure == .distrust else { return failure }
        let distrust = configuration.trustSetting.map(TransportFailure.distrust(trustSetting:)) ?? failure
        guard configuration.proxy == nil,
            let dates = await CertificateDates.shown(
                by: configuration.address.authority,
                timeout: min(configuration.connectTimeout, .seconds(5))
            )
        else { return distrust }
        return TransportFailure(dates, now: time.now) ?? distrust
    }

    /// Reads the body within the remaining time of the attempt; the client itself applies the deadline only to the
    /// head.
    private static func body(
        of response: HTTPClientResponse,
        limit: Int,
        _ deadline: NIODeadline
    ) async -> ReceivedResponse.Body {
        // An empty body needs no timeout; this spares most uploads two child tasks.
        if response.headers.first(name: "Content-Length") == "0" { return await read(response.body, limit: limit) }
        return await withTaskGroup(of: ReceivedResponse.Body.self) { group in
            group.addTask { await read(response.body, limit: limit) }
            group.addTask {
                try? await Task.sleep(for: .nanoseconds((deadline - .now()).nanoseconds))
                return .cutOff("not complete in time.")
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .cutOff("not read.")
        }
    }

    private static func read(_ body: HTTPClientResponse.Body, limit: Int) async -> ReceivedResponse.Body {
        var bytes: [UInt8] = []
        do {
            for try await chunk in body {
                guard bytes.count + chunk.readableBytes <= limit else { return .tooLarge(limit: limit) }
                bytes += chunk.readableBytesView
            }
        } catch {
            return .cutOff("cut off: \(TransportFailure(error).detail)")
        }
        // A canceled sequence may simply end, without an error.
        return Task.isCancelled ? .cutOff("cut off: cancelled.") : .whole(bytes)
    }
}

/// Ends a connection whose answer has a status below 100.
///
/// AsyncHTTPClient 1.37.0 treats such a head as an interim response and waits for another. The body and the end that
/// follow then crash its state machine and the process. Any server could cause this.
final class StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasEnded = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasEnded else { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            hasEnded = true
            context.fireErrorCaught(ImpossibleStatus(code: head.status.code))
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}

/// The answer has a status that does not exist in HTTP.
struct ImpossibleStatus: Error {
    var code: UInt
}
