private import CLibrary
import Glossport
private import NIOCore
private import NIOPosix
private import NIOSSL

/// From when to when a server's certificate is valid.
///
/// BoringSSL has one error for every rejected certificate, so the reason must be determined from the certificate.
struct CertificateDates: Sendable, Hashable {
    var first: Timestamp
    var last: Timestamp

    /// Looks at the certificate of a server, and hangs up before anything is sent to it.
    ///
    /// - Parameters:
    ///   - authority: The server.
    ///   - patience: How long that may take.
    /// - Returns: `nil` if the server could not be reached or shows none.
    static func shown(by authority: HostAndPort, patience: Duration) async -> CertificateDates? {
        let look = Look()
        // Addresses have no name that a server could choose its certificate by.
        let host = authority.host
        let name = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." } ? nil : host
        guard let context = try? NIOSSLContext(configuration: .makeClientConfiguration()) else { return nil }
        let connection = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.nanoseconds(patience.nanoseconds))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(
                            context: context,
                            serverHostname: name,
                            customVerificationCallback: { certificates, promise in
                                look.found.withLock { $0 = certificates.first.map(CertificateDates.init) }
                                promise.succeed(.failed)
                            }
                        )
                    )
                }
            }
            .connect(host: authority.host, port: authority.port ?? 443)
            .get()
        guard let connection else { return nil }
        let hangUp = connection.eventLoop.scheduleTask(in: .nanoseconds(patience.nanoseconds)) {
            connection.close(promise: nil)
        }
        try? await connection.closeFuture.get()
        hangUp.cancel()
        return look.found.withLock(\.self)
    }

    private final class Look: Sendable {
        let found = Mutex<CertificateDates?>(nil)
    }

    private init(_ certificate: NIOSSLCertificate) {
        first = Timestamp(seconds: Int64(certificate.notValidBefore))
        last = Timestamp(seconds: Int64(certificate.notValidAfter))
    }
}
