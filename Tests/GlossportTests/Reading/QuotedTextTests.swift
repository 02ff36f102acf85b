import GlossportReading
import Testing

@Suite("Excerpts of untrusted texts")
struct QuotedTextTests {
    @Test("An excerpt keeps joiners and replaces control characters that could hide or reorder text")
    func joiners() {
        #expect("می\u{200C}خواهم 👩\u{200D}🚀".quoted == "“می\u{200C}خواهم 👩\u{200D}🚀”")
        #expect("a\u{1B}b\u{202E}c\u{200B}".quoted == "“a\u{FFFD}b\u{FFFD}c\u{FFFD}”")
    }
}
