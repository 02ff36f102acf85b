import GlossportReading

/// A word of the dictionary that an unknown word probably means.
struct NearWord: Sendable, Hashable {
    var text: String
    var slip: Slip

    enum Slip: Sendable, Hashable {
        /// An accent is missing, wrong or written as two letters.
        case accent
        /// Two letters are swapped, or one is doubled.
        case order
        /// A letter is missing or added.
        case letter
    }

    init(_ text: String, _ slip: Slip) {
        self.text = text
        self.slip = slip
    }

    struct Finder {
        private let language: String
        private let accents: Accents
        private let letters: [Character]
        private let joinsWords: Bool
        /// Endings that may replace a word's ending in another form.
        private let endings: [String]

        init(_ language: String) {
            self.language = language
            accents = Accents(of: language)
            letters = Self.letters(of: language)
            joinsWords = ["da", "de", "fi", "hu", "nl", "no", "sv"].contains(language)
            endings = ["ru", "uk"].contains(language) ? "аяеиіоуюьй".map(String.init) : "aeiou".map(String.init)
        }

        func verdict(on word: String, _ isKnown: InstalledDictionary.Test) -> WordVerdict {
            let isCapitalized = word.first?.isUppercase == true
            func written(_ letters: [Character]) -> String {
                let text = String(letters)
                return isCapitalized ? text.capitalizedFirst : text
            }
            let lower = Array(word.lowercased())
            // The parts of a hyphenated word are separate words.
            guard !lower.contains("-") else { return partsAreKnown(word, isKnown) ? .known : .strange }
            if isCapitalized, isKnown(String(lower)) { return .known }
            if let spelling = otherSpelling(of: lower),
                isKnown(spelling) || isCapitalized && isKnown(spelling.capitalizedFirst)
            {
                return .known
            }
            if let accented = accents.candidates(for: lower).lazy.map(written).first(where: isKnown) {
                return .near(NearWord(accented, .accent))
            }
            if joinsWords, isJoined(word, isKnown) { return .known }
            // Undoing a swap or a doubling rarely yields a word by chance. Adding or removing a letter often does, if
            // the dictionary contains no form of the word.
            if let near = swappedOrDoubled(lower).lazy.map(written).first(where: isKnown) {
                return .near(NearWord(near, .order))
            }
            if !isInflected(lower, isKnown), let near = longerOrShorter(lower).lazy.map(written).first(where: isKnown) {
                return .near(NearWord(near, .letter))
            }
            return .strange
        }

        /// The other usual spelling of a lower-case word; `nil` if there is only one.
        private func otherSpelling(of word: [Character]) -> String? {
            switch language {
            // Older systems write ş and ţ with a cedilla instead of a comma below.
            case "ro" where word.contains("ş") || word.contains("ţ"):
                String(word).replacing("ş", with: "ș").replacing("ţ", with: "ț")
            case "vi": Self.withMovedTone(word).map { String($0) }
            default: nil
            }
        }

        /// Moves the tone mark between the last two letters of a Vietnamese word: both “hòa” and “hoà” are usual.
        private static func withMovedTone(_ word: [Character]) -> [Character]? {
            guard word.count >= 2, word.dropLast(2).last != "q" else { return nil }
            let (first, second) = (word[word.count - 2], word[word.count - 1])
            for (vowel, others) in [(Character("o"), "ae"), ("u", "y")] {
                if others.contains(second), let tone = tones[vowel]?.firstIndex(of: first),
                    let moved = tones[second]?[tone]
                {
                    return word.dropLast(2) + [vowel, moved]
                }
                for other in others where first == vowel {
                    if let tone = tones[other]?.firstIndex(of: second), let moved = tones[vowel]?[tone] {
                        return word.dropLast(2) + [moved, other]
                    }
                }
            }
            return nil
        }

        /// The vowels that share a tone mark, each with its marks in the same order.
        private static let tones: [Character: [Character]] = [
            "a": ["à", "ả", "ã", "á", "ạ"], "e": ["è", "ẻ", "ẽ", "é", "ẹ"], "o": ["ò", "ỏ", "õ", "ó", "ọ"],
            "u": ["ù", "ủ", "ũ", "ú", "ụ"], "y": ["ỳ", "ỷ", "ỹ", "ý", "ỵ"],
        ]

        private func partsAreKnown(_ word: String, _ isKnown: InstalledDictionary.Test) -> Bool {
            word.split(separator: "-").allSatisfy {
                $0.count == 1 || isKnown(String($0)) || $0.allSatisfy(\.isUppercase)
            }
        }

        /// Whether the word is a compound of two words of the dictionary.
        private func isJoined(_ word: String, _ isKnown: InstalledDictionary.Test) -> Bool {
            let letters = Array(word)
            guard letters.count >= Self.leastJoined else { return false }
            return (Self.leastPart...(letters.count - Self.leastPart)).contains { cut in
                let second = String(letters[cut...])
                guard isKnown(second) || isKnown(second.capitalizedFirst) else { return false }
                let first = letters[..<cut]
                // “Jahr-es-abo”, “abonnement-s-pris”.
                return [0, 1, 2].contains { joint in
                    guard first.count - joint >= Self.leastPart,
                        joint == 0 || Self.joints.contains(String(first.suffix(joint)))
                    else { return false }
                    let part = String(first.dropLast(joint))
                    return isKnown(part) || isKnown(part.lowercased()) || isKnown(part.capitalizedFirst)
                }
            }
        }

        private static let leastPart = 4
        private static let leastJoined = 10
        private static let joints: Set = ["s", "n", "e", "es", "en", "er"]

        /// Whether removing up to three letters, or replacing them by an ending, yields a word of the dictionary.
        private func isInflected(_ word: [Character], _ isKnown: InstalledDictionary.Test) -> Bool {
            // English has few inflected forms, and its dictionaries contain all of them.
            language != "en"
                && (1...3).contains { length in
                    guard word.count - length >= Self.leastPart else { return false }
                    let stem = String(word.dropLast(length))
                    return isKnown(stem) || endings.contains { isKnown(stem + $0) }
                }
        }

        /// Words with two adjacent letters swapped, or with a doubled letter reduced to one; the first letter stays.
        private func swappedOrDoubled(_ word: [Character]) -> [[Character]] {
            guard word.count >= 4 else { return [] }
            let pairs =
                Self.withoutVowels.contains(language) ? [] : (1..<(word.count - 1)).filter { word[$0] != word[$0 + 1] }
            let swapped = pairs.map { index in
                var swapped = word
                swapped.swapAt(index, index + 1)
                return swapped
            }
            let doubled = (1..<word.count).filter { word[$0] == word[$0 - 1] }
            return swapped + doubled.map { Array(word[..<$0]) + word[($0 + 1)...] }
        }

        /// Words with one letter more or less; the first and the last letter stay.
        private func longerOrShorter(_ word: [Character]) -> [[Character]] {
            guard (5...20).contains(word.count), !Self.withoutVowels.contains(language) else { return [] }
            let shorter = (1..<(word.count - 1)).map { Array(word[..<$0]) + word[($0 + 1)...] }
            let longer = (1..<word.count).flatMap { index in
                letters.map { Array(word[..<index]) + [$0] + word[index...] }
            }
            return shorter + longer
        }

        /// Languages that write no vowels; their words are so short that nearly any letters form one.
        private static let withoutVowels: Set = ["ar", "he"]

        private static func letters(of language: String) -> [Character] {
            switch language {
            case "el": Array("αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ")
            case "ru": Array("абвгдежзийклмнопрстуфхцчшщъыьэюя")
            case "uk": Array("абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'")
            default: Array("abcdefghijklmnopqrstuvwxyz")
            }
        }
    }
}
