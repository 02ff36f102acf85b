private import Foundation

/// The accents of a language, and the usual replacements if they cannot be typed.
struct Accents {
    /// The accented letters that a single letter may replace.
    private let meant: [Character: [Character]]
    /// The accented letter that two letters may replace.
    private let meantByTwo: [String: Character]
    private let own: Set<Character>
    private let isVietnamese: Bool

    init(of language: String) {
        var meant: [Character: [Character]] = [:]
        var meantByTwo: [String: Character] = [:]
        for row in (Self.table[language] ?? "").split(separator: " ") {
            guard let colon = row.firstIndex(of: ":") else { continue }
            let (typed, right) = (row[..<colon], Array(row[row.index(after: colon)...]))
            guard let first = typed.first, let letter = right.first else { continue }
            if typed.count == 1 { meant[first, default: []] += right } else { meantByTwo[String(typed)] = letter }
        }
        // One accent may be mistaken for another or added, as in “trés”. The excluded languages treat accented letters
        // as separate letters, which are rarely added by mistake.
        if !["da", "de", "fi", "no", "sv"].contains(language) {
            for (plain, right) in meant where plain.isASCII {
                for letter in right { meant[letter, default: []] += [plain] + right.filter { $0 != letter } }
            }
        }
        (self.meant, self.meantByTwo) = (meant, meantByTwo)
        own = Set(meant.values.joined()).filter { !$0.isASCII }
        isVietnamese = language == "vi"
    }

    /// The words that a lower-case word may mean, those with the fewest changes first.
    func candidates(for word: [Character]) -> [[Character]] {
        var found: [[Character]] = []
        for (two, letter) in meantByTwo.sorted(by: { $0.key < $1.key }) where word.count > 2 {
            for index in 0..<(word.count - 1) where String(word[index...(index + 1)]) == two {
                found.append(Array(word[..<index]) + [letter] + word[(index + 2)...])
            }
        }
        var last = [(word: word, next: 0)]
        for changes in 0..<Self.mostChanges where found.count < Self.mostCandidates {
            // If a word has several accents, only the usual accent of each letter is tried, except in Vietnamese, which
            // has short words and many accents.
            let most = isVietnamese ? Int.max : [Int.max, 2, 1][changes]
            last = last.flatMap { base, next in
                (next..<base.count).flatMap { index in
                    meanings(of: word[index]).prefix(most).map { letter in
                        var changed = base
                        changed[index] = letter
                        return (changed, index + 1)
                    }
                }
            }
            found += last.map(\.word)
        }
        return Array(found.prefix(Self.mostCandidates))
    }

    /// The letters that a letter may mean, also for an accented letter that the language does not have.
    private func meanings(of letter: Character) -> [Character] {
        if let letters = meant[letter] { return letters }
        guard !letter.isASCII, !own.contains(letter),
            let plain = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars.first,
            plain.value < 0x80
        else { return [] }
        return [Character(plain)] + (meant[Character(plain)] ?? [])
    }

    private static let mostChanges = 3
    private static let mostCandidates = 500

    private static let table = [
        "ca": "a:à e:éè i:íï o:óò u:úü c:ç",
        "cs": "a:á c:č d:ď e:éě i:í n:ň o:ó r:ř s:š t:ť u:úů y:ý z:ž",
        "da": "a:å o:ø ae:æ oe:ø aa:å ä:æ ö:ø",
        "de": "a:ä o:ö u:ü ae:ä oe:ö ue:ü ss:ß",
        "el": "α:ά ε:έ η:ή ι:ίϊΐ ο:ό υ:ύϋΰ ω:ώ",
        "es": "a:á e:é i:í o:ó u:úü n:ñ",
        "fi": "a:ä o:ö",
        "fr": "a:àâ e:éèêë i:îï o:ô u:ùûü c:ç oe:œ",
        "hr": "c:čć s:š z:ž d:đ dj:đ",
        "hu": "a:á e:é i:í o:óöő u:úüű õ:ő ô:ő û:ű",
        "it": "a:à e:èé i:ì o:ò u:ù",
        "nl": "e:ëé i:ï o:óö a:á u:ü",
        "no": "a:å o:ø ae:æ oe:ø aa:å ä:æ ö:ø",
        "pl": "a:ą c:ć e:ę l:ł n:ń o:ó s:ś z:żź",
        "pt": "a:ãáâà e:éê i:í o:óôõ u:ú c:ç",
        "ro": "a:ăâ i:î s:ș t:ț ş:ș ţ:ț",
        "sk": "a:áä c:č d:ď e:é i:í l:ľĺ n:ň o:óô r:ŕ s:š t:ť u:ú y:ý z:ž",
        "sl": "c:č s:š z:ž",
        "sv": "a:äå o:ö ae:ä oe:ö aa:å æ:ä ø:ö",
        "tr": "c:ç g:ğ i:ı o:ö s:ş u:ü",
        "vi":
            "a:ảạàáãăằắẳẵặâầấẩẫậ d:đ e:èéẻẽẹêềếểễệ i:ìíỉĩị o:òóỏõọôồốổỗộơờớởỡợ u:ùúủũụưừứửữự y:ỳýỷỹỵ",
    ]
}
