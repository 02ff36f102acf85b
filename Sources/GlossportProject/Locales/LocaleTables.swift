import GlossportReading

/// Tables that map vendors' identifiers to the App Store's codes; all keys are in lower case.
///
/// The data is from CLDR's aliases, likely subtags and parent locales, reduced to the App Store's languages. Apple's
/// usage takes precedence if it differs (`ar`, `pt`).
package enum LocaleTables {
    /// Words that appear in place of a locale but do not name one.
    static let reserved: Set<String> = ["base", "mul", "und", "root", "x-none", "zxx", "qqq"]

    static let slips = [
        "en-uk": "en-GB", "ko-ko": "ko", "vi-vi": "vi", "ja-ja": "ja", "zh-chs": "zh-Hans", "zh-cht": "zh-Hant",
        "jp": "ja",
        "ja-jp-jp": "ja", "cz": "cs", "cs-cs": "cs", "da-da": "da", "sv-sv": "sv", "el-el": "el", "uk-uk": "uk",
        "he-he": "he", "gre": "el", "cn": "zh-Hans", "se": "sv",
    ]

    /// English language names that older deliveries use for folders and columns.
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

    /// The default code for each language whose codes have a region.
    static let mainCode = [
        "ar": "ar-SA", "bn": "bn-BD", "de": "de-DE", "en": "en-US", "es": "es-ES", "fr": "fr-FR", "gu": "gu-IN",
        "kn": "kn-IN", "ml": "ml-IN", "mr": "mr-IN", "nl": "nl-NL", "or": "or-IN", "pa": "pa-IN", "pt": "pt-BR",
        "sl": "sl-SI", "ta": "ta-IN", "te": "te-IN", "ur": "ur-PK",
    ]

    /// The region implied by a language whose only code has no region.
    package static let mainRegion = [
        "ca": "es", "cs": "cz", "da": "dk", "el": "gr", "fi": "fi", "he": "il", "hi": "in", "hr": "hr", "hu": "hu",
        "id": "id", "it": "it", "ja": "jp", "ko": "kr", "ms": "my", "no": "no", "pl": "pl", "ro": "ro", "ru": "ru",
        "sk": "sk", "sv": "se", "th": "th", "tr": "tr", "uk": "ua", "vi": "vn",
    ]

    /// The script implied by a language code, if it is not Latin.
    package static let script = [
        "ar": "arab", "bn": "beng", "el": "grek", "gu": "gujr", "he": "hebr", "hi": "deva", "ja": "jpan", "kn": "knda",
        "ko": "kore", "ml": "mlym", "mr": "deva", "or": "orya", "pa": "guru", "ru": "cyrl", "ta": "taml", "te": "telu",
        "th": "thai", "uk": "cyrl", "ur": "arab",
    ]

    /// The nearest code for an unsupported region, mostly from CLDR's parent locales; used with `locales.fallback`,
    /// otherwise only suggested.
    static let nearest = [
        "en-150": "en-GB", "en-001": "en-GB", "en-in": "en-GB", "en-nz": "en-AU", "en-za": "en-GB", "en-ie": "en-GB",
        "en-sg": "en-GB", "en-hk": "en-GB", "en-ph": "en-US", "en-pr": "en-US", "es-*": "es-MX", "es-gq": "es-ES",
        "pt-*": "pt-PT", "fr-*": "fr-FR", "de-*": "de-DE", "ar-*": "ar-SA", "nl-*": "nl-NL", "en-*": "en-GB",
    ]
}
