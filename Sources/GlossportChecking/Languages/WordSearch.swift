private import Foundation
import GlossportProject
import GlossportReading

enum WordSearch {
    /// Whether a text contains a word or phrase.
    ///
    /// A match must begin at the start of a word. It must also end at the end of a word, with two exceptions: a word
    /// with `*` at its end matches any ending, and with `matchesCase` up to three letters may follow, because many
    /// languages inflect names. A letter of another script ends a word, as in Hebrew “בNorthlight”. In Chinese,
    /// Japanese and Thai, a match may begin and end anywhere.
    ///
    /// - Parameters:
    ///   - word: The word to find, as the user wrote it.
    ///   - text: The text to search.
    ///   - matchesCase: Whether the word is a name, which has a fixed spelling and may be inflected.
    /// - Returns: Whether the text contains the word.
    static func contains(_ word: String, in text: String, matchesCase: Bool) -> Bool {
        let isPrefix = word.hasSuffix("*")
        // Good typography puts no-break spaces into names.
        let text = word.utf8.contains(UInt8(ascii: " ")) ? text.withPlainBlanks : text
        // Fast path: few texts contain the name, and an ASCII name has only one form in Unicode.
        if matchesCase, !isPrefix, word.utf8.allSatisfy({ $0 < 0x80 }), !text.hasBytes(of: word) { return false }
        var needle = word.termBeginning.precomposedStringWithCanonicalMapping
        var hay = text.precomposedStringWithCanonicalMapping
        if !matchesCase { (needle, hay) = (needle.lowercased(), hay.lowercased()) }
        let wanted = Array(needle.unicodeScalars)
        let scalars = Array(hay.unicodeScalars)
        guard let first = wanted.first, wanted.count <= scalars.count else { return false }
        for start in 0...(scalars.count - wanted.count)
        where scalars[start] == first && scalars[start..<(start + wanted.count)].elementsEqual(wanted) {
            let end = start + wanted.count
            guard start == 0 || !isOneWord(scalars[start - 1], first) else { continue }
            if isPrefix { return true }
            let ending = scalars[end...].prefix(matchesCase ? longestEnding + 1 : 1)
                .prefix { isOneWord(wanted[wanted.count - 1], $0) }
            if ending.count <= (matchesCase ? longestEnding : 0) { return true }
        }
        return false
    }

    /// The maximum number of letters that inflection may add to a name without an apostrophe.
    private static let longestEnding = 3

    /// Whether two adjacent letters belong to the same word.
    private static func isOneWord(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
        guard let script = Script(of: left), script == Script(of: right) else { return false }
        return ![.han, .kana, .thai].contains(script)
    }
}

extension String {
    fileprivate var withPlainBlanks: String {
        guard hasBytes(of: "\u{A0}") || hasBytes(of: "\u{202F}") else { return self }
        return replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }
}
