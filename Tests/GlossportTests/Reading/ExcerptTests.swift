import GlossportReading
import Testing

@Suite("Excerpts of foreign text")
struct ExcerptTests {
    @Test(
        "A quoted text is short and shows nothing that a terminal obeys, but joiners stay",
        arguments: [
            ("a\u{1B}[2J\nb\u{202E}c", "“a\u{FFFD}[2J\u{FFFD}b\u{FFFD}c”"), ("👨‍👩‍👧", "“👨‍👩‍👧”"),
            (String(repeating: "a", count: 40), "“\(String(repeating: "a", count: 40))”"),
            (String(repeating: "a", count: 41), "“\(String(repeating: "a", count: 40))…”"),
        ]
    )
    func quotes(text: String, shown: String) {
        #expect(text.quoted == shown)
    }

    @Test("A shortened text is one line of at most 60 characters")
    func shortens() {
        #expect("a\r\nb\tc\u{2028}d".shortened == "a b c d")
        #expect(String(repeating: "花", count: 60).shortened == String(repeating: "花", count: 60))
        #expect(String(repeating: "花", count: 61).shortened == String(repeating: "花", count: 59) + "…")
    }

    @Test("Every character that is not printed is found by the look at its bytes")
    func unprintables() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.isUnprintable else { continue }
            #expect(String(scalar).hasUnprintables())
            #expect(String(scalar).hasUnprintables(countsControls: false) == (value >= 0x20))
        }
    }

    @Test("Unprintable characters are named, but for those that are to stay")
    func names() {
        #expect("a\u{1B}\tb".namingUnprintables(keeping: "\t") == "a\\u{1B}\tb")
        #expect("花👨‍👩‍👧".namingUnprintables() == "花👨‍👩‍👧")
    }
}
