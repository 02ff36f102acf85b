import GlossportReading

/// An excerpt of a server's text that is safe for a journal and a terminal: one short line without the token.
struct Excerpt: CustomStringConvertible {
    let description: String

    /// The `token` is hidden, because the server might echo the request.
    init(_ text: String, hiding token: String, limit: Int = 200) {
        // Hide the token before shortening, which could leave half of it.
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

    /// Stricter than for excerpts of customers' texts: an answer needs no joiners or private-use characters.
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isPlain && ![.format, .privateUse].contains(scalar.properties.generalCategory)
    }
}
