import GlossportReading

/// The first bytes of a line that are not text in the file's encoding.
struct LineDamage {
    /// The bytes as people write them.
    let hexadecimal: String
    /// The column of the first one.
    let column: Int
    /// The line with U+FFFD for what is not text, which serves to see what kind of line it is.
    var replaced: String

    /// Looks for them in a line that has some.
    init(_ bytes: UnsafeRawBufferPointer, in encoding: TextEncoding) {
        let damaged = encoding == .utf8 ? Self.inUTF8(bytes) : Self.search(bytes, encoding)
        // None of them is ASCII, so each has two digits.
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

    /// Converts the line once: the converter stops at them.
    private static func search(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Range<Int> {
        let line = SourceFile(path: "", bytes: Array(bytes))
        // Only a cancellation is thrown, after which nothing is shown.
        let failure = try? line.forEachTextChunk(encoding: encoding, markLength: 0) { _ in }
        let start = failure?.byteOffset ?? bytes.count
        return start..<min(start + 1, bytes.count)
    }
}
