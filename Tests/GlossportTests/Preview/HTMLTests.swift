import GlossportReporting
import Testing

@Suite("HTML")
struct HTMLTests {
    @Test("Text in HTML is escaped, but markup is not")
    func escapes() {
        let html: HTML = "<p>\("<b>&\"'" as String)</p>"
        #expect(html.text == "<p>&lt;b&gt;&amp;&quot;&#39;</p>")
        let outer: HTML = "<div>\(html)\(66)</div>"
        #expect(outer.text == "<div><p>&lt;b&gt;&amp;&quot;&#39;</p>66</div>")
    }

    @Test(
        "Invisible and bidirectional control characters are named and removed",
        arguments: ["\u{202E}", "\u{0}", "\u{7F}", "\u{2066}"]
    )
    func namesUnseen(character: String) {
        let html: HTML = "\(character)"
        let point = character.unicodeScalars.first.map { String($0.value, radix: 16, uppercase: true) } ?? ""
        #expect(
            html.text == "<bdi class=unseen dir=ltr>⟨U+\(String(repeating: "0", count: 4 - point.count))\(point)⟩</bdi>"
        )
        let attribute: HTML = "\(attribute: character)"
        #expect(!attribute.text.contains("<") && !attribute.text.contains(character))
    }

    @Test("A directional mark is named but kept, because it also affects the text for customers")
    func keepsMarks() {
        let html: HTML = "\("\u{200F}!" as String)"
        #expect(html.text == "<bdi class=unseen dir=ltr>⟨U+200F⟩</bdi>\u{200F}!")
    }

    @Test("Joiners of emoji and Persian words are kept")
    func keepsJoiners() {
        let html: HTML = "\("👩\u{200D}🚀 می\u{200C}شود" as String)"
        #expect(html.text == "👩\u{200D}🚀 می\u{200C}شود")
    }
}
