import GlossportProject

extension StoreLocale {
    /// The names of its dictionaries in order of preference.
    ///
    /// Empty for languages that are written without spaces, and for Korean and the languages of India, whose
    /// dictionaries lack most inflected forms.
    package var dictionaries: [String] {
        guard !Self.languagesWithoutDictionary.contains(language) else { return [] }
        let region = LocaleTables.mainRegion[language]?.uppercased() ?? String(code.suffix(2))
        let name = "\(language == "no" ? "nb" : language)_\(region)"
        return ["ar", "ca", "es", "fr", "nl"].contains(language) ? [name, language] : [name]
    }

    /// The Debian package with its dictionary; `nil` if Debian has none.
    package var dictionaryPackage: String? {
        guard !dictionaries.isEmpty, !["fi", "ms"].contains(language) else { return nil }
        return "hunspell-" + (["de", "en", "pt"].contains(language) ? code.lowercased() : language)
    }

    private static let languagesWithoutDictionary: Set<String> = [
        "bn", "gu", "hi", "ja", "kn", "ko", "ml", "mr", "or", "pa", "ta", "te", "th", "ur", "zh",
    ]

    /// The dictionaries and codes of languages that are easily confused with the locale's own.
    var neighbours: [(dictionary: String, language: String)] {
        (Self.neighbourTable[code] ?? Self.neighbourTable[language] ?? []).map { name in
            (name, name == "pt_BR" || name == "pt_PT" ? name.replacing("_", with: "-") : Self.language(of: name))
        }
    }

    private static func language(of dictionary: String) -> String {
        let language = String(dictionary.prefix { $0 != "_" })
        return language == "nb" ? "no" : language
    }

    private static let neighbourTable = [
        "ca": ["es_ES", "fr"], "cs": ["sk_SK", "pl_PL"], "da": ["nb_NO", "sv_SE"], "de": ["nl"],
        "es": ["ca", "gl_ES", "pt_PT", "it_IT"],
        "hr": ["sr_Latn_RS", "sl_SI"], "it": ["es_ES"], "nl": ["de_DE", "af_ZA"], "no": ["da_DK", "sv_SE"],
        "pl": ["cs_CZ"],
        "pt": ["es_ES", "gl_ES"], "pt-BR": ["pt_PT", "es_ES", "gl_ES"], "pt-PT": ["pt_BR", "es_ES", "gl_ES"],
        "ro": ["it_IT"],
        "ru": ["uk_UA", "bg_BG", "be_BY"], "sk": ["cs_CZ"], "sl": ["hr_HR", "sr_Latn_RS"], "sv": ["da_DK", "nb_NO"],
        "uk": ["ru_RU", "be_BY", "bg_BG"],
    ]
}
