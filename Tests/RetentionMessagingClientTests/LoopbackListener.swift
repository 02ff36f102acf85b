import CLibrary
import NIOCore
import NIOPosix

/// A listening port of this machine, for the duration of a test.
struct LoopbackListener: Sendable {
    let port: Int
    private let accepted: Accepted

    /// The number of accepted connections.
    var connections: Int { accepted.channels.withLock(\.count) }

    private final class Accepted: Sendable {
        let channels = Mutex<[any Channel]>([])
    }

    /// Listens while `body` runs and then closes all connections.
    ///
    /// - Parameters:
    ///   - addHandlers: Adds the handlers of a new connection to its pipeline, on its event loop.
    ///   - body: Receives the listener.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`.
    static func with<Value>(
        addHandlers: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void,
        body: (LoopbackListener) async throws -> Value
    ) async throws -> Value {
        let accepted = Accepted()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .childChannelInitializer { channel in
                accepted.channels.withLock { $0.append(channel) }
                return channel.eventLoop.makeCompletedFuture { try addHandlers(channel.pipeline.syncOperations) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Value, any Error>
        do {
            result = .success(
                try await body(LoopbackListener(port: listener.localAddress?.port ?? 0, accepted: accepted))
            )
        } catch {
            result = .failure(error)
        }
        try? await listener.close()
        for channel in accepted.channels.withLock(\.self) { try? await channel.close() }
        return try result.get()
    }
}
