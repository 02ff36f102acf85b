import HummingbirdCore
private import HummingbirdTLS
private import NIOSSL

/// The certificate and key for clients that connect over TLS.
package struct TLSIdentity: Sendable {
    /// The path of a PEM file that contains the certificate, followed by its intermediate certificates.
    package var certificatePath: String
    /// The path of the private key in PEM form.
    package var keyPath: String

    package init(certificatePath: String, keyPath: String) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
    }

    /// A server for HTTP/1.1 over TLS.
    ///
    /// - Throws: ``StartError`` if the files are not a certificate and its key.
    func server() throws -> HTTPServerBuilder {
        try StartError.explaining(
            "'\(certificatePath)' and '\(keyPath)' are not a certificate and its private key in PEM form."
        ) {
            let configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificatePath).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: keyPath, format: .pem))
            )
            // Fails early; the server would create its context only for the first client.
            _ = try NIOSSLContext(configuration: configuration)
            return try .tls(tlsConfiguration: configuration)
        }
    }
}
