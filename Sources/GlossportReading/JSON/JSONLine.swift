/// Writes one line of JSON member by member, for output too frequent for an encoder.
package struct JSONLine {
    private var bytes: [UInt8] = []
    private var needsComma = false

    package init() { bytes.reserveCapacity(256) }

    package consuming func finish() -> [UInt8] {
        bytes.append(0x0A)
        return bytes
    }

    /// The line as text, without an LF.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes an object, as a member if it has a name.
    package mutating func object(_ name: StaticString? = nil, _ body: (inout JSONLine) -> Void) {
        begin(name, UInt8(ascii: "{"))
        body(&self)
        end(UInt8(ascii: "}"))
    }

    package mutating func array(_ name: StaticString, _ body: (inout JSONLine) -> Void) {
        begin(name, UInt8(ascii: "["))
        body(&self)
        end(UInt8(ascii: "]"))
    }

    /// Writes a string, as a member if it has a name.
    package mutating func string(_ name: StaticString? = nil, _ value: String) {
        beginValue(name)
        append(value)
        needsComma = true
    }

    /// Writes a string as a member with a dynamic name.
    package mutating func string(named name: String, _ value: String) {
        beginValue(nil)
        append(name)
        bytes.append(UInt8(ascii: ":"))
        append(value)
        needsComma = true
    }

    /// Writes an integer, as a member if it has a name.
    package mutating func integer(_ name: StaticString? = nil, _ value: Int) {
        beginValue(name)
        bytes.append(contentsOf: String(value).utf8)
        needsComma = true
    }

    package mutating func boolean(_ name: StaticString, _ value: Bool) {
        beginValue(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
        needsComma = true
    }

    package mutating func null(_ name: StaticString) {
        beginValue(name)
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    package mutating func stringOrNull(_ name: StaticString, _ value: String?) {
        if let value { string(name, value) } else { null(name) }
    }

    private mutating func begin(_ name: StaticString?, _ mark: UInt8) {
        beginValue(name)
        bytes.append(mark)
        needsComma = false
    }

    private mutating func end(_ mark: UInt8) {
        bytes.append(mark)
        needsComma = true
    }

    private mutating func beginValue(_ name: StaticString?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        guard let name else { return }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        // Fast path: hardly any text needs escaping.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case ..<0x20:
                bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
    }
}
