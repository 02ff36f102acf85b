package import GlossportReading

extension KeyPattern {
    /// The key of a field.
    package func key(message: String, field: Field) -> String { key(message: message, field: field.name) }

    /// The message and field that a key names.
    package enum Match: Sendable, Hashable {
        /// The key has another form.
        case none
        case field(message: String, field: Field)
        /// The form is right, the field's name is not one of ours. Most keys of an app look so; it means something only
        /// if the message is one of ours.
        case unknownField(message: String, name: String)
    }

    /// Whether a key names a field of a message.
    package func isField(_ key: String) -> Bool { if case .field = match(key) { true } else { false } }

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

    /// The places of `text` in a key, byte by byte: every unit of a delivery is matched here, and the library's search
    /// for substrings took half the time of reading one.
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
