import CLibrary
import NIOCore
import NIOPosix

/// A proxy on this machine that connects every host to one local port.
final class FakeProxy: Sendable {
    let port: Int
    private let log: Log

    /// The request heads, in the order of arrival.
    var requests: [String] { log.requests.withLock(\.self) }

    private init(port: Int, log: Log) {
        self.port = port
        self.log = log
    }

    /// Runs a proxy while `body` runs.
    ///
    /// - Parameters:
    ///   - target: The port to connect to.
    ///   - refusal: The status line to answer instead.
    ///   - body: Receives the running proxy.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`.
    static func with<Value>(
        target: Int,
        refusal: String? = nil,
        body: (FakeProxy) async throws -> Value
    ) async throws -> Value {
        let log = Log()
        return try await LoopbackListener.with { pipeline in
            try pipeline.addHandler(Handler(log: log, target: target, refusal: refusal))
        } body: { listener in
            try await body(FakeProxy(port: listener.port, log: log))
        }
    }

    private final class Log: Sendable {
        let requests = Mutex<[String]>([])
    }

    /// Reads the head of a request and then relays bytes.
    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let log: Log
        private let target: Int
        private let refusal: String?
        private var head = ""
        /// Whether it has sent its own answer: it then drops later bytes and closes.
        private var hasRefused = false
        private var far: EventLoopFuture<any Channel>?

        init(log: Log, target: Int, refusal: String?) {
            self.log = log
            self.target = target
            self.refusal = refusal
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !hasRefused else { return context.close(promise: nil) }
            let buffer = unwrapInboundIn(data)
            if let far {
                far.whenSuccess { $0.writeAndFlush(buffer, promise: nil) }
                return
            }
            head += String(buffer: buffer)
            guard head.hasSuffix("\r\n\r\n") else { return }
            log.requests.withLock { $0.append(head) }
            let near = context.channel
            if let refusal {
                near.writeAndFlush(ByteBuffer(string: "HTTP/1.1 \(refusal)\r\nContent-Length: 0\r\n\r\n"), promise: nil)
                hasRefused = true
                return
            }
            far = ClientBootstrap(group: context.eventLoop)
                .channelInitializer { channel in channel.pipeline.addHandler(Carrier(to: near)) }
                .connect(host: "127.0.0.1", port: target)
            far?.whenSuccess { _ in
                near.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n"), promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) { far?.whenSuccess { $0.close(promise: nil) } }
    }

    /// Relays the answers.
    private final class Carrier: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let near: any Channel

        init(to near: any Channel) { self.near = near }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            near.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { near.close(promise: nil) }
    }
}
