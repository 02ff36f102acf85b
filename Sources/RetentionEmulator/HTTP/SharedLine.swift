private import Synchronization

/// A line of limited speed that all connections share, on the way to the emulator.
///
/// Bodies are taken in no faster than it carries them; a client that sends faster finds its connection full.
final class SharedLine: Sendable {
    private let bandwidth: Bandwidth
    private let freeFrom = Mutex<Moment?>(nil)

    init(_ bandwidth: Bandwidth) { self.bandwidth = bandwidth }

    /// Sends some bytes over the line, behind those that others have sent.
    ///
    /// - Parameters:
    ///   - bytes: How many.
    ///   - now: When they came.
    /// - Returns: How long that takes.
    func carry(_ bytes: Int, at now: Moment) -> Duration {
        freeFrom.withLock { freeFrom in
            let end = max(freeFrom ?? now, now) + bandwidth.time(for: bytes)
            freeFrom = end
            return .microseconds(end.microseconds - now.microseconds)
        }
    }
}

/// How many bits a line carries in a second.
package struct Bandwidth: Hashable, Sendable {
    private let bitsPerSecond: Int64

    /// Reads `500kbit`, `5mbit` or `1gbit`, with a decimal fraction if need be.
    ///
    /// - Parameter text: A number followed by its unit; thousands, not 1,024.
    package init?(text: String) {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        let unit: Double
        switch text.dropFirst(digits.count) {
        case "kbit": unit = 1e3
        case "mbit": unit = 1e6
        case "gbit": unit = 1e9
        default: return nil
        }
        guard let value = Double(digits), (1e3...1e12).contains(value * unit) else { return nil }
        bitsPerSecond = Int64((value * unit).rounded())
    }

    /// How long some bytes take, in whole microseconds, rounded up.
    func time(for bytes: Int) -> Duration {
        .microseconds((Int64(bytes) * 8_000_000 + bitsPerSecond - 1) / bitsPerSecond)
    }
}
