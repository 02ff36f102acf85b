package struct InstalledDictionary: Sendable {
    package var name: String
    /// Equal for all names that refer to the same dictionary.
    package var identity: String
    /// The size in bytes; the largest dictionaries are opened first, because they take longest.
    package var size: Int
    package var cache: VerdictCache?
    /// Loads the dictionary; returns `nil` if it is damaged.
    ///
    /// The dictionary is freed with the last reference to the returned closure.
    package var open: @Sendable () -> Test?

    package typealias Test = (_ word: String) -> Bool

    package init(
        _ name: String,
        identity: String,
        size: Int = 0,
        cache: VerdictCache? = nil,
        open: @escaping @Sendable () -> Test?
    ) {
        self.name = name
        self.identity = identity
        self.size = size
        self.cache = cache
        self.open = open
    }

    /// The maximum number of searches for similar words; each takes hundreds of lookups.
    private static let mostSought = 2_000

    /// The verdicts on words; the dictionary is opened only if one of them is not cached.
    ///
    /// - Parameters:
    ///   - words: The words as written.
    ///   - near: Finds similar words; `nil` to skip this.
    /// - Returns: A verdict for each word, and possibly for others; empty if the dictionary is damaged.
    func verdicts(on words: some Collection<String>, near: NearWord.Finder?) -> [String: WordVerdict] {
        let kept = cache?.load() ?? [:]
        let new = words.filter { word in
            guard let verdict = kept[word] else { return true }
            return near != nil && verdict == .unknown
        }
        guard !new.isEmpty else { return kept }
        guard let isKnown = open() else { return [:] }
        var verdicts: [String: WordVerdict] = [:]
        for word in words { verdicts[word] = kept[word] }
        for (number, word) in new.sorted().enumerated() {
            let finder = number < Self.mostSought ? near : nil
            verdicts[word] = isKnown(word) ? .known : finder?.verdict(on: word, isKnown) ?? .unknown
        }
        cache?.save(verdicts, beside: kept)
        return verdicts
    }
}

enum WordVerdict: Sendable, Hashable {
    case known
    /// Not in the dictionary; similar words were not searched.
    case unknown
    /// Not in the dictionary, and neither is any similar word.
    case strange
    case near(NearWord)
}
