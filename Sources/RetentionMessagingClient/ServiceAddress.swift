package import GlossportProject
import GlossportReading

/// The address of the service: scheme, host and port.
///
/// Every request sends a token to this address, so a text is accepted only if all URL parsers read it alike. The client
/// adds the path.
package struct ServiceAddress: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, host and port as a URL without a final slash.
    package let description: String

    /// The name of the service in a journal.
    ///
    /// The name of a service on this machine has no port, because emulators often get a different one each time.
    package var serviceName: String {
        if authority.isLoopback { return "an emulator on this machine" }
        return description
    }

    let authority: HostAndPort
    let isEncrypted: Bool

    private init(_ authority: HostAndPort, isEncrypted: Bool = true) {
        description = "\(isEncrypted ? "https" : "http")://\(authority)"
        self.authority = authority
        self.isEncrypted = isEncrypted
    }

    package static func apple(_ environment: ServiceEnvironment) -> ServiceAddress {
        switch environment {
        case .production: ServiceAddress(HostAndPort(name: "api.storekit.apple.com"))
        case .sandbox: ServiceAddress(HostAndPort(name: "api.storekit-sandbox.apple.com"))
        }
    }

    /// An address that replaces Apple's: `https` to any host, `http` only on this machine.
    ///
    /// - Parameter endpoint: The value of `--endpoint`.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/invalidOption``.
    package init(endpoint: String) throws {
        // Other characters (such as “@”, “%”, backslashes and lookalike letters) are read differently by different
        // parsers, or hide the real host from a person.
        guard !endpoint.isEmpty, endpoint.utf8.allSatisfy(Self.isPlain) else {
            throw Self.refusal(
                "has characters other than letters, digits, dots, hyphens, colons, slashes and brackets",
                "Write only scheme, host and port; write an international host name in its xn-- form."
            )
        }
        guard let mark = endpoint.firstRange(of: "://") else {
            throw Self.refusal("has no scheme", "Begin it with https://.")
        }
        let scheme = endpoint[..<mark.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw Self.refusal("has a scheme other than https", "Begin it with https://.")
        }
        var authority = endpoint[mark.upperBound...]
        if authority.last == "/" { authority.removeLast() }
        guard !authority.contains("/") else {
            throw Self.refusal("has a path", "Write only scheme, host and port; the service's paths are fixed.")
        }
        guard let host = HostAndPort(authority) else {
            throw Self.refusal("has no valid host or port", "Write https://HOST or https://HOST:PORT.")
        }
        guard scheme == "https" || host.isLoopback else {
            throw Self.refusal(
                "would send the token unencrypted to another machine",
                "Use https; http is for 127.0.0.0/8, [::1] and localhost only."
            )
        }
        self.init(host, isEncrypted: scheme == "https")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            [".", "-", ":", "/", "[", "]"].contains(Character(UnicodeScalar(byte)))
        }
    }

    /// Returns an error that does not repeat the refused text, because it may contain a password.
    private static func refusal(_ problem: String, _ remedy: String) -> GlossportError {
        GlossportError(.invalidOption, "The endpoint \(problem).", remedy: remedy)
    }
}
