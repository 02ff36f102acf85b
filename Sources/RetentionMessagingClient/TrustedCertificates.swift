import GlossportReading
internal import NIOSSL

/// The authorities that may sign a server's certificate, instead of the system's authorities.
package struct TrustedCertificates: Sendable {
    let roots: [NIOSSLCertificate]

    /// - Parameter path: A file with one or more certificates in PEM form.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/invalidOption``.
    package init(file path: String) throws {
        roots = (try? NIOSSLCertificate.fromPEMFile(path)) ?? []
        guard !roots.isEmpty else {
            throw GlossportError(
                .invalidOption,
                "The file \(path) can't be read, or contains no certificates in PEM form.",
                remedy: "Name a file with lines BEGIN CERTIFICATE, such as /etc/ssl/certs/ca-certificates.crt."
            )
        }
    }
}
