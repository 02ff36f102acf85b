/// Wraps text at the width of a terminal.
enum Paragraph {
    /// - Parameters:
    ///   - text: Words separated by spaces; a command in backquotes is kept on one line if possible.
    ///   - indent: The number of blanks before each line.
    ///   - hanging: The number of blanks before each line except the first, if different.
    ///   - width: The number of available columns.
    /// - Returns: The lines. A word that is too long has a line to itself; a command that is too long continues with
    ///   backslashes, as in a shell.
    static func lines(_ text: String, indentedBy indent: Int, hanging: Int? = nil, width: Int) -> [String] {
        let hanging = hanging ?? indent
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var used = indent
        var isFresh = true
        func begin() {
            lines.append(line)
            line = String(repeating: " ", count: hanging)
            (used, isFresh) = (hanging, true)
        }
        func add(_ text: String, _ cells: Int, _ blank: Int) {
            line += (isFresh || blank == 0 ? "" : " ") + text
            used += cells + (isFresh ? 0 : blank)
            isFresh = false
        }
        for word in Words(text, keepsCommands: true).words {
            let blank = word.hasBlank ? 1 : 0
            if !isFresh, used + blank + word.width > width { begin() }
            guard used + word.width > width, word.text.contains("`"), word.text.contains(" ") else {
                add(word.text, word.width, blank)
                continue
            }
            let parts = word.text.split(separator: " ")
            for (index, part) in parts.enumerated() {
                let cells = DisplayWidth.of(part)
                // Room for the backslash, except on the last line.
                let tail = index == parts.count - 1 ? 0 : 2
                if index > 0, used + 1 + cells + tail > width {
                    line += " \\"
                    begin()
                }
                add(String(part), cells, index == 0 ? blank : 1)
            }
        }
        return isFresh ? lines : lines + [line]
    }
}
