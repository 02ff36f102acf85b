private import AsyncHTTPClient
private import CLibrary
import Glossport
private import NIOCore
private import NIOPosix
private import NIOSSL

/// The reason why no response arrived, and whether the service may have received the request.
struct TransportFailure: Sendable, Hashable {
    /// ``Answer/Outcome/notSent`` or ``Answer/Outcome/unknown``.
    var outcome: Answer.Outcome
    var detail: String
    /// The correction that only a person can make; `nil` if the failure may be temporary.
    var remedy: String?

    init(_ outcome: Answer.Outcome, _ detail: String, remedy: String? = nil) {
        self.outcome = outcome
        self.detail = detail
        self.remedy = remedy
    }

    /// Classifies an error of the HTTP client.
    ///
    /// Only errors that can't happen after the first byte of a request has left count as ``Answer/Outcome/notSent``. A
    /// connection that broke may have carried the request. If it looks as if the server had closed it long before, that
    /// proves nothing. Every error that is not listed is therefore ``Answer/Outcome/unknown``.
    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self.init(error)
        case let error as NIOConnectionError:
            // This error occurs only during name resolution and connecting.
            self.init(
                .notSent,
                error.connectionErrors.isEmpty
                    ? "The host \(error.host) was not found." : "No connection to \(error.host):\(error.port)."
            )
        case let error as IOError:
            // Only creating and connecting a socket can cause these error numbers.
            let early = [ECONNREFUSED, EADDRNOTAVAIL, EMFILE, ENFILE].contains(error.errnoCode)
            self.init(early ? .notSent : .unknown, "\(String(cString: strerror(error.errnoCode))).")
        case NIOSSLError.handshakeFailed: self.init(handshake: Self.reason(error))
        case let error as ImpossibleStatus:
            self.init(.unknown, "The answer has the status \(error.code), which does not exist in HTTP.")
        case NIOSSLError.noCertificateToValidate, NIOSSLError.unableToValidateCertificate,
            NIOSSLExtraError.failedToValidateHostname, NIOSSLExtraError.serverHostnameImpossibleToMatch:
            self = .otherIdentity
        case is OtherIdentity: self = .otherIdentity
        case is MissedDeparture: self.init(.notSent, "The connection was established too late.")
        case ChannelError.connectTimeout: self.init(.notSent, "No connection in time.")
        case ChannelError.ioOnClosedChannel: self.init(.unknown, "The connection was closed before an answer came.")
        case is CancellationError: self.init(.unknown, "Cancelled in flight.")
        // The client's private error for a connection that ends during its setup.
        case _ where String(describing: type(of: error)) == "NoResult":
            self = .closedEarly
        default: self.init(.unknown, "The connection was lost: \(Self.reason(error)).")
        }
    }

    /// Classifies a failed handshake by BoringSSL's name for the reason, or by a description.
    init(handshake reason: String) {
        if reason == Self.verification {
            self = .distrust
        } else if ["WRONG_VERSION_NUMBER", "HTTP_REQUEST"].contains(reason) {
            self.init(
                .notSent,
                "The server does not speak TLS at this port. Is its address http://?",
                remedy: "Correct the address."
            )
        } else if reason.contains("EOF during handshake") {
            self = .closedEarly
        } else if Self.refusedVersions.contains(reason) {
            self.init(
                .notSent,
                "The encrypted connection could not be set up: \(reason).",
                remedy: "Check the address and the proxy: the server must support TLS 1.2 or newer."
            )
        } else {
            self.init(.notSent, "The encrypted connection could not be set up: \(reason).")
        }
    }

    /// BoringSSL's names for a TLS version that this side or the server does not accept.
    ///
    /// Names such as NO_APPLICATION_PROTOCOL are not included: they concern the protocol inside TLS (ALPN).
    private static let refusedVersions = ["UNSUPPORTED_PROTOCOL", "TLSV1_ALERT_PROTOCOL_VERSION"]
    private static let closedEarly = TransportFailure(
        .notSent,
        "The server or the proxy closed the connection before it was encrypted."
    )
    /// BoringSSL's name for any certificate error.
    private static let verification = "CERTIFICATE_VERIFY_FAILED"
    static let distrust = TransportFailure(
        .notSent,
        "The server's certificate isn't trusted by this machine.",
        remedy: "Check the address and the proxy, or trust the authority that signed the certificate."
    )

    private static let otherIdentity = TransportFailure(
        .notSent,
        "The server's certificate is not valid for the host in its address.",
        remedy: """
            Check the address, the proxy and the name server: another server may be answering. A certificate of your own must \
            contain the host in its subjectAltName, as a DNS name or an IP address.
            """
    )

    /// The failure ``distrust``, with the program's setting for trusting certificates in its detail.
    static func distrust(trustSetting: String) -> TransportFailure {
        TransportFailure(
            .notSent,
            "The server's certificate isn't trusted by this machine; see \(trustSetting).",
            remedy: distrust.remedy
        )
    }

    /// Creates a failure for a problem with a certificate's dates; `nil` if there is none.
    init?(_ dates: CertificateDates, now: Timestamp) {
        let remedy = "Check this machine's clock, the address and the proxy."
        if now > dates.last {
            self.init(.notSent, "The server's certificate has expired.", remedy: remedy)
        } else if now < dates.first {
            self.init(
                .notSent,
                "The server's certificate is not valid yet according to this machine's clock.",
                remedy: remedy
            )
        } else {
            return nil
        }
    }

    /// Describes an error.
    ///
    /// Of a BoringSSL error, only the reason is kept, because the rest is a path in the library's source.
    private static func reason(_ error: any Error) -> String {
        let text = String(describing: error)
        guard let library = text.firstRange(of: "OPENSSL_internal:") else { return text }
        return String(text[library.upperBound...].prefix { !$0.isWhitespace })
    }

    static let proxyPassword = "Write the proxy's name and password into HTTPS_PROXY."

    private init(_ error: HTTPClientError) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
            self.init(.notSent, "\(error.shortDescription).")
        case .alreadyShutdown, .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody:
            self.init(.notSent, "\(error.shortDescription).")
        case .proxyAuthenticationRequired:
            self.init(
                .notSent,
                "The proxy requires a name and a password: HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT.",
                remedy: Self.proxyPassword
            )
        case .invalidProxyResponse, .httpProxyHandshakeTimeout:
            self.init(.notSent, "The proxy in HTTPS_PROXY did not connect to the service.")
        case .deadlineExceeded, .readTimeout, .writeTimeout:
            self.init(.unknown, "No answer in time.")
        case .cancelled: self.init(.unknown, "Cancelled in flight.")
        default: self.init(.unknown, "\(error.shortDescription).")
        }
    }
}

extension NIOSSLExtraError {
    fileprivate static func ~= (pattern: NIOSSLExtraError, error: any Error) -> Bool {
        (error as? NIOSSLExtraError) == pattern
    }
}
