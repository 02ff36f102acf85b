import AsyncHTTPClient
import GlossportImporting
import NIOCore
import NIOSSL
import Testing

@testable import RetentionMessagingClient

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("What a transport error proves")
struct TransportFailureTests {
    @Test(
        "Only errors from before the first byte prove that nothing was sent",
        arguments: [
            HTTPClientError.connectTimeout, HTTPClientError.tlsHandshakeTimeout,
            HTTPClientError.getConnectionFromPoolTimeout, HTTPClientError.alreadyShutdown,
            HTTPClientError.invalidURL, HTTPClientError.proxyAuthenticationRequired,
            HTTPClientError.invalidProxyResponse,
            HTTPClientError.httpProxyHandshakeTimeout, ChannelError.connectTimeout(.seconds(1)),
            IOError(errnoCode: ECONNREFUSED, reason: "connect"),
            IOError(errnoCode: EMFILE, reason: "socket"), NIOSSLError.handshakeFailed(.noError),
            NIOSSLError.unableToValidateCertificate, NIOSSLExtraError.failedToValidateHostname,
        ] as [any Error]
    )
    func notSent(error: any Error) {
        #expect(TransportFailure(error).outcome == .notSent)
    }

    @Test(
        "Everything else may have happened after it",
        arguments: [
            HTTPClientError.remoteConnectionClosed, HTTPClientError.readTimeout, HTTPClientError.writeTimeout,
            HTTPClientError.deadlineExceeded, HTTPClientError.cancelled,
            HTTPClientError.requestStreamCancelled, HTTPClientError.bodyLengthMismatch, HTTPClientError.uncleanShutdown,
            HTTPClientError.internalStateFailure(),
            ChannelError.ioOnClosedChannel, ChannelError.eof, ChannelError.inputClosed, CancellationError(),
            IOError(errnoCode: ECONNRESET, reason: "read"), IOError(errnoCode: EPIPE, reason: "write"),
            IOError(errnoCode: ETIMEDOUT, reason: "read"), IOError(errnoCode: EHOSTUNREACH, reason: "write"),
            NIOSSLError.uncleanShutdown, NIOSSLError.readInInvalidTLSState, BoringSSLError.zeroReturn, Unheard(),
        ] as [any Error]
    )
    func unknown(error: any Error) {
        #expect(TransportFailure(error).outcome == .unknown)
    }

    @Test("Each says something in one sentence", arguments: [HTTPClientError.readTimeout, Unheard()] as [any Error])
    func detail(error: any Error) {
        #expect(TransportFailure(error).detail.hasSuffix("."))
    }

    private struct Unheard: Error {}
}
