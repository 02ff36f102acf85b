import Testing

@testable import GlossportChecking
@testable import GlossportProject

/// The words that are looked up in a dictionary.
@Suite("Words to check")
struct WordSplitterTests {
    private func words(_ text: String, _ locale: String) throws -> [String] {
        var splitter = WordSplitter(try #require(StoreLocale(locale)))
        return splitter.split(text).map { splitter.words[$0.number] }
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
        var splitter = WordSplitter(try #require(StoreLocale("de-DE")))
        let words = splitter.split("Bleib hier. Hör zu: Alles da")
        #expect(words.filter(\.isFirst).map { splitter.words[$0.number] } == ["Bleib", "Hör", "Alles"])
    }

    @Test("Equal words of several texts have one number")
    func numbers() throws {
        var splitter = WordSplitter(try #require(StoreLocale("de-DE")))
        let numbers = ["Bleib hier", "(hier) bleib!", "Bleib."].map { splitter.split($0).map(\.number) }
        #expect(numbers == [[0, 1], [1, 2], [0]])
        #expect(splitter.words == ["Bleib", "hier", "bleib"])
    }
}
