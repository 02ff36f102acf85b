extension String {
    /// The text as XML and HTML take it, between tags and in attributes alike.
    ///
    /// What is not a character of XML must have been named before; its two noncharacters become U+FFFD.
    var escapedForMarkup: String {
        guard utf8.contains(where: { "&<>\"'".utf8.contains($0) || $0 == 0xEF }) else { return self }
        return unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            // Also where it would end a section that nobody has begun: `]]>`.
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
