/// The number of cells that a text occupies on a terminal.
///
/// East Asian letters and emoji take two cells, combining marks none. If terminals differ, the larger number is used,
/// so that a table is never wider than expected.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        let scalars = character.unicodeScalars
        return scalars.contains(where: makesPicture) ? 2 : scalars.reduce(0) { $0 + cells($1) }
    }

    /// Whether a scalar combines with its neighbors into one picture, such as a flag or a family.
    private static func makesPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation || scalar.properties.isEmojiModifier
    }

    private static func cells(_ scalar: Unicode.Scalar) -> Int {
        if Terminal.isMark(scalar) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        // Medial vowels and final consonants of Korean syllables share the cells of the initial consonants.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        // Wide and fullwidth characters according to Unicode's East Asian Width, without emoji.
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
            0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

/// Replaces the typographic signs that this program prints, for ASCII terminals.
///
/// Letters are unchanged, because translations have no ASCII equivalent.
enum ASCIIText {
    private static let signs: [Character: String] = [
        "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "→": "->", "×": "x",
        "·": ".", "█": "#", "░": "-", "⟦": "[[", "⟧": "]]",
    ]

    static func of(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.reduce(into: "") { result, character in
            if let sign = signs[character] { result += sign } else { result.append(character) }
        }
    }
}
