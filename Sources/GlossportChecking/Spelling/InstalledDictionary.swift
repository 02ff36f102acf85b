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
    /// - Returns: The verdict on each word, in the words' order; `nil` if the dictionary is damaged.
    func verdicts(on words: [String], near: NearWord.Finder?) -> [WordVerdict?] {
        let keys = words.map { WordBytes($0) }
        let kept = cache?.load() ?? [:]
        var verdicts = keys.map { kept[$0] }
        let new = verdicts.indices.filter { verdicts[$0] == nil || near != nil && verdicts[$0] == .unknown }
        guard !new.isEmpty else { return verdicts }
        guard let isKnown = open() else { return words.map { _ in nil } }
        // Locales that share the dictionary share many words.
        let distinct = Dictionary(grouping: new) { keys[$0] }.values.sorted { words[$0[0]] < words[$1[0]] }
        for (number, indices) in distinct.enumerated() {
            let (word, finder) = (words[indices[0]], number < Self.mostSought ? near : nil)
            let verdict = isKnown(word) ? WordVerdict.known : finder?.verdict(on: word, isKnown) ?? .unknown
            for index in indices { verdicts[index] = verdict }
        }
        let found = zip(keys, verdicts).map { ($0, $1 ?? .unknown) }
        cache?.save(Dictionary(found) { first, _ in first }, beside: kept)
        return verdicts
    }

    /// The words that the dictionary contains; none if it is damaged.
    func known(among words: Set<String>) -> Set<String> {
        let words = Array(words)
        return Set(zip(words, verdicts(on: words, near: nil)).lazy.filter { $1 == .known }.map(\.0))
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
