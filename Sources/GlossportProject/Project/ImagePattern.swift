package import GlossportReading

/// Where the project file says that an image is: a path, with `{message}` and `{locale}` standing for the message and its
/// locale.
package struct ImagePattern: Sendable, Hashable, ExpressibleByStringLiteral {
    /// As the project file writes it, relative to it.
    package var text: String
    /// Its place in the project file.
    package var place: SourceLocation?

    package init(_ text: String, at place: SourceLocation? = nil) {
        self.text = text
        self.place = place
    }

    package init(stringLiteral text: String) { self.init(text) }

    /// The paths to try, in this order: the locale's own file, then the one for all locales.
    ///
    /// The one for all locales is the path without `{locale}`: `images/{message}/{locale}.png` falls back to
    /// `images/{message}.png`, `images/{locale}/star.png` to `images/star.png`, `star-{locale}.png` to `star.png`.
    package func candidates(message: String, locale: String) -> [String] {
        let path = text.replacing("{message}", with: message)
        guard path.contains("{locale}") else { return [path] }
        return [path.replacing("{locale}", with: locale), Self.unlocalized(path)]
    }

    /// The folder below which all files are that it can mean; empty for the project file's own.
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
                // The name is all locale: what tells the files apart is their folder.
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
