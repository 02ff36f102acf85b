package import GlossportProject
import GlossportReading

extension SpellingInspector {
    /// Checks the words of all texts in a catalog.
    ///
    /// To limit memory, each thread opens one dictionary, checks all words of its texts, and frees it before it opens
    /// the next.
    package func inspect(_ catalog: Catalog, for project: Project) -> SpellingInventory {
        var inventory = SpellingInventory()
        let delivered = Set(catalog.records.map(\.locale)).sorted()
        var dictionaries: [StoreLocale: InstalledDictionary] = [:]
        for locale in delivered {
            dictionaries[locale] = dictionary(for: locale)
            if dictionaries[locale] == nil, locale.dictionaryPackage != nil { inventory.unchecked.append(locale) }
        }
        guard !dictionaries.isEmpty else { return inventory }
        var locales = Self.locales(of: catalog)
        let vocabulary = Vocabulary(locales, project.terms)
        locales = judge(locales.filter { dictionaries[$0.locale] != nil }, by: dictionaries, vocabulary)
        let english = englishWords(among: locales)
        let suspects = locales.concurrentMap { locale in
            locale.texts.compactMap { text -> (text: SpelledText, judged: SpellingInventory.Text)? in
                var seen: Set<Int> = []
                let unknown = text.words.filter {
                    locale.words[$0.number].isUnknown && seen.insert($0.number).inserted
                        && !vocabulary.isName(locale.words[$0.number], in: text)
                }
                guard !unknown.isEmpty else { return nil }
                return (text, judged(unknown, of: text, in: locale, english))
            }
        }
        for (text, judged) in suspects.joined() { inventory.texts[text.slot] = judged }
        let records = zip(locales, suspects).flatMap { locale, suspects in
            Self.records(of: locale, with: Set(suspects.map(\.text.slot.message)), vocabulary)
        }
        for (slot, language) in otherLanguages(of: records) {
            inventory.texts[slot, default: .init()].language = language
        }
        return inventory
    }

    // MARK: Texts

    struct SpelledText: Sendable {
        var slot: TextSlot
        var source: String?
        var words: [SpelledWord]
    }

    /// The texts of a locale, and their distinct words.
    struct SpelledLocale: Sendable {
        let locale: StoreLocale
        var texts: [SpelledText]
        var words: [Word]

        struct Word: Sendable {
            let text: String
            let lowercased: String
            /// The number of texts that contain the word.
            var texts = 0
            /// Whether the word is part of a name that the project keeps, or occurs in at least four languages.
            var isName = false
            /// `nil` for names, and if the dictionary is damaged.
            var verdict: WordVerdict?

            var isUnknown: Bool { verdict != nil && verdict != .known }
        }

        init(_ locale: StoreLocale, _ records: [MessageRecord], source: StoreLocale?) {
            var splitter = WordSplitter(locale)
            let texts = records.flatMap { record in
                record.texts.sorted { $0.key < $1.key }.compactMap { field, value -> SpelledText? in
                    guard let text = value.text, field.isExamined(text) else { return nil }
                    return SpelledText(
                        slot: TextSlot(message: record.message, field: field, locale: locale),
                        source: locale == source ? nil : value.source,
                        words: splitter.split(text)
                    )
                }
            }
            var words = splitter.words.map { Word(text: $0, lowercased: $0.lowercased()) }
            var lastText = Array(repeating: -1, count: words.count)
            for (index, text) in texts.enumerated() {
                for word in text.words where lastText[word.number] != index {
                    lastText[word.number] = index
                    words[word.number].texts += 1
                }
            }
            (self.locale, self.texts, self.words) = (locale, texts, words)
        }
    }

    /// All locales that may have a dictionary, installed or not: comparing languages reveals names.
    private static func locales(of catalog: Catalog) -> [SpelledLocale] {
        Dictionary(grouping: catalog.records.filter { !$0.locale.dictionaries.isEmpty }, by: \.locale)
            .sorted { $0.key < $1.key }
            .concurrentMap { SpelledLocale($0.key, $0.value, source: catalog.sourceLocale) }
    }

    /// The names among the words of all texts.
    struct Vocabulary: Sendable {
        /// The number of languages that contain each lower-case word.
        private var languages: [String: Int] = [:]
        private let sources: [String: Set<String>]
        private var kept: Set<String> = []
        private let terms: [StoreLocale: [Set<String>]]

        init(_ locales: [SpelledLocale], _ terms: Terms) {
            sources = Dictionary(
                uniqueKeysWithValues: Set(locales.lazy.flatMap(\.texts).compactMap(\.source))
                    .map { ($0, Set(Self.parts(of: $0))) }
            )
            let usable = terms.concepts.flatMap(\.terms).filter { $0.status != .forbidden }
            self.terms = locales.reduce(into: [:]) { all, entry in
                all[entry.locale] = usable.filter { $0.isFor(entry.locale) }.map { Set(Self.parts(of: $0.text)) }
            }
            for locales in Dictionary(grouping: locales, by: \.locale.language).values {
                for word in Set(locales.lazy.flatMap(\.words).map(\.lowercased)) { languages[word, default: 0] += 1 }
            }
            for kept in terms.keep {
                for text in [kept.text] + kept.forms { self.kept.formUnion(Self.parts(of: text)) }
            }
        }

        /// Whether a word is a name or a project's term rather than a word of the language.
        ///
        /// This applies if the project keeps the word, the source text or a term of the glossary contains it, or at
        /// least four languages share it.
        func isName(_ word: SpelledLocale.Word, in text: SpelledText) -> Bool {
            if word.isName { return true }
            let parts = Self.parts(of: word.lowercased)
            return text.source.flatMap { sources[$0] }?.isSuperset(of: parts) == true
                || (terms[text.slot.locale] ?? []).contains { $0.isSuperset(of: parts) }
        }

        private static func parts(of text: String) -> [String] {
            text.lowercased().split { !$0.isLetter }.map(String.init)
        }

        func isName(_ lowercased: String) -> Bool {
            kept.contains(lowercased) || languages[lowercased, default: 0] >= Self.unchangedInLanguages
        }

        private static let unchangedInLanguages = 4
    }

    // MARK: Verdicts

    /// Marks the names of some locales, and looks up their other words.
    private func judge(
        _ locales: [SpelledLocale],
        by dictionaries: [StoreLocale: InstalledDictionary],
        _ vocabulary: Vocabulary
    ) -> [SpelledLocale] {
        // Locales may share a dictionary. The largest ones start first, because they take longest.
        let shared = Dictionary(grouping: locales) { dictionaries[$0.locale]?.identity }.values
            .compactMap { locales in dictionaries[locales[0].locale].map { (dictionary: $0, locales: locales) } }
            .sorted {
                ($1.dictionary.size, $0.locales[0].locale) < ($0.dictionary.size, $1.locales[0].locale)
            }
        return shared.concurrentMap { dictionary, locales in
            var locales = locales
            for index in locales.indices {
                for number in locales[index].words.indices {
                    locales[index].words[number].isName = vocabulary.isName(locales[index].words[number].lowercased)
                }
            }
            let asked = locales.flatMap(\.words).filter { !$0.isName }.map(\.text)
            var verdicts = dictionary.verdicts(on: asked, near: NearWord.Finder(locales[0].locale.language))[...]
            for index in locales.indices {
                for number in locales[index].words.indices where !locales[index].words[number].isName {
                    locales[index].words[number].verdict = verdicts.removeFirst()
                }
            }
            return locales
        }.flatMap(\.self)
    }

    /// The words that resemble a known word of their language but are English; most are loanwords.
    ///
    /// A word that differs from a known one by a letter may also consist of English words.
    private func englishWords(among locales: [SpelledLocale]) -> Set<String> {
        /// For each word, the lists of parts that make it English if all parts are English words.
        var parts: [String: [[String]]] = [:]
        for locale in locales where locale.locale.language != "en" && locale.locale.scripts == [.latin] {
            for word in locale.words {
                guard case .near(let near) = word.verdict else { continue }
                let lower = word.lowercased
                parts[lower, default: [[lower]]] += near.slip == .letter ? Self.parts(of: lower) : []
            }
        }
        guard !parts.isEmpty, let english = dictionary("en_US") else { return [] }
        let known = english.known(among: Set(parts.values.joined().joined()))
        return Set(parts.filter { $0.value.contains { $0.allSatisfy(known.contains) } }.keys)
    }

    /// The parts that may reveal an English word: a beginning of at least three fifths, such as “reset” in “resetear”,
    /// or two words that form it.
    private static func parts(of word: String) -> [[String]] {
        let least = 4
        return (least..<max(least, word.count)).flatMap { count -> [[String]] in
            let (head, tail) = (String(word.prefix(count)), String(word.dropFirst(count)))
            return (5 * count >= 3 * word.count ? [[head]] : []) + (tail.count >= least ? [[head, tail]] : [])
        }
    }

    private func judged(
        _ unknown: [SpelledWord],
        of text: SpelledText,
        in locale: SpelledLocale,
        _ english: Set<String>
    ) -> SpellingInventory.Text {
        var judged = SpellingInventory.Text()
        let language = locale.locale.language
        for spelled in unknown {
            let word = locale.words[spelled.number]
            // Only German capitalizes more than names within a sentence.
            let isName = !spelled.isFirst && word.text.first?.isUppercase == true && language != "de"
            guard case .near(let near) = word.verdict, !isName else {
                judged.unknown.append(word.text)
                continue
            }
            let misspelt = SpellingInventory.Misspelt(word: word.text, meant: near.text)
            if near.slip == .accent {
                judged.unaccented.append(misspelt)
            } else if english.contains(word.lowercased) || word.texts >= Self.usual {
                judged.unknown.append(word.text)
            } else {
                judged.misspelt.append(misspelt)
            }
        }
        func accented() -> Int {
            Set(text.words.map(\.number)).count { number in
                locale.words[number].verdict == .known
                    && locale.words[number].text.unicodeScalars.contains { $0.value >= 0x80 && $0.isAlphabetic }
            }
        }
        func isEnglish(_ word: String) -> Bool { english.contains(word.lowercased()) }
        // In Hungarian, “õ” and “û” mean that the text was decoded with the wrong code page, even if its other accents
        // are right.
        let isDecodedWrongly =
            language == "hu" && judged.unaccented.allSatisfy { $0.word.contains { "õûÕÛ".contains($0) } }
        if judged.unaccented.count < 2 || judged.unaccented.count <= accented() && !isDecodedWrongly {
            judged.misspelt = judged.unaccented.filter { !isEnglish($0.word) } + judged.misspelt
            judged.unknown += judged.unaccented.map(\.word).filter(isEnglish)
            judged.unaccented = []
        }
        return judged
    }

    /// A word that at least this many texts contain is usage rather than a typo.
    private static let usual = 3

    // MARK: Other languages

    /// The texts of a message in a locale, each with its words that are not names.
    private struct Record {
        var locale: StoreLocale
        var texts: [(slot: TextSlot, words: Words)]
        var whole = Words()

        struct Words {
            var all: Set<String> = []
            /// The words that are missing from the locale's dictionary.
            var unknown: Set<String> = []
        }
    }

    private static func records(
        of locale: SpelledLocale,
        with messages: Set<String>,
        _ vocabulary: Vocabulary
    ) -> [Record] {
        guard !messages.isEmpty else { return [] }
        let texts = locale.texts.filter { messages.contains($0.slot.message) }
        return Dictionary(grouping: texts, by: \.slot.message).values.map { texts in
            var record = Record(locale: locale.locale, texts: [])
            for text in texts {
                let words = Set(text.words.map(\.number)).map { locale.words[$0] }
                    .filter { !vocabulary.isName($0, in: text) }
                let found = Record.Words(
                    all: Set(words.map(\.text)),
                    unknown: Set(words.filter(\.isUnknown).map(\.text))
                )
                record.texts.append((text.slot, found))
                record.whole.all.formUnion(found.all)
                record.whole.unknown.formUnion(found.unknown)
            }
            return record
        }
    }

    /// The texts whose unknown words mostly belong to a language that is easily confused with the text's own.
    ///
    /// If a text alone has too few words, such as a header, all texts of its message are judged together.
    private func otherLanguages(of records: [Record]) -> [TextSlot: SpellingInventory.OtherLanguage] {
        // In a text of another language, far more than a fifth of the words are unknown. The limit avoids opening other
        // dictionaries, which is slow.
        let judged = records.filter {
            $0.whole.unknown.count >= 2 && 5 * $0.whole.unknown.count >= $0.whole.all.count
        }
        guard !judged.isEmpty else { return [:] }
        let asked = judged.reduce(into: [String: Set<String>]()) { asked, judged in
            for neighbour in judged.locale.neighbours {
                asked[neighbour.dictionary, default: []].formUnion(judged.whole.all)
            }
        }
        let installed = asked.keys.compactMap { dictionary($0) }.sorted { ($1.size, $0.name) < ($0.size, $1.name) }
        let answers = installed.concurrentMap { dictionary in
            (dictionary.name, dictionary.known(among: asked[dictionary.name] ?? []))
        }
        let known = Dictionary(uniqueKeysWithValues: answers)
        /// The neighbour that explains the text best, if it does so better than the text's own language.
        func language(_ words: Record.Words, _ locale: StoreLocale) -> SpellingInventory.OtherLanguage? {
            let found = locale.neighbours.compactMap { neighbour -> (code: String, words: [String], lacking: Int)? in
                guard let known = known[neighbour.dictionary] else { return nil }
                let own = words.unknown.filter { known.contains($0) && $0.count >= 2 }
                let lacking = words.all.subtracting(known).count
                guard own.count >= 2, 2 * own.count > words.unknown.count, own.count > lacking else { return nil }
                return (neighbour.language, own.sorted { ($1.count, $0) < ($0.count, $1) }, lacking)
            }
            return found.min { ($0.lacking, $1.words.count) < ($1.lacking, $0.words.count) }
                .map { .init(code: $0.code, words: Array($0.words.prefix(2))) }
        }
        var languages: [TextSlot: SpellingInventory.OtherLanguage] = [:]
        for record in judged {
            let single = record.texts.compactMap { slot, words in
                language(words, record.locale).map { (slot, $0) }
            }
            for (slot, language) in single { languages[slot] = language }
            guard single.isEmpty, let language = language(record.whole, record.locale) else { continue }
            let first = record.texts.max {
                ($0.words.unknown.count, $1.slot) < ($1.words.unknown.count, $0.slot)
            }
            if let first { languages[first.slot] = language }
        }
        return languages
    }
}
