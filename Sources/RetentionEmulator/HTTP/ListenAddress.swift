private import NIOCore

package struct ListenAddress: Hashable, Sendable {
    /// The address as written, such as `0.0.0.0` or `::1`.
    package let text: String
    /// Whether only this machine can reach it.
    package let isLoopback: Bool
    private let isVersion6: Bool

    package static let loopback = ListenAddress(text: "127.0.0.1", isLoopback: true, isVersion6: false)

    /// Parses an IPv4 or IPv6 address, but not a name.
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

    package var inURL: String { isVersion6 ? "[\(text)]" : text }
}
