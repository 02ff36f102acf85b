package import GlossportReading

extension KeyPattern {
    /// The pattern that most of a delivery's keys have, as far as their fields can be told: those that end or begin with the name of one.
    ///
    /// - Parameter keys: The keys; what belongs to other strings of an app may be among them.
    /// - Returns: The pattern that makes the most whole messages (header and body), and then the most fields, of them; `nil` if none makes any.
    package static func proposed(for keys: some Sequence<String>) -> KeyPattern? {
        let keys = Set(keys.prefix(maximumKeys)).sorted()
        var found: Set<KeyPattern> = []
        for key in keys where found.count < maximumCandidates { found.formUnion(candidates(for: key)) }
        let scores = found.map { (pattern: $0, score: score($0, keys)) }.filter { $0.score > (0, 0) }
        // Where nothing else decides, a key begins with the message, and the shorter pattern is likelier.
        let best = scores.min { left, right in
            let (own, other) = (left.pattern, right.pattern)
            if left.score != right.score { return left.score > right.score }
            if own.messageFirst != other.messageFirst { return own.messageFirst }
            return (own.description.count, own.description) < (other.description.count, other.description)
        }
        return best.map { narrowed($0.pattern, keys) }
    }

    /// Whether a pattern of the keys makes a whole message, with header and body.
    package static func makesMessages(of keys: Set<String>) -> Bool {
        proposed(for: keys.sorted()).map { score($0, keys.prefix(maximumKeys).sorted()).0 > 0 } ?? false
    }

    /// Enough to see the pattern of any delivery.
    private static let maximumKeys = 20_000
    private static let maximumCandidates = 50
    private static let names =
        ["header", "body", "altText", "messageIdentifier"]
        + (1...Field.maximumBullets).flatMap { [Field.bulletText($0).name, Field.bulletAltText($0).name] }

    /// The patterns by which a key would be one of a field's.
    private static func candidates(for key: String) -> [KeyPattern] {
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

    /// How many whole messages a pattern makes of keys, and how many fields.
    private static func score(_ pattern: KeyPattern, _ keys: [String]) -> (Int, Int) {
        var messages: [String: Set<Field>] = [:]
        for key in keys {
            guard case .field(let message, let field) = pattern.match(key) else { continue }
            messages[message, default: []].insert(field)
        }
        let whole = messages.values.count { $0.isSuperset(of: [.header, .body]) }
        return (whole, messages.values.reduce(0) { $0 + $1.count })
    }

    /// With what all messages' names begin with taken out of them: `retention.{message}.{field}`.
    private static func narrowed(_ pattern: KeyPattern, _ keys: [String]) -> KeyPattern {
        guard pattern.messageFirst, pattern.prefix.isEmpty else { return pattern }
        let messages = Set(
            keys.compactMap { key in
                if case .field(let message, _) = pattern.match(key) { message } else { nil }
            }
        )
        guard messages.count > 1, let first = messages.first else { return pattern }
        let shared = messages.dropFirst().reduce(first[...]) { $0.commonPrefix(with: $1) }
        // Only whole words with a dot or a slash behind them: `keep-annual` and `keep-monthly` are names.
        guard let end = shared.lastIndex(where: { "./:".contains($0) }) else { return pattern }
        let prefix = shared[...end]
        let narrow = KeyPattern("\(prefix){message}\(pattern.between){field}\(pattern.suffix)")
        return narrow.map { score($0, keys) == score(pattern, keys) ? $0 : pattern } ?? pattern
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
