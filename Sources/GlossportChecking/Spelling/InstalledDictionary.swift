/// A spelling dictionary of this machine.
package struct InstalledDictionary: Sendable {
    /// The name, such as `de_DE`.
    package var name: String
    /// Equal for two names of the same dictionary.
    package var identity: String
    /// The size in bytes; the largest are opened first, for they take longest.
    package var size: Int
    /// The verdicts of earlier runs; `nil` where none are kept.
    package var cache: VerdictCache?
    /// Loads it; `nil` if it is damaged.
    ///
    /// It is freed with the last reference to the test.
    package var open: @Sendable () -> Test?

    /// Whether a word is in the dictionary.
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

    /// The most words that similar ones are sought for: each takes hundreds of questions.
    private static let mostSought = 2_000

    /// The verdicts on some words; the dictionary is opened only if one of them is new.
    ///
    /// - Parameters:
    ///   - words: The words, as they are written.
    ///   - near: How similar words are found; `nil` where none are needed.
    /// - Returns: A verdict for each word; none if the dictionary is damaged.
    func verdicts(on words: some Sequence<String>, near: NearWord.Finder?) -> [String: WordVerdict] {
        let kept = cache?.load() ?? [:]
        var verdicts: [String: WordVerdict] = [:]
        var new: [String] = []
        for word in words {
            if let verdict = kept[word], near == nil || verdict != .unknown {
                verdicts[word] = verdict
            } else {
                new.append(word)
            }
        }
        guard !new.isEmpty else { return verdicts }
        guard let isKnown = open() else { return [:] }
        for (number, word) in new.sorted().enumerated() {
            let finder = number < Self.mostSought ? near : nil
            verdicts[word] = isKnown(word) ? .known : finder?.verdict(on: word, isKnown) ?? .unknown
        }
        cache?.save(verdicts, beside: kept)
        return verdicts
    }
}

/// The answer of a dictionary about a word.
enum WordVerdict: Sendable, Hashable {
    case known
    /// Not in the dictionary; similar words were not looked for.
    case unknown
    /// Nothing similar is in the dictionary either.
    case strange
    case near(NearWord)
}
