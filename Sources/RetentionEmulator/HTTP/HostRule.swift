/// The host names under which an emulator may be called.
///
/// An attacker's page can resolve its own name to this machine's address (DNS rebinding), so that the browser treats
/// the emulator as the same origin. The `Host` header still contains the attacker's name.
package struct HostRule: Sendable {
    private static let own: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// Additional names, in lower case.
    private let names: Set<String>
    /// Whether any IP address is allowed; unlike a name, an address can't be used for DNS rebinding.
    private let takesAddresses: Bool

    /// Allows this machine's own names, and the given ones.
    ///
    /// - Parameters:
    ///   - names: Additional names, in any letter case.
    ///   - takesAddresses: Whether all IP addresses are allowed, for an emulator that other machines can reach.
    package init(names: [String] = [], takesAddresses: Bool = false) {
        self.names = Set(names.map { $0.lowercased() })
        self.takesAddresses = takesAddresses
    }

    /// Whether a request with this host is allowed.
    ///
    /// - Parameter authority: Name and port from `Host` or `:authority`; `nil` if the client sends neither, which no
    ///   browser does.
    /// - Returns: Whether the name is allowed. Every port is allowed, because a container may map its port to another
    ///   one.
    package func admits(_ authority: String?) -> Bool {
        guard let authority else { return true }
        guard let name = Self.name(in: authority.lowercased()) else { return false }
        return Self.own.contains(name) || names.contains(name) || takesAddresses && Self.isAddress(name)
    }

    /// The name before the port; `nil` if the text after it is not a port.
    private static func name(in authority: String) -> String? {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : nil
        let colon = authority[(end ?? authority.startIndex)...].firstIndex(of: ":")
        if let end, end != colon ?? authority.endIndex { return nil }
        guard let colon else { return authority }
        let port = authority[authority.index(after: colon)...]
        return port.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(authority[..<colon]) : nil
    }

    private static func isAddress(_ name: String) -> Bool {
        ListenAddress(name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name) != nil
    }
}
