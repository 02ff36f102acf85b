import Testing

@testable import GlossportChecking
@testable import GlossportProject

@Suite("App Store locales")
struct StoreLocaleTests {
    private let all = StoreLocale.all.compactMap { StoreLocale($0) }

    @Test("Each locale has the names of its dictionaries and their Debian package")
    func dictionaries() {
        let found = all.filter { !$0.dictionaries.isEmpty || $0.dictionaryPackage != nil }.map { locale in
            ([locale.code] + locale.dictionaries + [locale.dictionaryPackage].compactMap(\.self)).joined(separator: " ")
        }
        let expected = """
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
            """
        #expect(found == expected.split(separator: "\n").map(String.init))
    }

    @Test("Each locale has its English name")
    func names() {
        let expected = """
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
            """
        #expect(all.map { "\($0.code) \($0.name)" } == expected.split(separator: "\n").map(String.init))
    }

    @Test("Each script has its English name")
    func scripts() {
        let expected = """
            Latin Greek Cyrillic Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Odia Tamil Telugu Kannada Malayalam \
            Thai Korean Japanese Chinese other
            """
        #expect(Script.allCases.map(\.name).joined(separator: " ") == expected)
    }
}
