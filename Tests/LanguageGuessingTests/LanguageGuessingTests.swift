import GlossportChecking
import LanguageGuessing
import Testing

@Suite("Guessing languages")
struct LanguageGuessingTests {
    private func language(of text: String) throws -> String? {
        let inspector = try #require(LanguageGuessing.inspector)
        return inspector.guess(text)?.language
    }

    @Test(
        "The joined texts of a locale are recognized, with the store's language codes",
        arguments: [
            ("de", "Bleib bei uns. Deine Daten und Listen bleiben noch neunzig Tage für dich da."),
            ("fr", "Restez avec nous. Vos données et vos listes restent là pendant quatre-vingt-dix jours."),
            ("he", "הישארו איתנו. הנתונים והרשימות שלכם יישמרו תשעים ימים נוספים."),
            ("no", "Bli hos oss. Dataene og listene dine blir værende i nitti dager til, helt gratis."),
            ("zh-Hans", "请继续订阅。您的数据和歌单将为您保留九十天，不会丢失。"),
            ("zh-Hant", "請繼續訂閱。您的資料和歌單將為您保留九十天，不會遺失。"),
            ("uk", "Залишайтеся з нами. Ваші дані та списки зберігатимуться ще дев'яносто днів."),
        ]
    )
    func joined(language: String, text: String) throws {
        #expect(try self.language(of: text) == language)
    }

    @Test("Text without letters yields no guess", arguments: ["", " ", "123 %", "\u{0}", "🌌"])
    func odd(text: String) throws {
        #expect(try language(of: text) == nil)
    }

    @Test("A very long text is guessed as well")
    func long() throws {
        #expect(try language(of: String(repeating: "Bleib bei uns und höre weiter. ", count: 10_000)) == "de")
    }
}
