private import CLibrary

/// The authority of a URL: a host name or an IP address, with an optional port.
struct HostAndPort: Hashable, CustomStringConvertible {
    /// Host and port in lower case, as in a URL.
    let description: String
    /// The host in lower case; an IPv6 address without brackets.
    let host: String
    let port: Int?
    /// The bytes of an IP address; `nil` for a name.
    let address: [UInt8]?
    /// Whether requests to the host stay on this machine.
    let isLoopback: Bool

    /// Creates an authority from a host name that is known to be valid and remote.
    init(name: String) {
        (description, host, port, address, isLoopback) = (name, name, nil, nil, false)
    }

    /// Parses `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`; `nil` for anything else.
    init?(_ authority: Substring) {
        let host: Substring
        let rest: Substring
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
            rest = authority[authority.index(after: end)...]
        } else {
            let end = authority.firstIndex(of: ":") ?? authority.endIndex
            host = authority[..<end]
            rest = authority[end...]
        }
        port = Self.port(rest)
        guard rest.isEmpty || port != nil, let kind = Self.kind(of: host) else { return nil }
        description = host.lowercased() + rest
        self.host = String(host.lowercased().trimmingPrefix("[").prefix { $0 != "]" })
        (address, isLoopback) = kind
    }

    private static func port(_ text: Substring) -> Int? {
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.count), digits.allSatisfy(\.isNumber) else { return nil }
        return Int(digits).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }

    /// Parses a host: the bytes of its IP address (`nil` for a name), and whether it is this machine.
    ///
    /// Returns `nil` if the host is invalid.
    private static func kind(of host: Substring) -> (address: [UInt8]?, isLoopback: Bool)? {
        if host.first == "[" { return ipv6(host.dropFirst().dropLast()).map { ($0, $0 == one) } }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A host whose last label begins with a digit is an IPv4 address, or a spelling of one that only some parsers
        // accept.
        if labels.last?.first?.isNumber == true { return ipv4(labels).map { ($0, $0.first == 127) } }
        guard host.utf8.count <= 253, labels.allSatisfy(isLabel) else { return nil }
        return (nil, host.lowercased() == "localhost")
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Parses an address of four plain decimal numbers.
    private static func ipv4(_ labels: [Substring]) -> [UInt8]? {
        let numbers = labels.compactMap { label in label == "0" || label.first != "0" ? UInt8(label) : nil }
        return labels.count == 4 && numbers.count == 4 ? numbers : nil
    }

    private static let one: [UInt8] = Array(repeating: 0, count: 15) + [1]

    private static func ipv6(_ text: Substring) -> [UInt8]? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}
