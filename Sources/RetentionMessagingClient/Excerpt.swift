/// A piece of a foreign text that is fit for a journal and a terminal: one line, short, without the token.
struct Excerpt: CustomStringConvertible {
    let description: String

    /// - Parameters:
    ///   - text: What a server sent.
    ///   - token: What must not appear, should the server echo the request.
    ///   - limit: The number of characters to keep.
    init(_ text: String, hiding token: String, limit: Int = 200) {
        // Before shortening, which could leave half a token.
        let safe = (token.isEmpty ? text : text.replacing(token, with: "[token]"))
            .split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        let shown = String(
            String.UnicodeScalarView(safe.unicodeScalars.lazy.map { Self.isHarmless($0) ? $0 : "\u{FFFD}" })
        )
        description = shown.count > limit ? shown.prefix(limit) + "…" : shown
    }

    init(_ bytes: [UInt8], hiding token: String, limit: Int = 200) {
        self.init(String(decoding: bytes, as: UTF8.self), hiding: token, limit: limit)
    }

    /// Control characters drive terminals; format characters, such as those for right-to-left, rearrange lines.
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
