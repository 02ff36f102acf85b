import GlossportReading
import Testing

@Suite("The locale in a file name")
struct FileNameLocaleTests {
    @Test(
        "The locale is an App Store language at the end of the file name",
        arguments: [
            ("fr.strings", "fr"), ("vendor/Retention.fr-CA.xlf", "fr-CA"), ("offers_pt_BR.csv", "pt_BR"),
            ("it.po", "it"),
            ("plugin-de_DE.po", "de_DE"), ("app.zh-Hans.xliff", "zh-Hans"), ("file_en-US_de-DE.xlf", "de-DE"),
            ("es-419.xlf", "es-419"), ("fr.lproj/Localizable.strings", nil), ("app_readme.arb", nil), ("old.po", nil),
            ("user_id.strings", nil), ("terms.to.xlf", nil), ("Retention.v2.xcstrings", nil), ("en_de.xlf", nil),
            ("fr_ca.po", nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func name(path: String, expected: String?) {
        #expect(SourceFile(path: path, bytes: []).fileNameLocale == expected)
    }

    @Test(
        "Two language tags contradict each other only in subtags that both contain",
        arguments: [
            ("no", "nb-NO", false), ("iw", "he", false), ("in", "id-ID", false), ("deu", "de", false),
            ("ger", "de-DE", false),
            ("zh-Hans", "zh-CN", false), ("zh-TW", "zh-Hant", false), ("zh-CHS", "zh_CN", false),
            ("zh-Hans", "zh-TW", true),
            ("pt", "pt-PT", false), ("pt-BR", "pt-PT", true), ("sr-Latn", "sr", false), ("sr-Latn", "sr-Cyrl", true),
            ("sr@latin", "sr", false), ("de_DE.UTF-8", "de", false), ("en-UK", "en-GB", false), ("German", "de", false),
            ("English", "fr", true), ("Base", "fr", false), ("LANGUAGE", "de", false), ("es-419", "es-AR", false),
            ("es-419", "es-ES", true), ("fr", "de", true), ("fil", "tl", true),
        ]
    )
    func contradiction(left: String, right: String, expected: Bool) {
        #expect(LanguageTag.contradict(left, right) == expected)
        #expect(LanguageTag.contradict(right, left) == expected)
    }
}
