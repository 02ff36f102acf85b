import GlossportReading

/// The name and note of an approval or withdrawal, safe to show anywhere.
package struct Signature: Sendable, Hashable {
    package let name: String
    package let note: String?

    package static let longestName = 100
    package static let longestNote = 1_000

    /// Trims and checks a person's name and note, which are free text on one line.
    ///
    /// - Throws: ``GlossportError`` with code `invalidOption` if a text is too long or contains unprintable characters,
    ///   or if the name is empty.
    package init(name: String, note: String? = nil) throws {
        self.name = try Self.checked(name, atMost: Self.longestName, "name of the approver")
        let note = try note.map { try Self.checked($0, atMost: Self.longestNote, "note", mayBeEmpty: true) }
        self.note = note?.isEmpty == true ? nil : note
    }

    private static func checked(
        _ text: String,
        atMost limit: Int,
        _ what: String,
        mayBeEmpty: Bool = false
    ) throws -> String {
        // Count scalars, because one letter can carry any number of marks.
        let scalars = Array(text.unicodeScalars)
        let kept = scalars.drop { $0.properties.isWhitespace }.reversed().drop { $0.properties.isWhitespace }.reversed()
        let trimmed = String(String.UnicodeScalarView(kept))
        if let scalar = trimmed.unicodeScalars.first(where: \.isUnprintable) {
            throw GlossportError(
                .invalidOption,
                "The \(what) contains the character \(scalar.codePoint), which can't be shown.",
                remedy: "Write it on one line, without control characters."
            )
        }
        guard mayBeEmpty || !trimmed.isEmpty, trimmed.unicodeScalars.count <= limit else {
            throw GlossportError(
                .invalidOption,
                trimmed.isEmpty
                    ? "The \(what) is empty." : "The \(what) has \(trimmed.unicodeScalars.count) characters.",
                remedy: "Give it 1 to \(limit) characters."
            )
        }
        return trimmed
    }
}
