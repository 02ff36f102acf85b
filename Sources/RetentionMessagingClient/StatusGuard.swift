internal import NIOCore
internal import NIOHTTP1

/// Ends a connection whose answer has a status below 100.
///
/// AsyncHTTPClient 1.37.0 takes such a head for an interim one and waits for another; the body and the end that follow
/// find its state machine unprepared, which ends the process. Any server could do that to us.
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

/// The answer has a status that HTTP does not have.
struct ImpossibleStatus: Error {
    var code: UInt
}
