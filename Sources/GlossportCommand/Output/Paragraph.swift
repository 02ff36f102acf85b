/// Text that wraps where a terminal ends.
enum Paragraph {
    /// - Parameters:
    ///   - text: Words, divided by spaces.
    ///   - indent: Blanks before each line.
    ///   - hanging: Blanks before each line but the first, if other than that.
    ///   - width: The columns that there are.
    /// - Returns: The lines; a word that is too long gets one of its own.
    static func lines(_ text: String, indentedBy indent: Int, hanging: Int? = nil, width: Int) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isFresh = true
        for word in text.split(separator: " ") {
            if !isFresh, Table.width(line) + 1 + Table.width(String(word)) > width {
                lines.append(line)
                line = String(repeating: " ", count: hanging ?? indent)
                isFresh = true
            }
            line += (isFresh ? "" : " ") + word
            isFresh = false
        }
        return isFresh ? lines : lines + [line]
    }
}
