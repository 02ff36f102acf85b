private import Foundation
package import GlossportReading

/// The location of a journal: a file, or a database that several machines share.
///
/// Code that opens journals must handle each kind, so that a new kind is not treated as a path.
package enum JournalLocation: Sendable, Hashable, CustomStringConvertible {
    case file(String)
    /// A database with its URL, which may contain a password.
    case postgres(url: String, namedBy: Author)

    /// The author of a URL.
    ///
    /// The user's passwords are never sent to a server that only a project file names.
    package enum Author: Sendable, Hashable {
        /// The user, through a flag or an environment variable.
        case user
        case projectFile
    }

    package static let standard = JournalLocation.file(".glossport/journal.sqlite")

    /// Parses a path or a URL.
    ///
    /// - Parameters:
    ///   - text: A path, or a URL that begins with `postgres://` or `postgresql://`.
    ///   - author: The author of the text.
    /// - Throws: ``GlossportError`` with code `invalidOption` for a URL with another scheme, for unencoded reserved
    ///   characters in user or password, and for a mistyped URL. The message shows at most the scheme, because the rest
    ///   may contain a password.
    package init(_ text: String, by author: Author = .user) throws(GlossportError) {
        if let end = text.firstRange(of: "://"), end.lowerBound > text.startIndex,
            text[..<end.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber })
        {
            guard ["postgres", "postgresql"].contains(text[..<end.lowerBound].lowercased()) else {
                throw GlossportError(
                    .invalidOption,
                    "The journal can't be at an address with \(text[..<end.upperBound]).",
                    remedy: "Name a file, or a database as in postgres://glossport@db.example.com/glossport."
                )
            }
            let parts = text[end.upperBound...].split(separator: "@", omittingEmptySubsequences: false)
            // libpq and this type would disagree about the end of the password, and a message could reveal part of it.
            guard parts.count == 1 || parts.count == 2 && !parts[0].contains(where: "/?#".contains) else {
                throw GlossportError(
                    .invalidOption,
                    "The journal's address contains “/”, “?”, “#” or “@” in a place where it must be encoded.",
                    remedy: "Write such characters of a user name or password as %2F, %3F, %23 and %40."
                )
            }
            self = .postgres(url: text, namedBy: author)
        } else if Self.isLikeAddress(text) {
            throw GlossportError(
                .invalidOption,
                "The journal's name looks like an address, but does not begin with postgres://….",
                remedy: """
                    Write an address such as postgres://glossport@db.example.com/glossport. If it is a file, begin its path with ./ or /.
                    """
            )
        } else {
            self = .file(text)
        }
    }

    /// Whether a text is a mistyped URL rather than a path.
    ///
    /// If it were used as a file name, all users of the machine could read its password.
    private static func isLikeAddress(_ text: String) -> Bool {
        let lower = text.lowercased()
        return text.first?.isWhitespace ?? false
            || ["postgres:", "postgresql:", "postgres//", "postgresql//"].contains(where: lower.hasPrefix)
            || lower.prefixMatch(of: /[a-z_]+\s*=/) != nil
            || lower.prefixMatch(of: /[^\/.][^\/]*:.*@/) != nil
    }

    /// Whether the URL contains a password, which must not be in a shared file.
    package var holdsPassword: Bool {
        guard case .postgres(let url, _) = self else { return false }
        let rest = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...]
        if (rest.removingPercentEncoding ?? String(rest)).lowercased().contains("password=") { return true }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let at = authority.lastIndex(of: "@") else { return false }
        return authority[..<at].contains(":")
    }

    /// Whether the URL contains parameters other than `lease`, which a project file must not set.
    ///
    /// libpq's parameters can redirect the connection (`hostaddr`, `service`), weaken it (`sslmode`) or use other
    /// passwords (`passfile`). `lease` is Glossport's own.
    package var holdsSettings: Bool {
        guard case .postgres(let url, _) = self, let mark = url.firstIndex(of: "?") else { return false }
        return url[url.index(after: mark)...].split(separator: "&").contains { !$0.hasPrefix("lease=") }
    }

    /// The path, or the URL without password and settings.
    package var description: String {
        switch self {
        case .file(let path): return path
        case .postgres(let url, _):
            guard let start = url.firstRange(of: "://")?.upperBound else { return url }
            let rest = url[start...].prefix { $0 != "?" }
            let authority = rest.prefix { $0 != "/" }
            guard let at = authority.lastIndex(of: "@") else { return "postgres://\(rest)" }
            let user = authority[..<at].prefix { $0 != ":" }
            return "postgres://\(user)\(rest[at...])"
        }
    }
}
