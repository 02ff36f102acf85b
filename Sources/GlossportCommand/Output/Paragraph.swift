/// Text that wraps where a terminal ends.
enum Paragraph {
    /// - Parameters:
    ///   - text: Words, separated by spaces; a command between back-quotes is kept on one line if possible.
    ///   - indent: Blanks before each line.
    ///   - hanging: Blanks before each line but the first, if other than that.
    ///   - width: The columns that there are.
    /// - Returns: The lines; a word that is too long gets one of its own. A command that is too long ends its lines as a shell wants it.
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
                // Room for the backslash, unless it is the last.
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
