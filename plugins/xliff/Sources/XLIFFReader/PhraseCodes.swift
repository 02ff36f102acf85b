import GlossportReading

/// The inline codes of Phrase's `.mxliff`, which are written as text: `{1}`, `{1>bold<1}`, `{b>bold<b}`.
///
/// Only ids in the unit's metadata and Phrase's letters for formatting are codes; other text in braces is literal.
struct PhraseCodes {
    /// The original text of each code, by id.
    private let marks: [String: String]
    private static let formatting: Set<String> = ["b", "i", "u", "^", "_"]

    init(_ marks: [String: String]) { self.marks = marks }

    /// Returns the text without codes, or `nil` if it consists only of codes; calls `dropped` for each dropped code.
    func plainText(_ text: String, dropped: (String, InlineCode.Weight) -> Void) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return text }
        var output = ""
        var rest = text[...]
        while let character = rest.first {
            if let code = opening(rest) {
                switch code.kind {
                case .pair: dropped(String(rest.prefix(code.length)), .formatting)
                case .single:
                    if let characters = marks[code.id].flatMap(CodeCharacters.characters) {
                        output += characters
                    } else {
                        let content = marks[code.id] ?? ""
                        dropped("{\(code.id)}\(content.isEmpty ? "" : " (\(content.shortened))")", .placeholder)
                    }
                }
                rest = rest.dropFirst(code.length)
            } else if let length = closing(rest) {
                rest = rest.dropFirst(length)
            } else {
                output.append(character)
                rest = rest.dropFirst()
            }
        }
        return output.isEmpty ? nil : output
    }

    private enum Kind { case single, pair }

    /// Parses `{1}` or `{1>` at the start of the text.
    private func opening(_ text: Substring) -> (id: String, kind: Kind, length: Int)? {
        guard text.first == "{" else { return nil }
        let body = text.dropFirst().prefix(12)
        guard let end = body.firstIndex(where: { $0 == "}" || $0 == ">" }) else { return nil }
        let id = String(body[..<end])
        let isPair = body[end] == ">"
        guard marks[id] != nil || (isPair && Self.formatting.contains(id)) else { return nil }
        return (id, isPair ? .pair : .single, id.count + 2)
    }

    /// Returns the length of `<1}` at the start of the text.
    private func closing(_ text: Substring) -> Int? {
        guard text.first == "<" else { return nil }
        let body = text.dropFirst().prefix(12)
        guard let end = body.firstIndex(of: "}") else { return nil }
        let id = String(body[..<end])
        return marks[id] != nil || Self.formatting.contains(id) ? id.count + 2 : nil
    }
}
