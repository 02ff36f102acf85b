import Testing

@testable import GlossportChecking

@Suite("Near words")
struct NearWordTests {
    private func verdict(_ word: String, _ language: String, knowing words: String) -> WordVerdict {
        let known = Set(words.split(separator: " ").map(String.init))
        return NearWord.Finder(language).verdict(on: word) { known.contains($0) }
    }

    @Test(
        "Lost, wrong and spelled-out accents are recognized",
        arguments: [
            ("de", "fuer", "für"), ("fr", "preferees", "préférées"), ("pl", "zdjecia", "zdjęcia"),
            ("hu", "elõny", "előny"),
            ("pt", "mùsica", "música"), ("tr", "ucretsiz", "ücretsiz"), ("hr", "takodjer", "također"),
            ("vi", "tiep", "tiếp"),
            ("el", "μαζι", "μαζί"), ("cs", "Zustante", "Zůstaňte"),
        ]
    )
    func accents(language: String, word: String, meant: String) {
        #expect(verdict(word, language, knowing: meant) == .near(NearWord(meant, .accent)))
    }

    @Test("Swapped, doubled, lost and added letters are recognized")
    func letters() {
        #expect(verdict("Rezpete", "de", knowing: "Rezepte") == .near(NearWord("Rezepte", .order)))
        #expect(verdict("Angebott", "de", knowing: "Angebot") == .near(NearWord("Angebot", .order)))
        #expect(verdict("lisening", "en", knowing: "listening") == .near(NearWord("listening", .letter)))
        #expect(verdict("рецеипты", "ru", knowing: "рецепты") == .near(NearWord("рецепты", .letter)))
    }

    @Test("A wrong first letter, a replaced letter or another ending is not a typo")
    func strange() {
        #expect(verdict("hcön", "de", knowing: "schön") == .strange)
        #expect(verdict("Hauz", "de", knowing: "Haus") == .strange)
        // An inflected form of a known word that is similar to another by chance.
        #expect(verdict("сияниях", "ru", knowing: "сияние слияниях") == .strange)
        #expect(verdict("playlisten", "sv", knowing: "playliste playlist") == .strange)
    }

    @Test("Hyphenated known words are known, and so are compounds in languages that form them")
    func joined() {
        #expect(verdict("molnprognoser", "sv", knowing: "moln prognoser") == .known)
        #expect(verdict("Wettervorhersagekarte", "de", knowing: "Wettervorhersage Karte") == .known)
        #expect(verdict("molnprognoser", "fr", knowing: "moln prognoser") == .strange)
        #expect(verdict("rendez-vous", "fr", knowing: "rendez vous") == .known)
    }

    @Test("Romanian letters with a cedilla count as letters with a comma")
    func cedilla() {
        #expect(verdict("conţinut", "ro", knowing: "conținut") == .known)
        #expect(verdict("Şirul", "ro", knowing: "șirul") == .known)
        #expect(verdict("bucurești", "ro", knowing: "București") != .known)
    }

    @Test(
        "Both places of a Vietnamese tone mark are known",
        arguments: [
            ("hủy", "huỷ"), ("Hủy", "huỷ"), ("xóa", "xoá"), ("khỏe", "khoẻ"), ("hoà", "hòa"), ("tuỳ", "tùy"),
        ]
    )
    func tonePlaces(word: String, known: String) { #expect(verdict(word, "vi", knowing: known) == .known) }

    @Test("A Vietnamese word with a tone mark on another vowel is not known")
    func wrongTonePlace() {
        #expect(verdict("cuả", "vi", knowing: "của") != .known)
        #expect(verdict("qúy", "vi", knowing: "quý") != .known)
    }
}
