package import GlossportProject

extension StoreLocale {
    /// The English name, such as “German (Germany)”.
    package var name: String { Self.names[code] ?? languageName }

    /// The English name of the language, such as “German”.
    package var languageName: String { LanguageWords.name(of: guessable) }

    /// The names that differ from the language's; a table, because Foundation's names differ between systems.
    private static let names = [
        "bn-BD": "Bangla",
        "de-DE": "German (Germany)",
        "en-AU": "English (Australia)",
        "en-CA": "English (Canada)",
        "en-GB": "English (U.K.)",
        "en-US": "English (U.S.)",
        "es-ES": "Spanish (Spain)",
        "es-MX": "Spanish (Mexico)",
        "fr-CA": "French (Canada)",
        "fr-FR": "French (France)",
        "pt-BR": "Portuguese (Brazil)",
        "pt-PT": "Portuguese (Portugal)",
        "zh-Hans": "Chinese (Simplified)",
        "zh-Hant": "Chinese (Traditional)",
    ]
}
