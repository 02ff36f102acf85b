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
        // One byte at a time, so that CR and LF arrive apart.
        for byte in text.utf8 { position.advance(over: byte) }
        #expect(position.line == line)
        #expect(position.column == column)
    }
}
