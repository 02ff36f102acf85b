import GlossportProject
import GlossportReading
import Testing

@Suite("Locale resolver")
struct LocaleResolverTests {
    @Test(
        "A vendor's locale identifier maps to an App Store locale or to none",
        arguments: [
            ("de-DE", "de-DE"), ("DE_de", "de-DE"), ("de", "de-DE"), ("ja-JP", "ja"), ("jpn", "ja"), ("iw", "he"),
            ("nb", "no"),
            ("nb-NO", "no"), ("in", "id"), ("zh-CN", "zh-Hans"), ("zh_TW", "zh-Hant"), ("zh-HK", "zh-Hant"),
            ("zh-Hant-HK", "zh-Hant"), ("zh", "zh-Hans"), ("cmn-Hans", "zh-Hans"), ("pt", "pt-BR"), ("ar", "ar-SA"),
            ("ca-ES", "ca"), ("French", "fr-FR"), ("en_US.UTF-8", "en-US"), ("sr@latin", nil), ("en-UK", "en-GB"),
            ("ko-KO", "ko"),
            ("bn", "bn-BD"), ("ur", "ur-PK"), ("es-419", nil), ("en-IN", nil), ("de-AT", nil), ("bg", nil),
            ("hi-Latn", nil),
            ("pa-Arab", nil), ("und", nil), ("Base", nil), ("ukrainisch", nil), ("$4DEVAL(…)", nil), ("f", nil),
            ("Esperanto", nil),
            ("!!", nil), ("", nil), ("ar-EG", nil), ("es-US", nil), ("xx-YY", nil), ("zh-Latn", nil), ("ro-MD", nil),
            ("mul", nil),
        ] as [(String, String?)]
    )
    func resolves(identifier: String, code: String?) {
        #expect(LocaleResolver().resolve(identifier).locale?.code == code)
    }

    @Test("The identifier pt means Portugal if Brazilian Portuguese is delivered, too")
    func portuguese() {
        let resolver = LocaleResolver(delivered: ["pt", "pt_BR"])
        #expect(resolver.resolve("pt").locale?.code == "pt-PT")
    }

    @Test("A region that the App Store lacks maps to another region only if fallback is allowed")
    func fallback() {
        let resolver = LocaleResolver(allowsFallback: true)
        #expect(resolver.resolve("es-419").locale?.code == "es-MX")
        #expect(resolver.resolve("de-AT").locale?.code == "de-DE")
        #expect(resolver.resolve("en-IN").locale?.code == "en-GB")
        #expect(resolver.resolve("hi-Latn").locale == nil)
    }

    @Test("Candidates for an unresolved identifier are suggested only if a similar locale exists")
    func candidates() {
        #expect(
            LocaleResolver().resolve("es-419")
                == .unresolved(candidates: ["es-MX", "es-ES"].compactMap { StoreLocale($0) })
        )
        #expect(
            LocaleResolver().resolve("pt-RB")
                == .unresolved(candidates: ["pt-BR", "pt-PT"].compactMap { StoreLocale($0) })
        )
        #expect(LocaleResolver().resolve("bg-BG") == .unresolved(candidates: []))
        #expect(LocaleResolver().resolve("de-GE").locale == nil)
    }

    @Test("The project file's map overrides the built-in mapping of an identifier")
    func map() throws {
        let resolver = LocaleResolver(map: ["de": try #require(StoreLocale("en-GB"))])
        #expect(resolver.resolve("de") == .mapped(try #require(StoreLocale("en-GB")), .map))
    }

    @Test("The languages recognized in file names are those of the App Store, plus iw and nb")
    func storeLanguages() {
        let languages = StoreLocale.all.map { String($0.prefix { $0 != "-" }) }
        #expect(LanguageCodes.storeLanguages == Set(languages).union(["iw", "nb"]))
        #expect(languages.allSatisfy { LanguageCodes.isLanguage($0) })
    }
}
