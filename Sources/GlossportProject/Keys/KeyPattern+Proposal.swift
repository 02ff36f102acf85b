package import GlossportReading

extension KeyPattern {
    /// The pattern that most of a delivery's keys have, as far as their fields can be told: those that end or begin with the name of one.
    ///
    /// - Parameter keys: The keys; what belongs to other strings of an app may be among them.
    /// - Returns: The pattern that makes the most whole messages (header and body), and then the most fields, of them; `nil` if none makes any.
    package static func proposed(for keys: some Sequence<String>) -> KeyPattern? {
        let keys = Set(keys.prefix(maximumKeys)).sorted()
        var found: Set<KeyPattern> = []
        for key in keys where found.count < maximumCandidates { found.formUnion(candidates(for: key, naming: names)) }
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

    /// The pattern of keys whose fields have other names, such as `title` and `text`, with these names.
    ///
    /// - Parameter keys: The keys.
    /// - Returns: The pattern that makes the most whole messages of them; `nil` unless most of the keys belong to messages: strings of an app
    ///   have titles and messages, too.
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

    /// A pattern with the names that its keys have for fields; two names of one message never mean the same field.
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

    /// The pattern of keys whose fields have our names if that makes whole messages, else one with other names.
    package static func likeliest(for keys: [String]) -> KeyPattern? {
        let usual = proposed(for: keys)
        let whole = usual.map { score($0, Set(keys).prefix(maximumKeys).sorted()).0 } ?? 0
        return whole > 0 ? usual : proposedWithOtherNames(for: keys) ?? usual
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
        var narrow = KeyPattern("\(prefix){message}\(pattern.between){field}\(pattern.suffix)")
        narrow?.otherNames = pattern.otherNames
        return narrow.map { score($0, keys) == score(pattern, keys) ? $0 : pattern } ?? pattern
    }
}

extension Sequence<String> {
    /// A key as an example: one that has several parts, if there is any, and no word such as `TOTAL`.
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
