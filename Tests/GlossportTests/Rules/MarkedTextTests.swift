import Testing

@testable import GlossportChecking
@testable import GlossportReading

@Suite("Texts with a marked range")
struct MarkedTextTests {
    private func line(_ text: String, _ mark: TextMark?, within room: Int = 80) -> String {
        MarkedText(text, mark?.range(in: text)).line(within: room)
    }

    @Test("The range is marked; an empty one shows where text is missing")
    func marked() {
        #expect(line("Spare 40 % heute", .words("40")) == "Spare ⟦40⟧ % heute")
        #expect(line("Bleib", .end) == "Bleib⟦⟧")
        #expect(line("Bleib", nil) == "Bleib")
    }

    @Test("A long text is cut around the range, and a long range in its middle")
    func cut() {
        let text = "Eins zwei drei vier fünf sechs sieben acht neun zehn"
        #expect(line(text, .words("fünf"), within: 20) == "… vier ⟦fünf⟧ sechs…")
        #expect(line(text, .words("Eins"), within: 20) == "⟦Eins⟧ zwei drei vi…")
        #expect(line(text, .words("zehn"), within: 20) == "…en acht neun ⟦zehn⟧")
        #expect(line(text, nil, within: 20) == "Eins zwei drei vier…")
        for room in 8...60 {
            for mark in [TextMark.words("fünf"), .scalars(3..<40), .scalars(0..<52), .end] {
                #expect(line(text, mark, within: room).count <= room, "\(room)")
            }
        }
    }

    @Test("Grapheme clusters stay whole, and control characters are escaped")
    func characters() {
        // A scalar in the middle of a family emoji.
        let family = "Für 👨‍👩‍👧 da"
        #expect(line(family, .scalars(6..<7)) == "Für ⟦👨‍👩‍👧⟧ da")
        #expect(line("a\u{202E}b", .words("\u{202E}")) == "a⟦\\u{202E}⟧b")
        #expect(line("a\u{1B}[31mb\nc", .words("c")) == "a\\u{1B}[31mb\\u{A}⟦c⟧")
    }

    @Test("A range has scalar and UTF-16 offsets")
    func counted() throws {
        let range = try #require(TextMark.words("b").range(in: "😀a\u{301}b"))
        #expect(range.scalars == 3..<4 && range.utf16 == 4..<5)
        #expect(TextRange(2..<9, in: "abc").scalars == 2..<3)
    }

    @Test("Words match in exact case first, then in any case")
    func words() {
        #expect(line("Plus PLUS plus", .words("plus")) == "Plus PLUS ⟦plus⟧")
        #expect(line("Jetzt PLUS", .words("plus")) == "Jetzt ⟦PLUS⟧")
        #expect(line("Jetzt", .words("plus")) == "Jetzt")
    }
}
