private import CLibrary
import Glossport
private import NIOCore
private import NIOPosix
private import NIOSSL

/// The validity period of a server's certificate.
///
/// BoringSSL reports the same error for every rejected certificate, so the reason must be determined from the
/// certificate.
struct CertificateDates: Sendable, Hashable {
    var first: Timestamp
    var last: Timestamp

    /// Reads the certificate of a server, and disconnects before a request could be sent to it.
    ///
    /// - Returns: `nil` if the server can't be reached in time or presents no certificate.
    static func shown(by authority: HostAndPort, timeout: Duration) async -> CertificateDates? {
        let reading = Reading()
        // An IP address can't be sent as a server name (SNI).
        let host = authority.host
        let name = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." } ? nil : host
        guard let context = try? NIOSSLContext(configuration: .makeClientConfiguration()) else { return nil }
        let connection = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.nanoseconds(timeout.nanoseconds))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(
                            context: context,
                            serverHostname: name,
                            customVerificationCallback: { certificates, promise in
                                reading.found.withLock { $0 = certificates.first.map(CertificateDates.init) }
                                promise.succeed(.failed)
                            }
                        )
                    )
                }
            }
            .connect(host: authority.host, port: authority.port ?? 443)
            .get()
        guard let connection else { return nil }
        let hangUp = connection.eventLoop.scheduleTask(in: .nanoseconds(timeout.nanoseconds)) {
            connection.close(promise: nil)
        }
        try? await connection.closeFuture.get()
        hangUp.cancel()
        return reading.found.withLock(\.self)
    }

    private final class Reading: Sendable {
        let found = Mutex<CertificateDates?>(nil)
    }

    private init(_ certificate: NIOSSLCertificate) {
        first = Timestamp(seconds: Int64(certificate.notValidBefore))
        last = Timestamp(seconds: Int64(certificate.notValidAfter))
    }
}
