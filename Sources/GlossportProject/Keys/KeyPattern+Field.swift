package import GlossportReading

extension KeyPattern {
    package func key(message: String, field: Field) -> String { key(message: message, field: field.name) }

    /// The message and field that a key names.
    package enum Match: Sendable, Hashable {
        /// The key does not match the pattern.
        case none
        case field(message: String, field: Field)
        /// The key matches the pattern, but the field name is unknown.
        ///
        /// Many of an app's unrelated keys match like this, so it matters only for messages of the project.
        case unknownField(message: String, name: String)
    }

    package func isField(_ key: String) -> Bool { if case .field = match(key) { true } else { false } }

    /// Splits a key into message and field.
    ///
    /// Both names may contain the separator, as in `bullets.1.text`, so this tries every split and takes the longest
    /// known field.
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

    /// Splits a key into a message and a common synonym of a field name, such as `title`; the shortest synonym wins.
    func otherName(in key: String) -> (message: String, name: String)? {
        guard let inner = inner(of: key) else { return nil }
        let found = divisions(of: inner).filter { !Field.meant(by: String($0.name)).isEmpty }
        return found.min { $0.name.utf8.count < $1.name.utf8.count }.map { (String($0.message), String($0.name)) }
    }

    /// The key without the pattern's prefix and suffix; `nil` if the key does not have them.
    private func inner(of key: String) -> Substring? {
        // Compares bytes, because a key is an identifier without Unicode equivalence; ``ranges(of:in:)`` does the same.
        let bytes = key.utf8
        guard bytes.count > prefix.utf8.count + suffix.utf8.count, bytes.starts(with: prefix.utf8),
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        return Substring(bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
    }

    /// Every split of a key into message and field name at the separator.
    private func divisions(of inner: Substring) -> some Sequence<(message: Substring, name: Substring)> {
        Self.ranges(of: between, in: inner).lazy.map { range in
            let (first, second) = (inner[..<range.lowerBound], inner[range.upperBound...])
            return messageFirst ? (message: first, name: second) : (message: second, name: first)
        }
        .filter { !$0.message.isEmpty && !$0.name.isEmpty }
    }

    /// The field that a name means according to `fields:` of the project file.
    private func field(called name: Substring) -> Field? {
        otherNames.isEmpty ? nil : otherNames[String(name)].flatMap { Field(name: $0) }
    }

    /// The ranges of the separator in a key.
    ///
    /// Every key of a delivery is matched here, so this compares bytes: searching with `String.ranges(of:)` took half
    /// of the reading time.
    private static func ranges(of text: String, in key: Substring) -> [Range<Substring.Index>] {
        guard let start = text.utf8.first else { return [] }
        let bytes = key.utf8
        var ranges: [Range<Substring.Index>] = []
        var index = bytes.startIndex
        while let found = bytes[index...].firstIndex(of: start) {
            index = bytes.index(after: found)
            guard bytes[found...].starts(with: text.utf8) else { continue }
            ranges.append(found..<bytes.index(found, offsetBy: text.utf8.count))
        }
        return ranges
    }
}
