import AsyncHTTPClient
import CLibrary
import Glossport
import NIOCore
import NIOSSL
import Testing

@testable import RetentionMessagingClient

@Suite("Transport failures")
struct TransportFailureTests {
    @Test(
        "Only errors before the first byte prove that nothing was sent",
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
        "Any other error may have occurred after the first byte",
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

    @Test("Each failure has a one-sentence detail", arguments: [HTTPClientError.readTimeout, Unheard()] as [any Error])
    func detail(error: any Error) {
        #expect(TransportFailure(error).detail.hasSuffix("."))
    }

    @Test(
        "A failed handshake suggests another TLS version only if the version was refused",
        arguments: [
            ("UNSUPPORTED_PROTOCOL", true), ("TLSV1_ALERT_PROTOCOL_VERSION", true), ("NO_APPLICATION_PROTOCOL", false),
            ("TLSV1_ALERT_NO_APPLICATION_PROTOCOL", false), ("INVALID_ALPN_PROTOCOL", false),
        ]
    )
    func versions(reason: String, isRefusedVersion: Bool) {
        let failure = TransportFailure(handshake: reason)
        #expect(failure.outcome == .notSent)
        #expect((failure.remedy?.contains("TLS 1.2") == true) == isRefusedVersion)
    }

    private struct Unheard: Error {}
}
