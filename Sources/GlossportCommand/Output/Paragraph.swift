/// Text that wraps where a terminal ends, with every line indented.
enum Paragraph {
    /// - Parameters:
    ///   - text: Words, divided by spaces.
    ///   - indent: Blanks before each line.
    ///   - width: The columns that there are.
    /// - Returns: The lines; a word that is too long gets one of its own.
    static func lines(_ text: String, indentedBy indent: Int, width: Int) -> [String] {
        let blanks = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + Table.width(line) + 1 + Table.width(String(word)) > width {
                lines.append(blanks + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [blanks + line]
    }
}
