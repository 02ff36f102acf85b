import GlossportProject

extension StoreLocale {
    /// The names of its dictionaries in order of preference.
    ///
    /// Empty for languages that are written without spaces, and for Korean and the languages of India, whose
    /// dictionaries lack most inflected forms.
    package var dictionaries: [String] { Self.dictionaryTable[code]?.names ?? [] }

    /// The Debian package with its dictionary; `nil` if Debian has none.
    package var dictionaryPackage: String? { Self.dictionaryTable[code]?.package }

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

    private static let dictionaryTable: [String: (names: [String], package: String?)] = Dictionary(
        uniqueKeysWithValues: """
            ar-SA ar_SA ar hunspell-ar
            ca ca_ES ca hunspell-ca
            cs cs_CZ hunspell-cs
            da da_DK hunspell-da
            de-DE de_DE hunspell-de-de
            el el_GR hunspell-el
            en-AU en_AU hunspell-en-au
            en-CA en_CA hunspell-en-ca
            en-GB en_GB hunspell-en-gb
            en-US en_US hunspell-en-us
            es-ES es_ES es hunspell-es
            es-MX es_MX es hunspell-es
            fi fi_FI
            fr-CA fr_CA fr hunspell-fr
            fr-FR fr_FR fr hunspell-fr
            he he_IL hunspell-he
            hr hr_HR hunspell-hr
            hu hu_HU hunspell-hu
            id id_ID hunspell-id
            it it_IT hunspell-it
            ms ms_MY
            nl-NL nl_NL nl hunspell-nl
            no nb_NO hunspell-no
            pl pl_PL hunspell-pl
            pt-BR pt_BR hunspell-pt-br
            pt-PT pt_PT hunspell-pt-pt
            ro ro_RO hunspell-ro
            ru ru_RU hunspell-ru
            sk sk_SK hunspell-sk
            sl-SI sl_SI hunspell-sl
            sv sv_SE hunspell-sv
            tr tr_TR hunspell-tr
            uk uk_UA hunspell-uk
            vi vi_VN hunspell-vi
            """.split(separator: "\n").map { line in
                let words = line.split(separator: " ").map(String.init)
                return (
                    words[0],
                    (words.dropFirst().filter { !$0.hasPrefix("hunspell") }, words.first { $0.hasPrefix("hunspell") })
                )
            }
    )
}
