package import GlossportReading

/// Where a journal is: in a file, or in a database that several machines share.
///
/// What opens journals has to say for each kind what it makes of it, so that a new kind is not taken for a path.
package enum JournalLocation: Sendable, Hashable, CustomStringConvertible {
    /// A file, by its path.
    case file(String)
    /// A database, by its URL, which may hold a password.
    case postgres(url: String)

    package static let standard = JournalLocation.file(".glossport/journal.sqlite")

    /// Reads what somebody has written.
    ///
    /// - Parameter text: A path, or an address that begins with `postgres://`.
    /// - Throws: ``GlossportError`` with code `invalidOption` for another address, of which only the beginning is shown: the rest may hold a
    ///   password.
    package init(_ text: String) throws(GlossportError) {
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
            self = .postgres(url: text)
        } else {
            self = .file(text)
        }
    }

    /// Whether it holds a password, which has no place in a file that is shared.
    package var holdsPassword: Bool {
        guard case .postgres(let url) = self else { return false }
        let rest = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...]
        if rest.lowercased().contains("password=") { return true }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let at = authority.lastIndex(of: "@") else { return false }
        return authority[..<at].contains(":")
    }

    /// As a person writes it, without a password.
    package var description: String {
        switch self {
        case .file(let path): return path
        case .postgres(let url):
            guard let start = url.firstRange(of: "://")?.upperBound else { return url }
            let rest = url[start...].prefix { $0 != "?" }
            let authority = rest.prefix { $0 != "/" }
            guard let at = authority.lastIndex(of: "@") else { return "postgres://\(rest)" }
            let user = authority[..<at].prefix { $0 != ":" }
            return "postgres://\(user)\(rest[at...])"
        }
    }
}
