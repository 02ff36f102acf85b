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

    /// Closes the connection without an answer.
    func close() async {
        try? await channel.close().get()
    }

    /// Resets the connection: with no time to linger, closing sends RST instead of FIN.
    func reset() async {
        if let socket = channel as? any SocketOptionProvider {
            try? await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        await close()
    }

    /// Stops sending and waits for the client to hang up, half a minute at most.
    func closeOutput() async {
        let channel = channel
        try? await channel.close(mode: .output).get()
        let hangUp = channel.eventLoop.scheduleTask(in: .seconds(30)) { channel.close(promise: nil) }
        try? await channel.closeFuture.get()
        hangUp.cancel()
    }

    /// Answers what has come in on the connection, and nothing that comes later.
    func retire() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
