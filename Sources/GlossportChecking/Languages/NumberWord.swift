private import Foundation
import GlossportReading

/// Finds the numbers from two to twelve that are written as words, because a translator may write 5 as “fünf”.
enum NumberWord {
    struct Found: Sendable, Hashable {
        var word: String
        var value: Int
    }

    /// Finds the words of a text that are numbers.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - language: Its language, such as `pt`; unsupported languages have no number words.
    /// - Returns: The words with their values, in order.
    static func all(in text: String, of language: String) -> [Found] {
        if let counters = counters[language] { return counted(in: text, by: counters) }
        guard let words = words[language] else { return [] }
        var found: [Found] = []
        var last: String?
        for run in text.lowercased().unicodeScalars.split(whereSeparator: { !isInWord($0) }) {
            // An emoji may leave a joiner or a variation selector before the word.
            guard let start = run.firstIndex(where: \.isAlphabetic) else { continue }
            // Fast path: few words begin with the first letter of a number.
            guard last != nil || words.starts.contains(run[start]) else { continue }
            let word = String(run[start...])
            // Twelve may be two words, each with another meaning if alone.
            if let before = last, let value = words.values["\(before) \(word)"] {
                if found.last?.word == before { found.removeLast() }
                found.append(Found(word: "\(before) \(word)", value: value))
                last = nil
            } else {
                if let value = words.values[word] { found.append(Found(word: word, value: value)) }
                last = words.firsts.contains(word) ? word : nil
            }
        }
        return found
    }

    /// Whether a scalar is a letter or part of one, such as a vowel sign, an accent or a joiner.
    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isAlphabetic || !scalar.isASCII && scalar.properties.isGraphemeExtend || scalar == "\u{200D}"
    }

    /// Chinese and Japanese numerals, which count only before a counter word: 四 is part of many other words.
    private static func counted(in text: String, by counters: Set<Unicode.Scalar>) -> [Found] {
        var found: [Found] = []
        var numeral = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if numerals[scalar] != nil || otherNumerals.contains(scalar) {
                numeral.append(scalar)
            } else if !numeral.isEmpty {
                let word = String(numeral)
                let value = numeral.count == 1 ? numeral.first.flatMap { numerals[$0] } : ["十一": 11, "十二": 12][word]
                // With a voiced sound mark, か is another letter.
                let isWhole = index + 1 == scalars.count || !scalars[index + 1].properties.isGraphemeExtend
                if let value, isWhole, counters.contains(scalar) { found.append(Found(word: word, value: value)) }
                numeral = String.UnicodeScalarView()
            }
        }
        return found
    }

    private static let otherNumerals = Set("一〇零百千万萬第数數几幾何".unicodeScalars)
    private static let numerals: [Unicode.Scalar: Int] = [
        "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    ]
    private static let counters: [String: Set<Unicode.Scalar>] = [
        "zh": ["个", "個", "天", "倍"], "ja": ["つ", "か", "ヶ", "カ", "ヵ", "個", "倍"],
    ]

    /// The words for the numbers from two to twelve, by language.
    ///
    /// Forms are separated by `|`, the words of a form by `_`; `-` replaces a word with another meaning, such as French
    /// “neuf” (new). Thai is omitted, because it has no spaces between words, and “can” (สามารถ) begins with “three”
    /// (สาม).
    private static let forms = [
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
        "sl": "dva|dve|dveh tri|treh štiri|štirih pet|petih šest|šestih sedem osem devet deset enajst dvanajst",
        "tr": "iki üç dört beş altı yedi sekiz dokuz - on_bir on_iki",
        "id": "dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas dua_belas",
        "ms": "dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas dua_belas",
        "vi": "hai ba bốn - sáu bảy|bẩy tám chín mười mười_một mười_hai",
        "he":
            "שתיים|שניים|שתי שלושה|שלוש|שלושת ארבעה|ארבע|ארבעת חמישה|חמש שישה|שש שבעה|שבע שמונה תשעה|תשע עשרה|עשר אחד_עשר|אחת_עשרה "
            + "שנים_עשר|שניים_עשר|שתים_עשרה|שתיים_עשרה",
        "ar":
            "اثنان|اثنين|اثنتان|اثنتين ثلاثة|ثلاث أربعة|أربع خمسة|خمس ستة|ست سبعة|سبع ثمانية|ثماني|ثمان تسعة|تسع عشرة|عشر أحد_عشر|إحدى_عشرة "
            + "اثنا_عشر|اثني_عشر|اثنتا_عشرة|اثنتي_عشرة",
        "ur": "- تین چار پانچ چھ|چھے|چھہ سات آٹھ - دس گیارہ بارہ",
        "hi": "- तीन चार पाँच|पांच छह|छः|छे सात आठ नौ दस ग्यारह बारह",
        "mr": "दोन तीन चार पाच सहा सात आठ नऊ दहा अकरा बारा",
        "pa": "ਦੋ ਤਿੰਨ ਚਾਰ ਪੰਜ ਛੇ ਸੱਤ ਅੱਠ ਨੌਂ - ਗਿਆਰਾਂ ਬਾਰਾਂ",
        "gu": "બે ત્રણ ચાર પાંચ છ સાત આઠ - દસ અગિયાર -",
        "bn": "দুই|দুটি তিন|তিনটি চার|চারটি পাঁচ|পাঁচটি ছয়|ছয়টি সাত|সাতটি আট|আটটি - দশ|দশটি এগারো বারো",
        "or": "ଦୁଇ ତିନି ଚାରି|ଚାରୋଟି ପାଞ୍ଚ ଛଅ ସାତ ଆଠ ନଅ ଦଶ ଏଗାର -",
        "ta": "இரண்டு மூன்று நான்கு ஐந்து - ஏழு எட்டு ஒன்பது பத்து பதினொன்று பன்னிரண்டு",
        "te": "రెండు మూడు నాలుగు ఐదు ఆరు ఏడు ఎనిమిది తొమ్మిది పది పదకొండు పన్నెండు",
        "kn": "ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು ಆರು - ಎಂಟು ಒಂಬತ್ತು - ಹನ್ನೊಂದು ಹನ್ನೆರಡು",
        "ml": "രണ്ട് മൂന്ന് നാല് അഞ്ച് - ഏഴ് എട്ട് ഒമ്പത് പത്ത് പതിനൊന്ന് പന്ത്രണ്ട്",
        "ko": "두 - - 다섯 여섯 일곱 여덟 아홉 - 열한 열두",
        "el": "δύο τρεις|τρία τέσσερις|τέσσερα πέντε έξι επτά|εφτά οκτώ|οχτώ εννέα|εννιά δέκα έντεκα δώδεκα",
    ]

    /// A language's number words with their values, the first words of two-word numbers, and all first letters.
    private struct Words {
        var values: [String: Int] = [:]
        var firsts: Set<String> = []
        var starts: Set<Unicode.Scalar> = []
    }

    private static let words = forms.mapValues { line in
        var words = Words()
        for (index, number) in line.split(separator: " ").enumerated() where number != "-" {
            for form in number.split(separator: "|") {
                let parts = form.split(separator: "_").map(String.init)
                words.values[parts.joined(separator: " ")] = index + 2
                if parts.count > 1 { words.firsts.insert(parts[0]) }
                // A text may be composed or decomposed.
                for word in [parts[0], parts[0].decomposedStringWithCanonicalMapping] {
                    words.starts.formUnion(word.unicodeScalars.prefix(1))
                }
            }
        }
        return words
    }
}
