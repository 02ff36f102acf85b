private import Foundation
import GlossportReading

/// An HTTP proxy for encrypted connections, from the environment variables that curl and many other programs use.
///
/// The proxy learns only the host and the port, because the token and the texts pass through it encrypted (CONNECT).
/// Requests to this machine never use it.
package struct Proxy: Sendable {
    let host: String
    let port: Int
    /// The user name and password for the proxy.
    let credentials: Credentials?

    struct Credentials: Sendable {
        var name: String
        var password: String
    }

    /// Reads `HTTPS_PROXY` and `NO_PROXY`; the same names in lower case take precedence.
    ///
    /// Returns `nil` if no proxy applies to the `address` of the service.
    ///
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/invalidOption``. It repeats nothing of the
    ///   variable, which may contain a password.
    package init?(_ environment: [String: String], for address: ServiceAddress) throws {
        func value(_ name: String) -> String? {
            [environment[name.lowercased()], environment[name]].compactMap(\.self).first { !$0.isEmpty }
        }
        guard let text = value("HTTPS_PROXY"), address.isEncrypted, !address.authority.isLoopback,
            !Self.exempts(value("NO_PROXY") ?? "", address.authority)
        else { return nil }
        try self.init(text)
    }

    private init(_ text: String) throws {
        var rest = text[...]
        if let mark = rest.firstRange(of: "://") {
            guard rest[..<mark.lowerBound].lowercased() == "http" else {
                throw Self.refusal("names something other than an HTTP proxy")
            }
            rest = rest[mark.upperBound...]
        }
        if rest.last == "/" { rest.removeLast() }
        if let at = rest.lastIndex(of: "@") {
            // Name and password may be percent-encoded, as in any URL.
            let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0).removingPercentEncoding }
            guard let name = parts[0], let password = parts.count > 1 ? parts[1] : "" else {
                throw Self.refusal("has a name or password with an invalid % escape")
            }
            credentials = Credentials(name: name, password: password)
            rest = rest[rest.index(after: at)...]
        } else {
            credentials = nil
        }
        guard let authority = HostAndPort(rest) else { throw Self.refusal("has no valid host or port") }
        guard let port = authority.port else { throw Self.refusal("has no port") }
        host = authority.host
        self.port = port
    }

    /// Whether a list of hosts and domains, separated by commas or spaces, contains a host or one of its parent
    /// domains.
    private static func exempts(_ list: String, _ target: HostAndPort) -> Bool {
        list.split { $0 == "," || $0.isWhitespace }.contains { entry in
            if entry == "*" { return true }
            let domain = entry.trimmingPrefix("*").trimmingPrefix(".")
            guard let entry = HostAndPort(domain) ?? HostAndPort("[\(domain)]"),
                entry.port == nil || entry.port == target.port ?? 443
            else { return false }
            return target.host == entry.host || target.host.hasSuffix("." + entry.host)
        }
    }

    private static func refusal(_ problem: String) -> GlossportError {
        GlossportError(
            .invalidOption,
            "The environment variable HTTPS_PROXY \(problem).",
            remedy: "Write it as http://HOST:PORT or http://NAME:PASSWORD@HOST:PORT, or unset it."
        )
    }
}

extension Proxy: CustomReflectable {
    /// Omits the name and the password.
    package var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port]) }
}
