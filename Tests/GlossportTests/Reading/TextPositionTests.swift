import GlossportReading
import Testing

@Suite("Text position")
struct TextPositionTests {
    @Test(
        "Every line end counts once, and columns count scalars",
        arguments: [
            ("a\nb", 2, 2), ("a\r\nb", 2, 2), ("a\rb", 2, 2), ("\r\n\r\n", 3, 1), ("\n\r", 3, 1), ("äö花🎈", 1, 5),
            ("", 1, 1),
        ]
    )
    func counts(text: String, line: Int, column: Int) {
        var position = TextPosition()
        // Advance byte by byte, so that CR and LF arrive separately.
        for byte in text.utf8 { position.advance(over: byte) }
        #expect(position.line == line)
        #expect(position.column == column)
    }

    @Test("Advancing in pieces and byte by byte give the same position at any cut")
    func pieces() {
        let alphabet = ["\n", "\r", "a", "花"].map { Array($0.utf8) }
        for number in 0..<4_096 {
            let text = (0..<6).flatMap { alphabet[number >> (2 * $0) & 3] }
            var single = TextPosition()
            for byte in text { single.advance(over: byte) }
            for cut in 0...text.count {
                var bulk = TextPosition()
                text.withUnsafeBytes { bytes in
                    bulk.advance(over: UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
                    bulk.advance(over: UnsafeRawBufferPointer(rebasing: bytes[cut...]))
                }
                #expect(bulk == single, "\(text) cut at \(cut)")
            }
        }
    }

    @Test("On a long line, each scalar counts once in every script")
    func longLine() {
        let line = Array(String(repeating: "aé花🎈 stay", count: 1_000).utf8)
        var position = TextPosition(line: 3, column: 5)
        line.withUnsafeBytes { position.advance(overPartOfLine: $0) }
        #expect(position.line == 3)
        #expect(position.column == 5 + 9 * 1_000)
    }

    @Test("A line end split into CR and LF counts once, even with an empty part between")
    func halvesOfLineEnd() {
        var position = TextPosition()
        position.advance(over: 0x0D)
        [UInt8]().withUnsafeBytes { position.advance(overPartOfLine: $0) }
        position.advance(over: 0x0A)
        #expect(position.line == 2)
    }
}
