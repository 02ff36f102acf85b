private import Foundation
import GlossportReading

package enum TextMark {
    /// A range of Unicode scalars, counted from 0; an empty range is a place where something is missing.
    case scalars(Range<Int>)
    /// The first occurrence of some words; if there is none, the first that differs only in case.
    case words(String)
    /// The end of the text, for something missing there.
    case end

    /// The range of the mark in a text; `nil` if the text does not contain the words.
    func range(in text: String) -> TextRange? {
        switch self {
        case .scalars(let range): return TextRange(range, in: text)
        case .words(let words): return Self.range(of: words, in: text).map { TextRange($0, in: text) }
        case .end:
            let count = text.unicodeScalars.count
            return TextRange(count..<count, in: text)
        }
    }

    private static func range(of words: String, in text: String) -> Range<Int>? {
        let (all, wanted) = (Array(text.unicodeScalars), Array(words.unicodeScalars))
        guard !wanted.isEmpty, wanted.count <= all.count else { return nil }
        let start = (0...(all.count - wanted.count)).first { all[$0..<($0 + wanted.count)].elementsEqual(wanted) }
        if let start { return start..<(start + wanted.count) }
        guard let found = text.range(of: words, options: .caseInsensitive) else { return nil }
        let scalars = text.unicodeScalars
        let before = scalars.distance(from: scalars.startIndex, to: found.lowerBound)
        return before..<(before + scalars.distance(from: found.lowerBound, to: found.upperBound))
    }
}
