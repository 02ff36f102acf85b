/// The fields of a message as vendors head their columns, and as keys write them.
enum RecordField {
    /// The field as keys write it (`altText`, `bullets.2.text`), or `nil` if the words name none.
    ///
    /// `Alt text`, `alt_text`, `Bullet 2`, `Bullet point 2`, `bullets.2.text`, `bullet2 alt text` are understood.
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
        // `bullet text 1` and `bullet alt text 1` say the number last.
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

    /// The field that a column's header names; there, a title is the header.
    static func name(ofColumn words: String) -> String? { name(of: words) ?? (isWeak(words) ? "header" : nil) }

    /// Whether the words name a field only beside other fields.
    static func isWeak(_ words: String) -> Bool { HeaderWord.plain(words) == "title" }

    private static func number(_ digits: Substring) -> Int? {
        guard digits.count <= 2, digits.allSatisfy({ $0.isASCII }), let number = Int(digits), number > 0 else {
            return nil
        }
        return number
    }
}
