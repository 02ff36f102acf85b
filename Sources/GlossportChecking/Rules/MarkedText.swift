package import GlossportReading

/// The text of a finding on one line, with the place marked and unprintable characters escaped.
package struct MarkedText: Sendable, Hashable {
    private var before: String
    /// `nil` if the finding concerns the whole text.
    private var marked: String?
    private var after = ""

    /// Returns `nil` if the finding has no text.
    package init?(_ finding: Finding) {
        guard let text = finding.excerpt, !text.isEmpty else { return nil }
        self.init(text, finding.range)
    }

    init(_ text: String, _ range: TextRange?) {
        // Replaces private-use scalars that only the terminal output may use for colors; the number of scalars is
        // unchanged.
        let scalars = text.unicodeScalars.map { (0x10FF00...0x10FF08).contains($0.value) ? "\u{FFFD}" : $0 }
        let text = String(String.UnicodeScalarView(scalars))
        guard let range else {
            before = text.namingUnprintables()
            return
        }
        var parts = (before: "", marked: "", after: "")
        var end = 0
        // Never splits a character.
        for character in text {
            let start = end
            end += character.unicodeScalars.count
            if end <= range.scalars.lowerBound {
                parts.before.append(character)
            } else if start >= range.scalars.upperBound {
                parts.after.append(character)
            } else {
                parts.marked.append(character)
            }
        }
        before = parts.before.namingUnprintables()
        marked = parts.marked.namingUnprintables()
        after = parts.after.namingUnprintables()
    }

    package var text: String { before + (marked ?? "") + after }

    package var range: TextRange? {
        let start = before.unicodeScalars.count
        return marked.map { TextRange(start..<(start + $0.unicodeScalars.count), in: text) }
    }

    /// The text on one line, shortened around the place if it is too long.
    ///
    /// - Parameters:
    ///   - room: The line's width.
    ///   - width: The width of a character.
    ///   - painted: Colors the marked part.
    /// - Returns: The line, with “⟦” and “⟧” around the place.
    package func line(
        within room: Int,
        width: (Character) -> Int = { _ in 1 },
        painted: (String) -> String = { $0 }
    ) -> String {
        func cells(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }
        func kept(_ characters: some Sequence<Character>, _ room: Int) -> [Character] {
            var left = room - 1
            return Array(
                characters.prefix { character in
                    left -= width(character)
                    return left >= 0
                }
            )
        }
        func beginning(_ text: String, _ room: Int) -> String {
            cells(text) <= room ? text : room > 0 ? String(kept(text, room)) + "…" : ""
        }
        func end(_ text: String, _ room: Int) -> String {
            cells(text) <= room ? text : room > 0 ? "…" + String(kept(text.reversed(), room).reversed()) : ""
        }
        guard var marked else { return beginning(before, room) }
        let inner = max(room - 2, 4)
        if cells(marked) > inner * 2 / 3, cells(before) + cells(marked) + cells(after) > inner {
            // Shows both ends of a long place.
            let most = max(inner - min(cells(before), inner / 6) - min(cells(after), inner / 6), 3)
            if cells(marked) > most {
                marked = beginning(marked, most * 2 / 3) + end(marked, most - most * 2 / 3).dropFirst()
            }
        }
        let rest = inner - cells(marked)
        let left = min(cells(before), max(rest / 2, rest - cells(after)))
        return end(before, left) + painted("⟦\(marked)⟧") + beginning(after, rest - left)
    }
}
