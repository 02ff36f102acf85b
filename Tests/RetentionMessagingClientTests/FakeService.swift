import CLibrary
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// An HTTP server on the loopback interface that answers as scripted and records its requests.
final class FakeService: Sendable {
    /// A received request.
    struct Request: Sendable {
        var line: String
        /// Keyed by lower-case names.
        var headers: [String: String]
        var body: String
    }

    enum Reply: Sendable {
        case respond(Int, headers: [String: String] = [:], body: String = "")
        /// A head that declares more bytes than the body has, then the end of the connection.
        case truncated(Int, body: String)
        /// A head whose body never arrives.
        case headOnly(Int)
        /// Bytes that no HTTP library would write.
        case raw(String)
        /// A reset instead of a response.
        case reset
        /// An orderly close instead of a response.
        case close
        /// No response.
        case silence
    }

    struct Identity: Sendable {
        /// In PEM format.
        var certificate: String
        /// In PEM format.
        var key: String
        var newestVersion: TLSVersion?

        fileprivate func configuration() throws -> TLSConfiguration {
            let certificate = try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem)
            let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(certificate)],
                privateKey: .privateKey(key)
            )
            configuration.maximumTLSVersion = newestVersion
            return configuration
        }
    }

    /// The answers to requests.
    struct Script: Sendable {
        let reply: @Sendable (Request) async -> Reply

        /// Returns a script with the same answer to every request.
        static func always(_ reply: Reply) -> Script { Script { _ in reply } }
    }

    private let listener: LoopbackListener
    private let log: Log

    private init(_ listener: LoopbackListener, _ log: Log) {
        self.listener = listener
        self.log = log
    }

    var port: Int { listener.port }
    var requests: [Request] { log.requests.withLock(\.self) }
    var connections: Int { listener.connections }

    /// Runs a server while `body` runs.
    ///
    /// - Parameters:
    ///   - script: The answers.
    ///   - identity: The certificate for TLS; without it, the server uses plain HTTP.
    ///   - body: Receives the running server.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`.
    static func with<Value>(
        _ script: Script,
        identity: Identity? = nil,
        body: (FakeService) async throws -> Value
    ) async throws -> Value {
        let tls = try identity.map { try NIOSSLContext(configuration: $0.configuration()) }
        let log = Log()
        return try await LoopbackListener.with { pipeline in
            if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
            try pipeline.addHandler(Handler(log: log, script: script))
        } body: { listener in
            try await body(FakeService(listener, log))
        }
    }

    private final class Log: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart

        private let log: Log
        private let script: Script
        private var request = Request(line: "", headers: [:], body: "")

        init(log: Log, script: Script) {
            self.log = log
            self.script = script
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                let headers = head.headers.map { ($0.name.lowercased(), $0.value) }
                request = Request(
                    line: "\(head.method) \(head.uri) \(head.version)",
                    headers: Dictionary(headers) { "\($0), \($1)" },
                    body: ""
                )
            case .body(let buffer):
                request.body += String(decoding: buffer.readableBytesView, as: UTF8.self)
            case .end:
                let (request, script, channel) = (request, script, context.channel)
                log.requests.withLock { $0.append(request) }
                context.eventLoop.makeFutureWithTask { await script.reply(request) }
                    .whenSuccess { FakeService.send($0, to: channel) }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private static func send(_ reply: Reply, to channel: any Channel) {
        func write(_ status: Int, _ headers: [String: String], _ body: String?) {
            let head = HTTPResponseHead(
                version: .http1_1,
                status: .init(statusCode: status),
                headers: HTTPHeaders(headers.map { ($0.key, $0.value) })
            )
            channel.write(HTTPServerResponsePart.head(head), promise: nil)
            if let body {
                channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))), promise: nil)
            }
        }
        switch reply {
        case .respond(let status, let headers, let body):
            write(status, headers.merging(["Content-Length": "\(body.utf8.count)"]) { own, _ in own }, body)
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        case .truncated(let status, let body):
            write(status, ["Content-Length": "\(body.utf8.count + 100)"], body)
            channel.flush()
            channel.close(promise: nil)
        case .headOnly(let status):
            write(status, ["Content-Length": "100"], nil)
            channel.flush()
        case .raw(let text):
            channel.eventLoop.execute {
                let pipeline = channel.pipeline.syncOperations
                guard let encoder = try? pipeline.context(handlerType: HTTPResponseEncoder.self) else { return }
                encoder.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
            }
        case .reset:
            (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                .whenComplete { _ in channel.close(promise: nil) }
        case .close:
            channel.close(promise: nil)
        case .silence:
            break
        }
    }
}
