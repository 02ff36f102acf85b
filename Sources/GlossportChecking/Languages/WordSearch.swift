private import Foundation
import GlossportReading

/// Looks for words as people mean them.
enum WordSearch {
    /// Whether a text holds a word or some words.
    ///
    /// It must begin where a word begins, and end where one ends unless it ends in `*`; if case counts, an ending of at most three letters may
    /// follow, for names take endings in many languages.
    /// Letters of another script end a word, as in Hebrew “בNorthlight”; Chinese, Japanese and Thai have no ends of words at all.
    ///
    /// - Parameters:
    ///   - word: The word to find, as the user wrote it.
    ///   - text: Where.
    ///   - matchesCase: Whether it is a name, which is written in one way and may take an ending.
    /// - Returns: Whether it is there at least once.
    static func contains(_ word: String, in text: String, matchesCase: Bool) -> Bool {
        let isPrefix = word.hasSuffix("*")
        // Good typography keeps a name on one line.
        let text = word.utf8.contains(UInt8(ascii: " ")) ? text.withPlainBlanks : text
        // Nearly no text holds it, and ASCII is composed in one way only.
        if matchesCase, !isPrefix, word.utf8.allSatisfy({ $0 < 0x80 }), !text.hasBytes(of: word) { return false }
        var needle = (isPrefix ? String(word.dropLast()) : word).precomposedStringWithCanonicalMapping
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

    /// How many letters a language may put behind a name without an apostrophe.
    private static let longestEnding = 3

    /// Whether two neighbours belong to one word.
    private static func isOneWord(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
        guard let script = Script(of: left), script == Script(of: right) else { return false }
        return ![.han, .kana, .thai].contains(script)
    }
}

extension String {
    /// The text with a plain space for each no-break space.
    fileprivate var withPlainBlanks: String {
        guard hasBytes(of: "\u{A0}") || hasBytes(of: "\u{202F}") else { return self }
        return replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }
}
