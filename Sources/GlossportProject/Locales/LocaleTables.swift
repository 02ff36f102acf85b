import GlossportReading

/// Facts about languages that map vendors' identifiers to the App Store's codes.
///
/// All keys in lower case.
///
/// From CLDR's aliases, likely subtags and parent locales, cut down to the App Store's languages. Where Apple's usage
/// differs (`ar`, `pt`), it is Apple's that counts.
package enum LocaleTables {
    /// Words in place of a locale that name none.
    static let reserved: Set<String> = ["base", "mul", "und", "root", "x-none", "zxx", "qqq"]

    /// Common mistakes and the locales that they mean.
    static let slips = [
        "en-uk": "en-GB", "ko-ko": "ko", "vi-vi": "vi", "ja-ja": "ja", "zh-chs": "zh-Hans", "zh-cht": "zh-Hant",
        "jp": "ja",
        "ja-jp-jp": "ja", "cz": "cs", "cs-cs": "cs", "da-da": "da", "sv-sv": "sv", "el-el": "el", "uk-uk": "uk",
        "he-he": "he", "gre": "el", "cn": "zh-Hans", "se": "sv",
    ]

    /// Names of folders and columns from the time before codes, as far as they stand for a locale of the App Store.
    static let languageNames: [String: String] = {
        let names = [
            "english", "french", "german", "italian", "japanese", "spanish", "dutch", "swedish", "danish", "finnish",
            "norwegian", "portuguese", "russian", "korean", "polish", "czech", "greek", "turkish", "hungarian",
            "arabic", "hebrew", "thai", "ukrainian", "vietnamese", "croatian", "romanian", "slovak", "catalan", "hindi",
            "indonesian", "malay",
        ]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in LanguageNames.code(for: name).map { (name, $0) } }
        )
    }()

    /// The code for a bare language that has several, or one with a region.
    static let mainCode = [
        "ar": "ar-SA", "bn": "bn-BD", "de": "de-DE", "en": "en-US", "es": "es-ES", "fr": "fr-FR", "gu": "gu-IN",
        "kn": "kn-IN", "ml": "ml-IN", "mr": "mr-IN", "nl": "nl-NL", "or": "or-IN", "pa": "pa-IN", "pt": "pt-BR",
        "sl": "sl-SI", "ta": "ta-IN", "te": "te-IN", "ur": "ur-PK",
    ]

    /// The region that a code without region means, and the one region of languages with a single code.
    static let mainRegion = [
        "ca": "es", "cs": "cz", "da": "dk", "el": "gr", "fi": "fi", "he": "il", "hi": "in", "hr": "hr", "hu": "hu",
        "id": "id", "it": "it", "ja": "jp", "ko": "kr", "ms": "my", "no": "no", "pl": "pl", "ro": "ro", "ru": "ru",
        "sk": "sk", "sv": "se", "th": "th", "tr": "tr", "uk": "ua", "vi": "vn",
    ]

    /// The script that a language's code means, where it is not Latin.
    package static let script = [
        "ar": "arab", "bn": "beng", "el": "grek", "gu": "gujr", "he": "hebr", "hi": "deva", "ja": "jpan", "kn": "knda",
        "ko": "kore", "ml": "mlym", "mr": "deva", "or": "orya", "pa": "guru", "ru": "cyrl", "ta": "taml", "te": "telu",
        "th": "thai", "uk": "cyrl", "ur": "arab",
    ]

    /// The nearest code for a region that has none (CLDR's parent locales); only with `locales.fallback`.
    static let nearest = [
        "en-150": "en-GB", "en-001": "en-GB", "en-in": "en-GB", "en-nz": "en-AU", "en-za": "en-GB", "en-ie": "en-GB",
        "en-sg": "en-GB", "en-hk": "en-GB", "en-ph": "en-US", "en-pr": "en-US", "es-*": "es-MX", "es-gq": "es-ES",
        "pt-*": "pt-PT", "fr-*": "fr-FR", "de-*": "de-DE", "ar-*": "ar-SA", "nl-*": "nl-NL", "en-*": "en-GB",
    ]
}
