/// A text, split into pieces between which a line may end.
struct Words {
    struct Word {
        var text: String
        var hasBlank: Bool
        var width: Int
    }

    private(set) var words: [Word] = []

    /// - Parameters:
    ///   - text: The text to show.
    ///   - keepsCommands: Whether text in backquotes is one word, because a shell would run only the first line of a
    ///     command on two lines.
    init(_ text: String, keepsCommands: Bool = false) {
        var word = ""
        var hasBlank = false
        var isCommand = false
        func end() {
            guard !word.isEmpty else { return }
            words.append(Word(text: word, hasBlank: hasBlank, width: DisplayWidth.of(word)))
            (word, hasBlank) = ("", false)
        }
        let closing = keepsCommands ? text.lastIndex(of: "`") : nil
        var last: Character = " "
        for index in text.indices {
            let character = text[index]
            if character == "`", let closing, isCommand || index < closing { isCommand.toggle() }
            if character == " ", !isCommand {
                end()
                hasBlank = !words.isEmpty
            } else {
                if !isCommand, Self.mayBreak(between: last, and: character) { end() }
                word.append(character)
            }
            last = character
        }
        end()
    }

    /// The width of the longest piece.
    var longest: Int { words.map(\.width).max() ?? 0 }

    // MARK: Scripts without blanks

    /// Whether a line may end between two adjacent characters: some scripts of East and Southeast Asia have no blanks
    /// between words.
    private static func mayBreak(between left: Character, and right: Character) -> Bool {
        guard left != " ", isBlankless(left) || isBlankless(right) else { return false }
        guard !startsNoLine.contains(right), !endsNoLine.contains(left) else { return false }
        return !right.isPunctuation || endsNoLine.contains(right)
    }

    private static func isBlankless(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.value {
        // Thai, Lao, Myanmar, Khmer; kana and ideographs. Korean has blanks.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x312F, 0x31A0...0x4DBF, 0x4E00...0xA4CF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFD:
            return true
        default: return false
        }
    }

    /// Small kana, and marks of length, repetition or abbreviation.
    private static let startsNoLine: Set<Character> = Set("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー々ゝゞヽヾ～ๆฯ")
    private static let endsNoLine: Set<Character> = Set("「『（【〈《〔［｛“‘([{«")
}
