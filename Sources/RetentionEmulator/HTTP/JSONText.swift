/// Writes JSON without an encoder, because lists and log lines are flat, and on the hot path.
struct JSONText: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends text that needs no escaping, such as an identifier.
    mutating func plain(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func json(_ json: [UInt8]) {
        bytes.append(contentsOf: json)
    }

    mutating func number(_ value: some BinaryInteger) {
        plain(String(value))
    }

    /// Appends a quoted and escaped string.
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                plain(byte < 16 ? "\\u000\(digits)" : "\\u00\(digits)")
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(orNull text: String?) {
        if let text { string(text) } else { raw("null") }
    }

    mutating func number(orNull value: (some BinaryInteger)?) {
        if let value { number(value) } else { raw("null") }
    }
}
