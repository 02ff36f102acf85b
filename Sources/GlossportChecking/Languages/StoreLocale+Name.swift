package import GlossportProject

extension StoreLocale {
    /// The English name, such as “German (Germany)”.
    package var name: String { Self.names[code] ?? code }

    /// The English name of the language, such as “German”.
    package var languageName: String { LanguageWords.name(of: guessable) }

    // A table, because Foundation's names differ between systems.
    private static let names = Dictionary(
        uniqueKeysWithValues: """
            ar-SA Arabic
            bn-BD Bangla
            ca Catalan
            cs Czech
            da Danish
            de-DE German (Germany)
            el Greek
            en-AU English (Australia)
            en-CA English (Canada)
            en-GB English (U.K.)
            en-US English (U.S.)
            es-ES Spanish (Spain)
            es-MX Spanish (Mexico)
            fi Finnish
            fr-CA French (Canada)
            fr-FR French (France)
            gu-IN Gujarati
            he Hebrew
            hi Hindi
            hr Croatian
            hu Hungarian
            id Indonesian
            it Italian
            ja Japanese
            kn-IN Kannada
            ko Korean
            ml-IN Malayalam
            mr-IN Marathi
            ms Malay
            nl-NL Dutch
            no Norwegian
            or-IN Odia
            pa-IN Punjabi
            pl Polish
            pt-BR Portuguese (Brazil)
            pt-PT Portuguese (Portugal)
            ro Romanian
            ru Russian
            sk Slovak
            sl-SI Slovenian
            sv Swedish
            ta-IN Tamil
            te-IN Telugu
            th Thai
            tr Turkish
            uk Ukrainian
            ur-PK Urdu
            vi Vietnamese
            zh-Hans Chinese (Simplified)
            zh-Hant Chinese (Traditional)
            """.split(separator: "\n").map { line in
                let code = line.prefix { $0 != " " }
                return (String(code), String(line.dropFirst(code.count + 1)))
            }
    )
}
