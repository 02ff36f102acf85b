package import GlossportReading

/// Where a journal is: in a file, so far.
///
/// What opens journals has to say for each kind what it makes of it, so that a new kind is not taken for a path.
package enum JournalLocation: Sendable, Hashable, CustomStringConvertible {
    /// A file, by its path.
    case file(String)

    package static let standard = JournalLocation.file(".glossport/journal.sqlite")

    /// Reads what somebody has written.
    ///
    /// - Parameter text: A path.
    /// - Throws: ``GlossportError`` with code `invalidOption` for an address, of which only the beginning is shown: the rest may hold a password.
    package init(_ text: String) throws(GlossportError) {
        if let end = text.firstRange(of: "://"), end.lowerBound > text.startIndex,
            text[..<end.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber })
        {
            throw GlossportError(
                .invalidOption,
                "The journal can't be at an address, such as one with \(text[..<end.upperBound]).",
                remedy: "Name a file: that is the only kind of journal there is."
            )
        }
        self = .file(text)
    }

    /// As a person writes it.
    package var description: String {
        switch self {
        case .file(let path): path
        }
    }
}
