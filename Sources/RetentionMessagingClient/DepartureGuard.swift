import Glossport
internal import NIOCore
internal import NIOHTTP1

/// Compares the age of a request with ``Departure`` where its head enters the connection: the last place at which nothing has left.
///
/// Before, a request may have waited inside the client for a connection, for longer than the machine was awake.
final class DepartureGuard: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Carries the limit through the client, in nanoseconds; it is taken out here and never sent.
    static let header = "Glossport-Departure"

    private let time: any TimeSource
    private var hasEnded = false
    /// Promises of the parts that follow a refused head.
    ///
    /// They fail last: if they failed at once, the client would close the connection first and take that for the end of a request that had left.
    private var refused: [EventLoopPromise<Void>] = []

    init(_ time: any TimeSource) { self.time = time }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasEnded else {
            if let promise { refused.append(promise) }
            return
        }
        guard case .head(var head) = unwrapOutboundIn(data),
            let latest = head.headers.first(name: Self.header).flatMap({ Int64($0) })
        else { return context.write(data, promise: promise) }
        head.headers.remove(name: Self.header)
        guard time.now.nanoseconds > latest else {
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
        hasEnded = true
        if let promise { refused.append(promise) }
        // Not now, for the client is about to send the rest.
        context.eventLoop.assumeIsolated().execute {
            context.fireErrorCaught(MissedDeparture())
            context.close(promise: nil)
            for promise in self.refused { promise.fail(MissedDeparture()) }
            self.refused = []
        }
    }
}

/// A request got its connection too late, and has not left.
struct MissedDeparture: Error {}
