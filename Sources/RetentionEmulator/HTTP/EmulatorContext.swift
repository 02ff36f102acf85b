private import Foundation
package import Hummingbird
import NIOCore

/// The connection of a request, so that faults can break it.
package struct EmulatorContext: InitializableFromSource {
    let channel: any Channel

    /// Keeps the connection.
    package init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }

    /// Whether the request's channel is one of several streams on a connection: HTTP/2.
    ///
    /// Only the channel of a socket has a socket's options.
    var isStream: Bool { channel.parent != nil && !(channel is any SocketOptionProvider) }

    /// The channel of the connection; with HTTP/2 other requests share it, and its fate.
    private var connection: any Channel { isStream ? channel.parent ?? channel : channel }

    /// Closes the connection without an answer.
    func close() async {
        try? await connection.close().get()
    }

    /// Resets the connection: with no time to linger, closing sends RST instead of FIN.
    func reset() async {
        if let socket = connection as? any SocketOptionProvider {
            try? await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        await close()
    }

    /// Stops sending and waits for the client to hang up, half a minute at most.
    func closeOutput() async {
        let connection = connection
        try? await connection.close(mode: .output).get()
        let hangUp = connection.eventLoop.scheduleTask(in: .seconds(30)) { connection.close(promise: nil) }
        try? await connection.closeFuture.get()
        hangUp.cancel()
    }

    /// Answers what has come in on the connection, and nothing that comes later: GOAWAY in HTTP/2.
    func retire() {
        connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
