/// Shortens text that does not fit, and marks the omission.
enum Cut {
    /// - Parameters:
    ///   - word: A word of any length; color marks in it are kept.
    ///   - width: The number of available cells.
    ///   - ellipsis: Replaces the missing part.
    /// - Returns: The word if it fits, otherwise its beginning. A path or a dotted identifier keeps its beginning and
    ///   end, because the last parts distinguish it.
    static func shortened(_ word: String, to width: Int, ellipsis: String) -> String {
        guard DisplayWidth.of(word) > width else { return word }
        let room = max(0, width - DisplayWidth.of(ellipsis))
        guard word.contains(where: { "./_-@".contains($0) }), room >= 6 else { return prefix(word, room) + ellipsis }
        let front = room / 3
        return prefix(word, front) + ellipsis + suffix(word, room - front)
    }

    /// The longest prefix that fits.
    static func prefix(_ text: String, _ width: Int) -> String { String(kept(text, width)) }

    private static func suffix(_ text: String, _ width: Int) -> String {
        String(kept(text.reversed(), width).reversed())
    }

    private static func kept(_ characters: some Sequence<Character>, _ width: Int) -> [Character] {
        var kept: [Character] = []
        var used = 0
        var isFull = false
        for character in characters {
            let cells = DisplayWidth.of(character)
            isFull = isFull || used + cells > width
            // The mark that ends a color is always kept.
            guard !isFull || cells == 0 && character.unicodeScalars.allSatisfy(Terminal.isMark) else { continue }
            used += cells
            kept.append(character)
        }
        return kept
    }
}
