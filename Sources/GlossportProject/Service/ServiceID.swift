/// The UUID of a message or image at the service: 16 bytes, printed in lower case.
package struct ServiceID: Sendable, Hashable, Comparable, CustomStringConvertible {
    private var high: UInt64
    private var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Parameter bytes: Exactly 16 bytes in network order; the result is `nil` for any other count.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        // Loads two words instead of single bytes, because a journal contains up to a hundred thousand ids.
        let words = Array(bytes).withUnsafeBytes { raw in
            (raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    /// - Parameter text: The canonical form with four hyphens, in any letter case; the result is `nil` for anything
    ///   else.
    package init?(_ text: some StringProtocol) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = [UInt8](hexadecimal: groups.joined()) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    package var bytes: [UInt8] { [high, low].flatMap { half in withUnsafeBytes(of: half.bigEndian) { Array($0) } } }

    package var description: String {
        var text = bytes.hexadecimal
        for offset in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: offset)) }
        return text
    }

    package static func < (left: ServiceID, right: ServiceID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension ServiceID: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = ServiceID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a UUID")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
