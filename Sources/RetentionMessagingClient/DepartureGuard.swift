import Glossport
internal import NIOCore
internal import NIOHTTP1

/// Refuses a request that enters its connection after the limit in ``Departure``.
///
/// This is the last point before the request's first byte leaves. The request may have waited for a connection inside
/// the client, even while the machine slept.
final class DepartureGuard: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The header that carries the limit through the client, in nanoseconds; it is removed here, before sending.
    static let header = "Glossport-Departure"

    private let time: any TimeSource
    private var hasEnded = false
    /// The promises of a refused request's parts.
    ///
    /// They fail last. If they failed at once, the client would close the connection first and treat the request as
    /// sent.
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
        // Deferred, because the client is about to write the rest of the request.
        context.eventLoop.assumeIsolated().execute {
            context.fireErrorCaught(MissedDeparture())
            context.close(promise: nil)
            for promise in self.refused { promise.fail(MissedDeparture()) }
            self.refused = []
        }
    }
}

/// The request got its connection too late, and was not sent.
struct MissedDeparture: Error {}
