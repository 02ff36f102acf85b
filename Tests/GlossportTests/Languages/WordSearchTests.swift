import Testing

@testable import GlossportChecking

@Suite("Words in texts")
struct WordSearchTests {
    @Test(
        "A name is found with an ending, and beside letters of another script",
        arguments: [
            "Northlights", "Northlightin parhaat", "בNorthlight", "Northlightで続ける", "„Northlight“", "Northlight-Abo",
        ]
    )
    func names(text: String) {
        #expect(WordSearch.contains("Northlight", in: text, matchesCase: true))
    }

    @Test(
        "A name is not found inside a word, nor in other letters",
        arguments: ["MyNorthlight", "northlight", "Nortlight"]
    )
    func strangers(text: String) {
        #expect(!WordSearch.contains("Northlight", in: text, matchesCase: true))
    }

    @Test("A term is a whole word unless it ends in a star")
    func terms() {
        #expect(!WordSearch.contains("abo", in: "Dein Abonnement", matchesCase: false))
        #expect(WordSearch.contains("abo*", in: "Dein Abonnement", matchesCase: false))
        #expect(WordSearch.contains("abo", in: "Dein Abo.", matchesCase: false))
    }

    @Test("Where words have no ends, any place will do")
    func unspaced() { #expect(WordSearch.contains("订阅", in: "请继续订阅我们", matchesCase: false)) }

    @Test("How an accent is composed makes no difference")
    func composition() { #expect(WordSearch.contains("Café", in: "Cafe\u{301} Nord", matchesCase: true)) }

    @Test("Nothing is looked for in nothing")
    func empty() {
        #expect(!WordSearch.contains("", in: "a", matchesCase: true))
        #expect(!WordSearch.contains("a", in: "", matchesCase: true))
    }
}
