import GlossportReading

/// A piece of a foreign text that is fit for a journal and a terminal: one line, short, without the token.
struct Excerpt: CustomStringConvertible {
    let description: String

    /// - Parameters:
    ///   - text: The server's text.
    ///   - token: The token, which must not appear if the server echoes the request.
    ///   - limit: The number of characters to keep.
    init(_ text: String, hiding token: String, limit: Int = 200) {
        // Before shortening, which could leave half a token.
        let safe = (token.isEmpty ? text : text.replacing(token, with: "[token]"))
            .split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        let shown = String(
            String.UnicodeScalarView(safe.unicodeScalars.lazy.map { Self.isHarmless($0) ? $0 : "\u{FFFD}" })
        )
        description = shown.beginning(limit)
    }

    init(_ bytes: [UInt8], hiding token: String, limit: Int = 200) {
        self.init(String(decoding: bytes, as: UTF8.self), hiding: token, limit: limit)
    }

    /// Stricter than excerpts of texts for customers: an answer has no need of joiners and private characters.
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isPlain && ![.format, .privateUse].contains(scalar.properties.generalCategory)
    }
}
