import Testing

@testable import GlossportChecking
@testable import GlossportProject

/// The words that are looked up in a dictionary.
@Suite("Words to check")
struct SpelledWordTests {
    private func words(_ text: String, _ locale: String) throws -> [String] {
        SpelledWord.words(of: text, in: try #require(StoreLocale(locale))).map(\.text)
    }

    @Test("Punctuation and spaces separate words")
    func signs() throws {
        #expect(try words("„Bleib“ – und/oder (hör) zu!", "de-DE") == ["Bleib", "und", "oder", "hör", "zu"])
        #expect(try words("el·lipsi i col·lecció", "ca") == ["el·lipsi", "col·lecció"])
        #expect(try words("שלום לכולם", "he") == ["שלום", "לכולם"])
    }

    @Test(
        "An apostrophe separates words if the language does so",
        arguments: [
            ("fr-FR", "L’année d'écoute aujourd’hui", ["année", "écoute"]), ("it", "dell’anno", ["anno"]),
            ("tr", "Türkiye’de", ["Türkiye"]), ("uk", "м’яка", ["м'яка"]),
            ("en-US", "don’t miss Anna’s", ["don't", "miss", "Anna"]),
            ("nl-NL", "foto’s", ["foto"]),
        ]
    )
    func apostrophes(locale: String, text: String, expected: [String]) throws {
        #expect(try words(text, locale) == expected)
    }

    @Test("Numbers, addresses, placeholders, capitals, other scripts and word parts are skipped")
    func leftOut() throws {
        let text = "mp3 anna@example.com example.com %@ {name} &amp; USB iCloud Привет Vor- 20% x"
        #expect(try words(text, "de-DE") == [])
        #expect(try words("Слушайте Spotify дома", "ru") == ["Слушайте", "дома"])
    }

    @Test("The first word of a sentence is marked")
    func sentences() throws {
        let words = SpelledWord.words(of: "Bleib hier. Hör zu: Alles da", in: try #require(StoreLocale("de-DE")))
        #expect(words.filter(\.isFirst).map(\.text) == ["Bleib", "Hör", "Alles"])
    }
}
