private import Foundation
package import Hummingbird
import NIOCore

/// The connection of a request, which faults can break.
package struct EmulatorContext: InitializableFromSource {
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }

    func close() async {
        try? await channel.close().get()
    }

    /// Resets the connection: with a linger time of zero, closing sends RST instead of FIN.
    func reset() async {
        if let socket = channel as? any SocketOptionProvider {
            try? await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        await close()
    }

    /// Stops sending, and closes the connection if the client has not done so after 30 s.
    func closeOutput() async {
        let channel = channel
        try? await channel.close(mode: .output).get()
        let hangUp = channel.eventLoop.scheduleTask(in: .seconds(30)) { channel.close(promise: nil) }
        try? await channel.closeFuture.get()
        hangUp.cancel()
    }

    /// Answers the requests that have arrived on the connection, and accepts no more.
    func retire() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
