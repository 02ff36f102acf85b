import Testing

@testable import GlossportChecking

@Suite("Word search")
struct WordSearchTests {
    @Test(
        "A name is found with an ending and next to letters of another script",
        arguments: [
            "Northlights", "Northlightin parhaat", "בNorthlight", "Northlightで続ける", "„Northlight“", "Northlight-Abo",
        ]
    )
    func names(text: String) {
        #expect(WordSearch.contains("Northlight", in: text, matchesCase: true))
    }

    @Test(
        "A name is not found inside a word or in different letter case or spelling",
        arguments: ["MyNorthlight", "northlight", "Nortlight"]
    )
    func otherWords(text: String) {
        #expect(!WordSearch.contains("Northlight", in: text, matchesCase: true))
    }

    @Test("A term is a whole word unless it ends in a star")
    func terms() {
        #expect(!WordSearch.contains("abo", in: "Dein Abonnement", matchesCase: false))
        #expect(WordSearch.contains("abo*", in: "Dein Abonnement", matchesCase: false))
        #expect(WordSearch.contains("abo", in: "Dein Abo.", matchesCase: false))
    }

    @Test("In languages without word boundaries, a term matches anywhere")
    func unspaced() { #expect(WordSearch.contains("订阅", in: "请继续订阅我们", matchesCase: false)) }

    @Test("Composed and decomposed accents match")
    func composition() { #expect(WordSearch.contains("Café", in: "Cafe\u{301} Nord", matchesCase: true)) }

    @Test("An empty term or text does not match")
    func empty() {
        #expect(!WordSearch.contains("", in: "a", matchesCase: true))
        #expect(!WordSearch.contains("a", in: "", matchesCase: true))
    }
}
