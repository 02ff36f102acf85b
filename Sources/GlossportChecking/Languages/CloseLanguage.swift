import GlossportProject
import GlossportReading

/// A language that statistical detection confuses with the text's own.
///
/// It is recognized by words and letters that only one of the two languages has.
struct CloseLanguage {
    var name: String
    /// Up to two words of the text that its own language does not have.
    var words: [String]

    /// Detects a close language.
    ///
    /// This requires two different words that only the other language has, and none that only the right language has.
    /// One word is enough between two written forms of a language, such as `pt-BR` and `pt-PT`.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - language: The language it should be in, such as `pt`, or the locale, such as `pt-BR`.
    init?(of text: String, insteadOf language: String) {
        guard let others = Self.signs[language] else { return nil }
        let words = Set(text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init))
        var best: (language: String, words: [String])?
        for (other, signs) in others {
            let found = words.filter(signs.match)
            guard found.count >= (other.contains("-") ? 1 : 2), found.count > best?.words.count ?? 0,
                !words.contains(where: { Self.signs[other]?[language]?.match($0) == true })
            else { continue }
            best = (other, found.sorted())
        }
        guard let best else { return nil }
        name = StoreLocale(best.language)?.name ?? LanguageWords.name(of: best.language)
        self.words = Array(best.words.prefix(2))
    }

    private struct Signs {
        var letters: Set<Character>
        var words: Set<String>

        func match(_ word: String) -> Bool { words.contains(word) || word.contains(where: letters.contains) }
    }

    /// By language, then by close language: the letters and words that only the latter has.
    private static let signs: [String: [String: Signs]] = table.mapValues {
        $0.mapValues { letters, words in
            Signs(letters: Set(letters), words: Set(words.split(separator: " ").map(String.init)))
        }
    }

    private static let table: [String: [String: (letters: String, words: String)]] = [
        "pt": [
            "es": (
                "ñ", "y el con una más también pero sin usted ustedes muy hasta tus sus su es del nuestro nuestra en"
            )
        ],
        "pt-BR": [
            "pt-PT": (
                "",
                "telemóvel telemóveis ecrã ecrãs utilizador utilizadores ficheiro ficheiros registo registos partilhar partilhe partilhas aceder aceda contacto contactos connosco equipa equipas desporto desportos comboio comboios autocarro palavra-passe subscreva prémio prémios bónus económico económica quilómetros electrónico eletrónico género académico ténis bebé facto factos planear câmara"
            )
        ],
        "pt-PT": [
            "pt-BR": (
                "",
                "celular celulares tela telas aplicativo aplicativos usuário usuários cadastro cadastre cadastrar gerenciar gerencie acessar acesse compartilhar compartilhe compartilhado registro registros contato contatos esporte esportes equipe equipes trem ônibus bônus econômico econômica quilômetros eletrônico gênero acadêmico tênis bebê prêmio prêmios mídia conosco cotidiano planejar planeje deletar"
            )
        ],
        "es": [
            "pt": ("ãõ", "você vocês não uma em são seu seus sua suas mais também até ao aos pelo pela muito ou"),
            "ca": ("", "amb els vostre vostra és més també seva aquest aquesta pots"),
        ],
        "ca": ["es": ("ñ", "y con los las más también sin muy hasta usted tus sus nuestro nuestra")],
        "da": [
            "no": (
                "",
                "deg meg seg etter uten noe noen bli blir hva mer uke uker fortsett gi ta ditt mitt sitt tilbake opp velg sier tilbudet"
            ),
            "sv": ("äö", "och för att inte är"),
        ],
        "no": [
            "da": (
                "",
                "af dig mig sig efter uden noget nogle blive bliver hvad jeres mere uge uger fortsæt give tage tilbage op vælg siger tilbuddet"
            ),
            "sv": ("äö", "och för att inte är"),
        ],
        "sv": [
            "da": ("æø", "og ikke af til jeg dig efter uden noget blive hvad jeres mere"),
            "no": ("æø", "og ikke av til jeg deg meg etter uten noe bli hva mer"),
        ],
        "cs": ["sk": ("ľĺŕôä", "sa sú alebo ste ešte viac teraz nie pre")],
        "sk": ["cs": ("ěřů", "se jsou nebo ještě více teď není jste být")],
        "hr": [
            "sr": (
                "",
                "nedelja nedelje nedelju nedeljno sačuvali sačuvajte hiljada takođe uopšte opšte mesec meseca meseci uvek posle reč reči deo mleko lepo"
            ),
            "sl": ("", "in ter tudi lahko še kaj vse nazaj mesec mesecev brez kot"),
        ],
        "sl": ["hr": ("ćđ", "što sve bez također kao mjesec mjeseci uvijek gdje više prije")],
        "uk": ["ru": ("ыэъё", "и что или можно только если нет уже ещё вы это")],
        "ru": ["uk": ("іїєґ", "що або якщо можна вже щоб буде")],
        "id": ["ms": ("", "kerana sahaja diskaun nombor awak wang mahu resipi baharu muzik filem telefon")],
        "ms": ["id": ("", "karena bisa silakan uang gratis nomor diskon")],
        "hi": ["mr": ("", "आहे आहेत आणि तुमच्या तुमचे तुमची तुम्ही नाही मध्ये")],
        "mr": ["hi": ("", "है हैं और में के को से आपके आपकी अपने नहीं")],
        "ar": [
            "ur": ("ٹڈڑےںہ", "اور میں آپ کو کی"),
            "fa": ("پچژگ", "است که را برای شما این با می های خود"),
        ],
        "ja": ["zh": ("这们说时过对还给让继续您应开关习请费么吗谁难题订阅们這沒嗎麼妳你", "")],
        "ur": ["ar": ("", "في على إلى هذا هذه التي")],
    ]
}
