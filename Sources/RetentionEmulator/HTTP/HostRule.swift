/// By which names an emulator may be called.
///
/// A page from elsewhere can give its own name this machine's address (DNS rebinding) and would then be of the same
/// origin as the emulator, for the browser. The name it is called by still gives it away.
package struct HostRule: Sendable {
    private static let own: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// Names besides this machine's own, in lower case.
    private let names: Set<String>
    /// Whether any IP address is allowed: it always leads to this machine.
    private let takesAddresses: Bool

    /// A rule that lets this machine's own names pass.
    ///
    /// - Parameters:
    ///   - names: Further names, in any letter case.
    ///   - takesAddresses: Whether IP addresses pass, whatever they are: for an emulator that listens beyond this machine.
    package init(names: [String] = [], takesAddresses: Bool = false) {
        self.names = Set(names.map { $0.lowercased() })
        self.takesAddresses = takesAddresses
    }

    /// Whether a request may come in under a name.
    ///
    /// - Parameter authority: Name and port from `Host` or `:authority`; without any, the client is not a browser.
    /// - Returns: Whether the name is allowed; the port can be any, since ports are mapped.
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
