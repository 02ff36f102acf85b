private import Foundation
import GlossportProject

/// Divides the texts of one locale into words that its dictionary should contain, and numbers the distinct ones.
///
/// Skips words that no dictionary can judge: numbers and words attached to them, addresses, placeholders, words in
/// capital letters or with a capital letter inside, and words in another script.
struct WordSplitter {
    /// The distinct words as written, with straight apostrophes.
    private(set) var words: [String] = []
    private let language: String
    private let scripts: Set<Script>
    private var numbers: [WordBytes: Int] = [:]
    private var chunks: [WordBytes: Chunk] = [:]

    /// The characters between two blanks; texts repeat them often.
    private struct Chunk {
        var words: [Int] = []
        var endsSentence: Bool
    }

    init(_ locale: StoreLocale) {
        (language, scripts) = (locale.language, locale.scripts)
        // Enough for a usual delivery; growing step by step takes a seventh of the time.
        numbers.reserveCapacity(1_024)
        chunks.reserveCapacity(1_024)
    }

    /// Returns the words of a text in order.
    mutating func split(_ text: String) -> [SpelledWord] {
        var found: [SpelledWord] = []
        var isFirst = true
        for scalars in text.unicodeScalars.split(whereSeparator: { Self.isBlank($0) }) {
            let chunk = chunk(scalars)
            for number in chunk.words {
                found.append(SpelledWord(number: number, isFirst: isFirst))
                isFirst = false
            }
            isFirst = chunk.endsSentence
        }
        return found
    }

    private mutating func chunk(_ scalars: Substring.UnicodeScalarView) -> Chunk {
        let bytes = WordBytes(String(scalars))
        if let chunk = chunks[bytes] { return chunk }
        var chunk = Chunk(endsSentence: Self.endsSentence(scalars))
        // Letters around a stop or sign belong to an address or a placeholder.
        if !scalars.contains(where: { $0.isDecimalDigit || Self.isSign($0) }), !Self.hasStopInside(scalars) {
            chunk.words = scalars.split { !Self.isPart($0) }.compactMap { Self.word($0, language, scripts) }.map {
                number(of: $0)
            }
        }
        chunks[bytes] = chunk
        return chunk
    }

    private mutating func number(of word: String) -> Int {
        let bytes = WordBytes(word)
        if let number = numbers[bytes] { return number }
        words.append(word)
        numbers[bytes] = words.count - 1
        return words.count - 1
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "@", "_", "{", "}", "%", "<", ">", "#", "=", "&", "\\", "$", "*", "+", "^", "~", "`": true
        default: false
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\n", "\t", "\r", "\u{A0}", "\u{202F}", "\u{2009}", "/", "–", "—", "…", "|", "•": true
        default: false
        }
    }

    private static let apostrophes = Array("'’ʼ".unicodeScalars)
    private static let hyphens = Array("-‐‑".unicodeScalars)

    /// Whether the character may be part of a word: a letter, mark, apostrophe, hyphen, or the dot of Catalan
    /// “col·lecció”.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return scalar.isAlphabetic || scalar == "'" || scalar == "-" }
        return Script(of: scalar) != nil || scalar == "·" || apostrophes.contains(scalar) || hyphens.contains(scalar)
            || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    private static func hasStopInside(_ chunk: Substring.UnicodeScalarView) -> Bool {
        var before: Unicode.Scalar?
        var last: Unicode.Scalar?
        for scalar in chunk {
            if last == "." || last == ":", before?.isAlphabetic == true, scalar.isAlphabetic {
                return true
            }
            (before, last) = (last, scalar)
        }
        return false
    }

    private static func endsSentence(_ chunk: Substring.UnicodeScalarView) -> Bool {
        for scalar in chunk.reversed() {
            switch scalar {
            case ".", "!", "?", ":", "…", "–", "—", "•", ";", "؟": return true
            case "\"", "'", "”", "“", "’", "»", "«", ")", "]": continue
            default: return false
            }
        }
        return true
    }

    /// The word in a part of a text, without an article before an apostrophe or an ending after it.
    private static func word(
        _ piece: Substring.UnicodeScalarView,
        _ language: String,
        _ scripts: Set<Script>
    ) -> String? {
        var scalars = piece.map { scalar -> Unicode.Scalar in
            if scalar.value < 0x80 { return scalar }
            return apostrophes.contains(scalar) ? "'" : hyphens.contains(scalar) ? "-" : scalar
        }
        if let last = scalars.lastIndex(of: "'") {
            let (head, tail) = (scalars[..<last], scalars[(last + 1)...])
            if ["ca", "fr", "it"].contains(language), !head.isEmpty, head.count <= 6, tail.count > 1 {
                // “l'année”, “all'ascolto”.
                scalars = Array(tail)
            } else if language == "fr", tail.elementsEqual("hui".unicodeScalars) {
                return nil
            } else if !head.isEmpty, language != "uk", language != "en" || tail.elementsEqual("s".unicodeScalars) {
                // An ending, usually of a name.
                scalars = Array(head)
            }
        }
        while scalars.first == "'" { scalars.removeFirst() }
        while scalars.last == "'" { scalars.removeLast() }
        // A part of a word: “Vor- und Nachteile”.
        guard scalars.first != "-", scalars.last != "-" else { return nil }
        guard (2...40).contains(scalars.count) else { return nil }
        var (capitals, small) = (0, 0)
        var allowed: Script?
        for (index, scalar) in scalars.enumerated() {
            if let script = Script(of: scalar) {
                guard script == allowed || scripts.contains(script) else { return nil }
                allowed = script
                if scalar.isUppercase {
                    // “iCloud”, “WLAN”; each part of a hyphenated word may be capitalized.
                    if index > 0, scalars[index - 1] != "-", scalars[index - 1] != "'" { capitals += 1 }
                } else {
                    small += 1
                }
            }
        }
        guard capitals == 0, small > 0 else { return nil }
        // Most words are as written; copying them is much faster than building a string from scalars.
        let word = scalars.elementsEqual(piece) ? String(piece) : String(String.UnicodeScalarView(scalars))
        return scalars.contains { (0x300...0x36F).contains($0.value) }
            ? word.precomposedStringWithCanonicalMapping : word
    }
}

/// A word of a text that a dictionary should contain.
struct SpelledWord: Sendable, Hashable {
    /// The index in ``WordSplitter/words``.
    var number: Int
    /// Whether it begins a sentence, so that its capital letter does not indicate a name.
    var isFirst: Bool
}
