/// Two texts, with the words in which they differ.
///
/// Each text stays on lines of its own, behind a sign: whichever way a script runs, it can be read without knowing colours.
struct TextChange {
    var old: String?
    var new: String?

    /// The lines, `- ` before what was and `+ ` before what is to be.
    ///
    /// - Parameters:
    ///   - indent: Blanks before the signs.
    ///   - width: The columns that there are; `nil` for as many as it takes.
    ///   - terminal: For the colours of the words that differ.
    /// - Returns: One line or more for each text.
    func lines(indentedBy indent: Int, width: Int?, on terminal: Terminal) -> [String] {
        let words = (old.map { Words($0).words } ?? [], new.map { Words($0).words } ?? [])
        let difference = words.1.map(\.text).difference(from: words.0.map(\.text))
        var changed: (removed: Set<Int>, inserted: Set<Int>) = ([], [])
        // Where there is nothing to compare with, all would be marked, which marks nothing.
        if old != nil, new != nil {
            for change in difference {
                switch change {
                case .remove(let offset, _, _): changed.removed.insert(offset)
                case .insert(let offset, _, _): changed.inserted.insert(offset)
                }
            }
        }
        func lines(_ sign: String, _ words: [Words.Word], _ marked: Set<Int>, _ color: Terminal.Color) -> [String] {
            var text = ""
            for (index, word) in words.enumerated() {
                text +=
                    (word.hasBlank ? " " : "") + (marked.contains(index) ? terminal.paint(word.text, color) : word.text)
            }
            let margin = String(repeating: " ", count: indent)
            let sign = terminal.paint(sign, color)
            guard let width else { return [margin + sign + " " + text] }
            let folded = Paragraph.lines(text, indentedBy: 0, width: max(8, width - indent - 2))
            return (folded.isEmpty ? [""] : folded).enumerated().map { number, line in
                margin + (number == 0 ? sign : " ") + " " + line
            }
        }
        // Blanks are not shown as they are.
        let isHidden = old != nil && new != nil && difference.isEmpty && old != new
        return (old == nil ? [] : lines("-", words.0, changed.removed, .red))
            + (new == nil ? [] : lines("+", words.1, changed.inserted, .green))
            + (isHidden ? [String(repeating: " ", count: indent + 2) + "(only white space differs)"] : [])
    }
}
