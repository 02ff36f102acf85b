/// The fields of a message, in the spelling of column headers and keys.
enum RecordField {
    /// Returns the field in the notation of keys (`altText`, `bullets.2.text`); `nil` if the words do not name a field.
    ///
    /// Accepts `Alt text`, `alt_text`, `Bullet 2`, `Bullet point 2`, `bullets.2.text`, `bullet2 alt text` and similar.
    static func name(of words: String) -> String? {
        let plain = HeaderWord.plain(words)
        switch plain {
        case "header", "headertext", "headline": return "header"
        case "body", "bodytext": return "body"
        case "alttext", "imagealttext", "alt": return "altText"
        case "messageidentifier": return "messageIdentifier"
        default: break
        }
        guard plain.hasPrefix("bullet") else { return nil }
        var rest = plain.dropFirst("bullet".count)
        for filler in ["point", "s"] where rest.hasPrefix(filler) { rest = rest.dropFirst(filler.count) }
        // In `bullet text 1` and `bullet alt text 1`, the number comes last.
        for (prefix, field) in [("alttext", "altText"), ("alt", "altText"), ("text", "text")]
        where rest.hasPrefix(prefix) {
            return number(rest.dropFirst(prefix.count)).map { "bullets.\($0).\(field)" }
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = number(digits) else { return nil }
        switch rest.dropFirst(digits.count) {
        case "", "text": return "bullets.\(number).text"
        case "alttext", "alt", "imagealttext": return "bullets.\(number).altText"
        default: return nil
        }
    }

    /// Returns the field that a column header names; a title column counts as the header.
    static func name(ofColumn words: String) -> String? { name(of: words) ?? (isWeak(words) ? "header" : nil) }

    /// Whether the words name a field only in combination with other fields.
    static func isWeak(_ words: String) -> Bool { HeaderWord.plain(words) == "title" }

    private static func number(_ digits: Substring) -> Int? {
        guard digits.count <= 2, digits.allSatisfy({ $0.isASCII }), let number = Int(digits), number > 0 else {
            return nil
        }
        return number
    }
}
