import GlossportReading

/// Two texts, with the words that differ.
struct TextChange {
    private let old: Side?
    private let new: Side?
    /// Whether the texts differ only in white space, which the lines do not show exactly.
    let isHidden: Bool

    /// The words of a text, and the indexes of those that the other text lacks.
    private struct Side {
        var words: [Words.Word]
        var changed: Set<Int> = []
    }

    /// - Parameters:
    ///   - old: The earlier text; `nil` if there was none.
    ///   - new: The new text; `nil` if it was removed.
    init(old: String?, new: String?) {
        var sides = (old: old.map { Side(words: Words($0).words) }, new: new.map { Side(words: Words($0).words) })
        isHidden = sides.old != nil && sides.old?.words.map(\.text) == sides.new?.words.map(\.text) && old != new
        if let before = sides.old?.words.map(\.text), let after = sides.new?.words.map(\.text) {
            let difference = after.difference(from: before)
            // If less than a third of the words is left, marking nearly every word would not help.
            if (before.count - difference.removals.count) * 3 >= max(before.count, after.count) {
                for change in difference {
                    switch change {
                    case .remove(let offset, _, _): sides.old?.changed.insert(offset)
                    case .insert(let offset, _, _): sides.new?.changed.insert(offset)
                    }
                }
            }
        }
        (self.old, self.new) = (sides.old, sides.new)
    }

    /// The marks around words that the other text lacks.
    private struct Marks {
        var removed: (open: String, close: String)
        var inserted: (open: String, close: String)

        static let plain = Marks(removed: ("[-", "-]"), inserted: ("{+", "+}"))
        static let html = Marks(removed: ("<del>", "</del>"), inserted: ("<ins>", "</ins>"))
    }

    private static func text(
        _ side: Side,
        _ marks: (open: String, close: String),
        escaped: (String) -> String = { $0 }
    ) -> String {
        var text = ""
        for (index, word) in side.words.enumerated() {
            let isChanged = side.changed.contains(index)
            text += word.hasBlank ? " " : ""
            text += isChanged && !side.changed.contains(index - 1) ? marks.open : ""
            text += escaped(word.text)
            text += isChanged && !side.changed.contains(index + 1) ? marks.close : ""
        }
        return text
    }

    /// The lines for a terminal, with `- ` before the old text and `+ ` before the new one.
    ///
    /// Each text starts on a new line after its sign, so it is readable without colors, and in left-to-right and
    /// right-to-left scripts.
    func lines(indentedBy indent: Int, width: Int?, on terminal: Terminal) -> [String] {
        let margin = String(repeating: " ", count: indent)
        func lines(
            _ sign: String,
            _ side: Side?,
            _ marks: (open: String, close: String),
            _ color: Terminal.Color
        ) -> [String] {
            guard var side else { return [] }
            let text: String
            if terminal.usesColor {
                for index in side.changed { side.words[index].text = terminal.paint(side.words[index].text, color) }
                text = Self.text(side, ("", ""))
            } else {
                text = Self.text(side, marks)
            }
            let sign = terminal.paint(sign, color)
            guard let width else { return [margin + sign + " " + terminal.isolated(text)] }
            let folded = Paragraph.lines(text, indentedBy: 0, width: max(8, width - indent - 2))
            return (folded.isEmpty ? [""] : folded).enumerated().map { number, line in
                margin + (number == 0 ? sign : " ") + " " + terminal.isolated(line)
            }
        }
        return lines("-", old, Marks.plain.removed, .red) + lines("+", new, Marks.plain.inserted, .green)
            + (isHidden ? [margin + "  (only white space differs)"] : [])
    }

    /// The two texts for a Markdown table; an absent text is empty.
    ///
    /// - Parameter escaped: Escapes a text.
    /// - Returns: The texts, with their changed words marked.
    func cells(_ escaped: (String) -> String) -> (old: String, new: String) {
        func cell(_ side: Side?, _ marks: (open: String, close: String)) -> String {
            guard let side else { return "" }
            let text = Self.text(side, marks, escaped: escaped)
            return text.runsFromRight ? "\u{2068}\(text)\u{2069}" : text
        }
        let note = isHidden ? " (only white space differs)" : ""
        return (cell(old, Marks.html.removed), cell(new, Marks.html.inserted) + note)
    }
}

extension String {
    /// Whether the text contains right-to-left characters, such as Arabic or Hebrew.
    var runsFromRight: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
    }
}
