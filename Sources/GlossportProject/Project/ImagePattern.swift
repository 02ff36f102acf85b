package import GlossportReading

/// An image's path in the project file, with the placeholders `{message}` and `{locale}`.
package struct ImagePattern: Sendable, Hashable, ExpressibleByStringLiteral {
    package var text: String
    package var place: SourceLocation?

    package init(_ text: String, at place: SourceLocation? = nil) {
        self.text = text
        self.place = place
    }

    package init(stringLiteral text: String) { self.init(text) }

    /// The paths to try, in order: the file of the locale, then the file for all locales.
    ///
    /// The second path omits `{locale}`: `images/{message}/{locale}.png` falls back to `images/{message}.png`,
    /// `images/{locale}/star.png` to `images/star.png`, and `star-{locale}.png` to `star.png`.
    package func candidates(message: String, locale: String) -> [String] {
        let path = text.replacing("{message}", with: message)
        guard path.contains("{locale}") else { return [path] }
        return [path.replacing("{locale}", with: locale), Self.unlocalized(path)]
    }

    /// The folder that contains every matching file; empty for the project file's folder.
    package var folder: String {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.prefix { !$0.contains("{") }.joined(separator: "/")
    }

    private static func unlocalized(_ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let placeholder = "{locale}"
        for index in parts.indices.reversed() where parts[index].contains(placeholder) {
            let part = parts[index]
            let rest = part.dropFirst(placeholder.count)
            if part == placeholder {
                parts.remove(at: index)
            } else if part.hasPrefix(placeholder), rest.first == ".", index > 0, index == parts.count - 1 {
                // The file's whole name is the locale, so the folder's name takes its extension: `a/{locale}.png` →
                // `a.png`.
                parts[index - 1] += rest
                parts.removeLast()
            } else {
                for separator in ["-", "_", ".", " "] {
                    parts[index] = parts[index].replacing(separator + placeholder, with: "")
                        .replacing(placeholder + separator, with: "")
                }
                parts[index] = parts[index].replacing(placeholder, with: "")
            }
        }
        return parts.joined(separator: "/")
    }
}
