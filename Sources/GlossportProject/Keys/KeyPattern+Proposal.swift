package import GlossportReading

extension KeyPattern {
    /// Returns the pattern that fits a delivery's keys best.
    ///
    /// Patterns are derived only from keys in which punctuation or white space separates a field's name from the rest.
    ///
    /// - Parameter keys: The keys, which may include other strings of an app.
    /// - Returns: The pattern that yields the most complete messages (header and body), then the most fields; `nil` if
    ///   no pattern yields a field.
    package static func proposed(for keys: some Sequence<String>) -> KeyPattern? {
        let keys = Set(keys.prefix(maximumKeys)).sorted()
        var found: Set<KeyPattern> = []
        for key in keys where found.count < maximumCandidates { found.formUnion(candidates(for: key, naming: names)) }
        let scores = found.map { (pattern: $0, score: score($0, keys)) }.filter { $0.score > (0, 0) }
        // Ties prefer patterns with the message first, then shorter ones.
        let best = scores.min { left, right in
            let (own, other) = (left.pattern, right.pattern)
            if left.score != right.score { return left.score > right.score }
            if own.messageFirst != other.messageFirst { return own.messageFirst }
            return (own.description.count, own.description) < (other.description.count, other.description)
        }
        return best.map { narrowed($0.pattern, keys) }
    }

    /// Returns the pattern that fits keys with unofficial field names, such as `title` and `text`, together with those
    /// names.
    ///
    /// - Parameter keys: The keys, which may include other strings of an app.
    /// - Returns: The pattern that yields the most complete messages. `nil` unless more than half of the keys belong to
    ///   messages, because an app's own strings contain titles and messages, too.
    package static func proposedWithOtherNames(for keys: some Sequence<String>) -> KeyPattern? {
        let keys = Set(keys.prefix(maximumKeys)).sorted()
        var found: Set<KeyPattern> = []
        for key in keys where found.count < maximumCandidates {
            let words = key.split(whereSeparator: isGap).map(String.init).filter { !Field.meant(by: $0).isEmpty }
            found.formUnion(candidates(for: key, naming: words))
        }
        let scores = found.map { naming(fieldsOf: $0, keys) }.map { (pattern: $0, score: score($0, keys)) }
        let best = scores.filter { $0.score.0 > 0 && $0.score.1 * 2 > keys.count }.min { left, right in
            left.score == right.score ? left.pattern.description < right.pattern.description : left.score > right.score
        }
        return best.map { narrowed($0.pattern, keys) }
    }

    /// Adds the keys' other names for fields to a pattern; two names in one message never map to the same field.
    private static func naming(fieldsOf pattern: KeyPattern, _ keys: [String]) -> KeyPattern {
        var pattern = pattern
        var messages: [String: [String]] = [:]
        var counts: [String: Int] = [:]
        for key in keys {
            if case .field(let message, let field) = pattern.match(key) {
                messages[message, default: []].append(field.name)
            } else if let (message, name) = pattern.otherName(in: key) {
                messages[message, default: []].append(name)
                counts[name, default: 0] += 1
            }
        }
        for name in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).map(\.key) {
            let beside = Set(messages.values.filter { $0.contains(name) }.joined().map { pattern.otherNames[$0] ?? $0 })
            pattern.otherNames[name] = Field.meant(by: name).map(\.name).first { !beside.contains($0) }
        }
        return pattern
    }

    /// The pattern with the standard field names if it yields complete messages, otherwise one with other names, if
    /// there is one.
    package static func likeliest(for keys: [String]) -> KeyPattern? {
        let usual = proposed(for: keys)
        let complete = usual.map { score($0, Set(keys).prefix(maximumKeys).sorted()).0 } ?? 0
        return complete > 0 ? usual : proposedWithOtherNames(for: keys) ?? usual
    }

    /// Whether some pattern, with the standard field names or others, yields a message with header and body.
    package static func makesMessages(of keys: Set<String>) -> Bool {
        likeliest(for: keys.sorted())?.makesMessages(of: keys) ?? false
    }

    /// Whether the pattern yields a message with header and body.
    package func makesMessages(of keys: Set<String>) -> Bool { completeMessages(of: keys) > 0 }

    /// The number of messages with header and body that the pattern yields.
    package func completeMessages(of keys: Set<String>) -> Int {
        Self.score(self, keys.prefix(Self.maximumKeys).sorted()).0
    }

    /// Adds another pattern's names for fields, unless one of them already means another field.
    ///
    /// - Returns: Whether the names were added.
    package mutating func takeNames(of other: KeyPattern) -> Bool {
        guard !other.otherNames.contains(where: { name, field in otherNames[name].map { $0 != field } ?? false }) else {
            return false
        }
        otherNames.merge(other.otherNames) { current, _ in current }
        return true
    }

    /// Enough keys to recognize the pattern of any delivery.
    private static let maximumKeys = 20_000
    private static let maximumCandidates = 50
    private static let names = Field.all.map(\.name)

    /// The patterns that would find one of the field names in a key.
    private static func candidates(for key: String, naming names: [String]) -> [KeyPattern] {
        names.flatMap { name in
            key.ranges(of: name).flatMap { range -> [KeyPattern] in
                let (before, after) = (key[..<range.lowerBound], key[range.upperBound...])
                var patterns: [KeyPattern?] = []
                let gapBefore = Substring(before.reversed().prefix(while: isGap).reversed())
                if !gapBefore.isEmpty, gapBefore.count < before.count, after.first.map(isGap) ?? true {
                    patterns.append(KeyPattern("{message}\(gapBefore){field}\(after)"))
                }
                let gapAfter = after.prefix(while: isGap)
                if !gapAfter.isEmpty, gapAfter.count < after.count, before.last.map(isGap) ?? true {
                    patterns.append(KeyPattern("\(before){field}\(gapAfter){message}"))
                }
                return patterns.compactMap(\.self)
            }
        }
    }

    private static func isGap(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }

    /// The numbers of complete messages and of fields that a pattern yields.
    private static func score(_ pattern: KeyPattern, _ keys: [String]) -> (Int, Int) {
        var messages: [String: Set<Field>] = [:]
        for key in keys {
            guard case .field(let message, let field) = pattern.match(key) else { continue }
            messages[message, default: []].insert(field)
        }
        let complete = messages.values.count { $0.isSuperset(of: [.header, .body]) }
        return (complete, messages.values.reduce(0) { $0 + $1.count })
    }

    /// Moves a prefix that all message names share into the pattern, as in `retention.{message}.{field}`.
    private static func narrowed(_ pattern: KeyPattern, _ keys: [String]) -> KeyPattern {
        guard pattern.messageFirst, pattern.prefix.isEmpty else { return pattern }
        let messages = Set(
            keys.compactMap { key in
                if case .field(let message, _) = pattern.match(key) { message } else { nil }
            }
        )
        guard messages.count > 1, let first = messages.first else { return pattern }
        let shared = messages.dropFirst().reduce(first[...]) { $0.commonPrefix(with: $1) }
        // Only up to a separator: `keep-annual` and `keep-monthly` share `keep-`, but it is part of their names.
        guard let end = shared.lastIndex(where: { "./:".contains($0) }) else { return pattern }
        let prefix = shared[...end]
        var narrow = KeyPattern("\(prefix){message}\(pattern.between){field}\(pattern.suffix)")
        narrow?.otherNames = pattern.otherNames
        return narrow.map { score($0, keys) == score(pattern, keys) ? $0 : pattern } ?? pattern
    }
}

extension Sequence<String> {
    /// An example key for display; keys that consist only of letters, such as `TOTAL`, are the last choice.
    package var exampleKey: String? {
        self.min { left, right in
            let (isPlain, isOtherPlain) = (left.allSatisfy { $0.isLetter }, right.allSatisfy { $0.isLetter })
            return isPlain == isOtherPlain ? left < right : isOtherPlain
        }
    }
}

extension Substring {
    fileprivate func commonPrefix(with other: String) -> Substring {
        self[
            ..<(zip(indices, zip(self, other)).first { $1.0 != $1.1 }?.0
                ?? index(startIndex, offsetBy: Swift.min(count, other.count)))
        ]
    }
}
