import GlossportReading

/// The first invalid bytes of a line.
struct LineDamage {
    let hexadecimal: String
    let column: Int
    /// The line with U+FFFD in place of invalid bytes, used to determine its kind.
    var replaced: String

    /// Finds the first invalid bytes in a line that has some.
    init(_ bytes: UnsafeRawBufferPointer, in encoding: TextEncoding) {
        let damaged = encoding == .utf8 ? Self.inUTF8(bytes) : Self.search(bytes, encoding)
        // None of the bytes is ASCII, so each has two digits.
        hexadecimal = bytes[damaged].map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
        let before = Array(bytes[..<damaged.lowerBound])
        var text = encoding.text(of: before) ?? ""
        column = text.unicodeScalars.count + 1
        if encoding == .utf8 {
            text = String(decoding: bytes, as: UTF8.self)
        } else {
            text.unicodeScalars += bytes[damaged.lowerBound...].map { $0 < 0x80 ? Unicode.Scalar($0) : "\u{FFFD}" }
        }
        replaced = text
    }

    private static func inUTF8(_ bytes: UnsafeRawBufferPointer) -> Range<Int> {
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error(let length): return offset..<offset + length
            case .emptyInput: return offset..<offset
            }
        }
    }

    /// Finds the invalid bytes by converting the line.
    private static func search(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Range<Int> {
        let line = SourceFile(path: "", bytes: Array(bytes))
        // Only cancellation throws, and the findings of a canceled run are not shown.
        let failure = try? line.forEachTextChunk(encoding: encoding, markLength: 0) { _ in }
        let start = failure?.byteOffset ?? bytes.count
        return start..<min(start + 1, bytes.count)
    }
}
