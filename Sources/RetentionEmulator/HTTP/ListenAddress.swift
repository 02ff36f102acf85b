private import NIOCore

/// An IP address to listen on.
package struct ListenAddress: Hashable, Sendable {
    /// The address as it was written, such as `0.0.0.0` or `::1`.
    package let text: String
    /// Whether only this machine can reach it.
    package let isLoopback: Bool
    private let isVersion6: Bool

    /// Only this machine.
    package static let loopback = ListenAddress(text: "127.0.0.1", isLoopback: true, isVersion6: false)

    /// Reads an address of version 4 or 6, but not a name.
    package init?(_ text: String) {
        switch try? SocketAddress(ipAddress: text, port: 0) {
        case .v4: self.init(text: text, isLoopback: text.hasPrefix("127."), isVersion6: false)
        case .v6: self.init(text: text, isLoopback: text == "::1", isVersion6: true)
        default: return nil
        }
    }

    private init(text: String, isLoopback: Bool, isVersion6: Bool) {
        self.text = text
        self.isLoopback = isLoopback
        self.isVersion6 = isVersion6
    }

    /// The address in the form of a URL.
    package var inURL: String { isVersion6 ? "[\(text)]" : text }
}
