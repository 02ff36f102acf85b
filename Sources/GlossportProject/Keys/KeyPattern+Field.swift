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
        guard let inner = inner(of: key) else { return .none }
        var unknown: Match = .none
        var best: (message: String, field: Field, length: Int)?
        for (message, name) in divisions(of: inner) {
            if let field = Field(name: name) ?? self.field(called: name) {
                if name.utf8.count > best?.length ?? 0 { best = (String(message), field, name.utf8.count) }
            } else if unknown == .none {
                unknown = .unknownField(message: String(message), name: String(name))
            }
        }
        return best.map { .field(message: $0.message, field: $0.field) } ?? unknown
    }

    /// The message of a key, and a name in it that people use for a field, such as `title`.
    func otherName(in key: String) -> (message: String, name: String)? {
        guard let inner = inner(of: key) else { return nil }
        let found = divisions(of: inner).filter { !Field.meant(by: String($0.name)).isEmpty }
        return found.min { $0.name.utf8.count < $1.name.utf8.count }.map { (String($0.message), String($0.name)) }
    }

    /// The two names in a key with the text between them; `nil` for a key of another form.
    private func inner(of key: String) -> Substring? {
        // Byte by byte, as for `between`: a key is a name, not a text.
        let bytes = key.utf8
        guard bytes.count > prefix.utf8.count + suffix.utf8.count, bytes.starts(with: prefix.utf8),
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        return Substring(bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
    }

    /// The names of message and field at each place where they may be divided.
    private func divisions(of inner: Substring) -> some Sequence<(message: Substring, name: Substring)> {
        Self.places(of: between, in: inner).lazy.map { place in
            let (first, second) = (inner[..<place.lowerBound], inner[place.upperBound...])
            return messageFirst ? (message: first, name: second) : (message: second, name: first)
        }
        .filter { !$0.message.isEmpty && !$0.name.isEmpty }
    }

    /// The field that has another name in these keys.
    private func field(called name: Substring) -> Field? {
        otherNames.isEmpty ? nil : otherNames[String(name)].flatMap { Field(name: $0) }
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
