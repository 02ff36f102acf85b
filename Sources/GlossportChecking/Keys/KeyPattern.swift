package import GlossportReading

/// How a unit's key names a message and a field: `{message}.{field}`.
package struct KeyPattern: Sendable, Hashable, CustomStringConvertible {
    /// The pattern that holds where the project file gives none.
    package static let standard = KeyPattern(prefix: "", between: ".", suffix: "", messageFirst: true)

    private let prefix: String
    private let between: String
    private let suffix: String
    private let messageFirst: Bool

    private init(prefix: String, between: String, suffix: String, messageFirst: Bool) {
        self.prefix = prefix
        self.between = between
        self.suffix = suffix
        self.messageFirst = messageFirst
    }

    /// - Parameter text: Holds `{message}` and `{field}` once each, with some text between them; `nil` otherwise.
    package init?(_ text: String) {
        let names = ["{message}", "{field}"]
        let found = names.map { text.ranges(of: $0) }
        guard found[0].count == 1, found[1].count == 1 else { return nil }
        let message = found[0][0]
        let field = found[1][0]
        let (first, second) = message.lowerBound < field.lowerBound ? (message, field) : (field, message)
        guard first.upperBound < second.lowerBound else { return nil }
        self.init(
            prefix: String(text[..<first.lowerBound]),
            between: String(text[first.upperBound..<second.lowerBound]),
            suffix: String(text[second.upperBound...]),
            messageFirst: message == first
        )
    }

    /// Lets through every key of which ``match(_:)`` says anything but ``Match/none``.
    package var filter: KeyFilter { KeyFilter(prefix: prefix, between: between, suffix: suffix) }

    package var description: String {
        let (first, second) = messageFirst ? ("{message}", "{field}") : ("{field}", "{message}")
        return prefix + first + between + second + suffix
    }

    /// The key of a field.
    package func key(message: String, field: Field) -> String {
        let (first, second) = messageFirst ? (message, field.name) : (field.name, message)
        return prefix + first + between + second + suffix
    }

    /// What a key says.
    package enum Match: Sendable, Hashable {
        /// The key has another form.
        case none
        case field(message: String, field: Field)
        /// The form is right, the field's name is not one of ours. Most keys of an app look so; it means something only
        /// if the message is one of ours.
        case unknownField(message: String, name: String)
    }

    /// Takes a key apart.
    ///
    /// Both names may hold the text between them, as in `bullets.1.text`, so every place is tried and the longest known
    /// field wins.
    package func match(_ key: String) -> Match {
        // Byte by byte, as for `between`: a key is a name, not a text.
        let bytes = key.utf8
        guard bytes.count > prefix.utf8.count + suffix.utf8.count, bytes.starts(with: prefix.utf8),
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return .none }
        let inner = Substring(bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
        var unknown: Match = .none
        var best: (message: String, field: Field, length: Int)?
        for place in Self.places(of: between, in: inner) {
            let first = inner[..<place.lowerBound]
            let second = inner[place.upperBound...]
            let (message, name) = messageFirst ? (first, second) : (second, first)
            guard !message.isEmpty, !name.isEmpty else { continue }
            if let field = Field(name: name) {
                if name.utf8.count > best?.length ?? 0 { best = (String(message), field, name.utf8.count) }
            } else if unknown == .none {
                unknown = .unknownField(message: String(message), name: String(name))
            }
        }
        return best.map { .field(message: $0.message, field: $0.field) } ?? unknown
    }

    /// Where `text` stands in a key, byte by byte: every unit of a delivery comes through here, and the library's search for
    /// substrings took half the time of reading one.
    private static func places(of text: String, in key: Substring) -> [Range<Substring.Index>] {
        guard let start = text.utf8.first else { return [] }
        let bytes = key.utf8
        var places: [Range<Substring.Index>] = []
        var index = bytes.startIndex
        while let found = bytes[index...].firstIndex(of: start) {
            index = bytes.index(after: found)
            guard bytes[found...].starts(with: text.utf8) else { continue }
            places.append(found..<bytes.index(found, offsetBy: text.utf8.count))
        }
        return places
    }
}
