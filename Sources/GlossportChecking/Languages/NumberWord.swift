import GlossportReading

/// The numbers from two to twelve as words, for a translator may write 5 as “fünf”.
enum NumberWord {
    /// A number that a text says by a word.
    struct Found: Sendable, Hashable {
        var word: String
        var value: Int
    }

    /// The words of a text that are numbers, in its order.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - language: Its language, such as `pt`; one that is not listed has none.
    /// - Returns: Each with its value.
    static func all(in text: String, of language: String) -> [Found] {
        guard let values = values[language] else { return [] }
        return text.lowercased().split { !$0.isLetter }.compactMap { word in
            values[String(word)].map { Found(word: String(word), value: $0) }
        }
    }

    /// The words from two on, by language.
    ///
    /// Forms are divided by `|`; `-` stands where the word means something else, too, such as French “neuf” (new). Languages that say 12
    /// in two words, as Turkish does, are left out.
    private static let words = [
        "en": "two three four five six seven eight nine ten eleven twelve",
        "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "fr": "deux trois quatre cinq six sept huit - dix onze douze",
        "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce",
        "ca": "dos|dues tres quatre cinc sis set vuit - deu onze dotze",
        "pt": "dois|duas três quatro cinco seis sete oito nove dez onze doze",
        "it": "due tre quattro cinque - sette otto nove dieci undici dodici",
        "ro": "doi|două trei patru cinci șase șapte opt - zece unsprezece doisprezece",
        "nl": "twee drie vier vijf zes zeven - negen tien elf twaalf",
        "sv": "två tre fyra fem sex sju åtta nio tio elva tolv",
        "da": "- tre - fem seks syv otte ni ti elleve tolv",
        "no": "- tre fire fem seks sju|syv åtte ni ti elleve tolv",
        "fi": "kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista",
        "hu": "két|kettő három négy öt - - nyolc kilenc tíz tizenegy tizenkettő",
        "pl": "dwa|dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście",
        "cs": "dva|dvě tři čtyři pět šest sedm osm devět deset jedenáct dvanáct",
        "sk": "dva|dve tri štyri päť šesť sedem osem deväť desať jedenásť dvanásť",
        "hr": "dva|dvije tri četiri pet šest sedam osam devet deset jedanaest dvanaest",
        "ru": "два|две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
        "uk": "два|дві три чотири - шість сім вісім - десять одинадцять дванадцять",
        "el": "δύο τρεις|τρία τέσσερις|τέσσερα πέντε έξι επτά|εφτά οκτώ|οχτώ εννέα|εννιά δέκα έντεκα δώδεκα",
    ]

    private static let values: [String: [String: Int]] = words.mapValues { line in
        var values: [String: Int] = [:]
        for (index, forms) in line.split(separator: " ").enumerated() where forms != "-" {
            for form in forms.split(separator: "|") { values[String(form)] = index + 2 }
        }
        return values
    }
}
