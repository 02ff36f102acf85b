private import Foundation
package import GlossportReading

/// Where a journal is: in a file, or in a database that several machines share.
///
/// Code that opens journals must handle each kind, so that a new kind is not treated as a path.
package enum JournalLocation: Sendable, Hashable, CustomStringConvertible {
    /// A file, by its path.
    case file(String)
    /// A database, by its URL, which may hold a password.
    case postgres(url: String, namedBy: Author)

    /// The author of an address: passwords of the user's go to no server that only a project file names.
    package enum Author: Sendable, Hashable {
        /// The user, by a flag or a variable.
        case user
        case projectFile
    }

    package static let standard = JournalLocation.file(".glossport/journal.sqlite")

    /// Reads a path or an address.
    ///
    /// - Parameters:
    ///   - text: A path, or an address that begins with `postgres://`.
    ///   - author: The author of the text.
    /// - Throws: ``GlossportError`` with code `invalidOption` for another address, of which only the beginning is shown: the rest may hold a
    ///   password.
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
            // libpq and this type would disagree where the password ends, and one of them would show a part of it.
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

    /// Whether a text is a mistyped address rather than a path: as a file's name, it would show its password to all
    /// users.
    private static func isLikeAddress(_ text: String) -> Bool {
        let lower = text.lowercased()
        return text.first?.isWhitespace ?? false
            || ["postgres:", "postgresql:", "postgres//", "postgresql//"].contains(where: lower.hasPrefix)
            // `host=db1 password=…`
            || lower.prefixMatch(of: /[a-z_]+\s*=/) != nil
            // `user:password@host/…`
            || lower.prefixMatch(of: /[^\/.][^\/]*:.*@/) != nil
    }

    /// Whether it holds a password, which has no place in a file that is shared.
    package var holdsPassword: Bool {
        guard case .postgres(let url, _) = self else { return false }
        let rest = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...]
        if (rest.removingPercentEncoding ?? String(rest)).lowercased().contains("password=") { return true }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let at = authority.lastIndex(of: "@") else { return false }
        return authority[..<at].contains(":")
    }

    /// Whether it holds more than host, port, database and user: what a project file must not say.
    ///
    /// libpq's settings lead elsewhere (`hostaddr`, `service`), weaken the connection (`sslmode`) or hand out other passwords (`passfile`). The
    /// lease is Glossport's own.
    package var holdsSettings: Bool {
        guard case .postgres(let url, _) = self, let mark = url.firstIndex(of: "?") else { return false }
        return url[url.index(after: mark)...].split(separator: "&").contains { !$0.hasPrefix("lease=") }
    }

    /// As a person writes it, without a password.
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
