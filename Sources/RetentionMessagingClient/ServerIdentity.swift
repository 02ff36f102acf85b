internal import NIOCore
internal import NIOSSL

/// The host name or IP address that a server's certificate must contain.
///
/// NIO SSL accepts the name *or* the address at the other end of the connection. For a name, DNS or a proxy chooses
/// that address, so it proves nothing. If an address is reached through a proxy, NIO SSL compares the proxy's address.
/// Each connection is therefore checked again before its first request.
struct ServerIdentity: Sendable {
    private let name: [UInt8]
    private let address: [UInt8]?

    init(_ authority: HostAndPort) {
        name = Array(authority.host.utf8)
        address = authority.address
    }

    /// Closes a connection whose certificate does not contain the identity.
    ///
    /// - Throws: ``OtherIdentity``, also if there is no certificate.
    func require(at channel: any Channel) throws {
        let certificate = try? channel.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self).peerCertificate
        if let certificate, isIn(certificate._subjectAlternativeNames()) { return }
        // Deferred, because the client must first learn that it got no connection.
        channel.eventLoop.execute { channel.close(promise: nil) }
        throw OtherIdentity()
    }

    private func isIn(_ names: _SubjectAlternativeNames) -> Bool {
        names.contains { entry in
            switch entry.nameType {
            case .ipAddress: address.map { $0.elementsEqual(entry.contents) } ?? false
            case .dnsName: address == nil && Self.covers(entry.contents.map(Self.lowercased), name)
            default: false
            }
        }
    }

    /// Whether a certificate's name, in lower case, matches a host name, exactly or with a wildcard as its first label.
    static func covers(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
        let (star, dot) = (UInt8(ascii: "*"), UInt8(ascii: "."))
        // An absolute name may end with the root's dot; the host of an address never does.
        let pattern = pattern.last == dot ? Array(pattern.dropLast()) : pattern
        if pattern == name { return true }
        guard pattern.starts(with: [star, dot]), let end = name.firstIndex(of: dot), end > 0 else { return false }
        let domain = pattern.dropFirst()
        // A wildcard never covers a whole top-level domain.
        return domain.dropFirst().contains(dot) && name[end...] == domain
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// The server's certificate does not contain the name or address that the client uses.
struct OtherIdentity: Error {}
