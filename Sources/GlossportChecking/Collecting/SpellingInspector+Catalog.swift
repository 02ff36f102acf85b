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
        let texts = Self.texts(of: catalog)
        let vocabulary = Vocabulary(texts, project.terms)
        let verdicts = self.verdicts(on: vocabulary, of: dictionaries)
        let english = englishWords(among: verdicts)
        let suspects = texts.parts(of: 128).concurrentMap { part in
            part.compactMap { text -> (text: SpelledText, judged: SpellingInventory.Text)? in
                guard let known = verdicts[text.slot.locale] else { return nil }
                let unknown = Self.unique(text.words.filter { known[$0.text].map { $0 != .known } == true })
                    .filter { !vocabulary.isName($0.text, in: text) }
                guard !unknown.isEmpty else { return nil }
                return (text, judged(unknown, of: text, known, vocabulary, english))
            }
        }.joined()
        for (text, judged) in suspects { inventory.texts[text.slot] = judged }
        let languages = otherLanguages(of: suspects.map(\.text), among: texts, verdicts, vocabulary)
        for (slot, language) in languages { inventory.texts[slot, default: .init()].language = language }
        return inventory
    }

    // MARK: Texts

    struct SpelledText: Sendable {
        var slot: TextSlot
        var source: String?
        var words: [SpelledWord]
    }

    /// The texts of all locales that may have a dictionary, installed or not: comparing languages reveals names.
    private static func texts(of catalog: Catalog) -> [SpelledText] {
        catalog.records.filter { !$0.locale.dictionaries.isEmpty }.parts(of: 128).concurrentMap { part in
            part.flatMap { record in
                record.texts.sorted { $0.key < $1.key }.compactMap { field, value in
                    guard let text = value.text, field.isExamined(text) else { return nil }
                    return SpelledText(
                        slot: TextSlot(message: record.message, field: field, locale: record.locale),
                        source: record.locale == catalog.sourceLocale ? nil : value.source,
                        words: SpelledWord.words(of: text, in: record.locale)
                    )
                }
            }
        }.flatMap(\.self)
    }

    private static func unique(_ words: [SpelledWord]) -> [SpelledWord] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0.text).inserted }
    }

    /// The words of all texts, and the names among them.
    struct Vocabulary: Sendable {
        /// The number of texts that contain each word, by locale.
        let words: [StoreLocale: [String: Int]]
        /// The number of languages that contain each lower-case word.
        private var languages: [String: Int] = [:]
        private let sources: [String: Set<String>]
        private var kept: Set<String> = []
        private let terms: [StoreLocale: [Set<String>]]

        init(_ texts: [SpelledText], _ terms: Terms) {
            let counted = Array(Dictionary(grouping: texts, by: \.slot.locale)).concurrentMap { locale, texts in
                var words: [String: Int] = [:]
                for text in texts {
                    for word in Set(text.words.map(\.text)) { words[word, default: 0] += 1 }
                }
                return (locale: locale, words: words, lowercased: Set(words.keys.map { $0.lowercased() }))
            }
            let words = Dictionary(uniqueKeysWithValues: counted.map { ($0.locale, $0.words) })
            self.words = words
            sources = Dictionary(
                uniqueKeysWithValues: Set(texts.lazy.compactMap(\.source)).map { ($0, Set(Self.parts(of: $0))) }
            )
            let usable = terms.concepts.flatMap(\.terms).filter { $0.status != .forbidden }
            self.terms = words.reduce(into: [:]) { all, entry in
                all[entry.key] = usable.filter { $0.isFor(entry.key) }.map { Set(Self.parts(of: $0.text)) }
            }
            for locales in Dictionary(grouping: counted, by: \.locale.language).values {
                for word in locales.reduce(into: Set<String>(), { $0.formUnion($1.lowercased) }) {
                    languages[word, default: 0] += 1
                }
            }
            for kept in terms.keep {
                for text in [kept.text] + kept.forms { self.kept.formUnion(Self.parts(of: text)) }
            }
        }

        /// Whether a word is a name or a project's term rather than a word of the language.
        ///
        /// This applies if the project keeps the word, the source text or a term of the glossary contains it, or at
        /// least four languages share it.
        func isName(_ word: String, in text: SpelledText) -> Bool {
            if isName(word) { return true }
            let parts = Self.parts(of: word)
            return text.source.flatMap { sources[$0] }?.isSuperset(of: parts) == true
                || (terms[text.slot.locale] ?? []).contains { $0.isSuperset(of: parts) }
        }

        private static func parts(of text: String) -> [String] {
            text.lowercased().split { !$0.isLetter }.map(String.init)
        }

        /// Whether a word is part of a name that the project keeps, or occurs in at least four languages.
        func isName(_ word: String) -> Bool {
            let lower = word.lowercased()
            return kept.contains(lower) || languages[lower, default: 0] >= Self.unchangedInLanguages
        }

        private static let unchangedInLanguages = 4

        /// Whether at least three texts contain a word, so it is usage rather than a typo.
        func isUsual(_ word: String, in locale: StoreLocale) -> Bool { words[locale]?[word] ?? 0 >= 3 }
    }

    // MARK: Verdicts

    private func verdicts(
        on vocabulary: Vocabulary,
        of dictionaries: [StoreLocale: InstalledDictionary]
    ) -> [StoreLocale: [String: WordVerdict]] {
        let words = vocabulary.words
        // Locales may share a dictionary. The largest ones start first, because they take longest.
        let shared = Dictionary(grouping: dictionaries.filter { words[$0.key] != nil }, by: \.value.identity).values
            .map { $0.sorted { $0.key < $1.key } }
            .sorted { ($1[0].value.size, $0[0].key) < ($0[0].value.size, $1[0].key) }
        let found = shared.concurrentMap { locales in
            let all = locales.reduce(into: Set<String>()) { $0.formUnion((words[$1.key] ?? [:]).keys) }
            let near = NearWord.Finder(locales[0].key.language)
            let asked = all.filter { !vocabulary.isName($0) }
            let verdicts = locales[0].value.verdicts(on: asked, near: near)
            return locales.map { ($0.key, verdicts) }
        }
        return Dictionary(uniqueKeysWithValues: found.flatMap(\.self))
    }

    /// The words that resemble a known word of their language but are English; most are loanwords.
    ///
    /// A word that differs from a known one by a letter may also consist of English words.
    private func englishWords(among verdicts: [StoreLocale: [String: WordVerdict]]) -> Set<String> {
        /// For each word, the lists of parts that make it English if all parts are English words.
        var parts: [String: [[String]]] = [:]
        for (locale, verdicts) in verdicts where locale.language != "en" && locale.scripts == [.latin] {
            for (word, verdict) in verdicts {
                guard case .near(let near) = verdict else { continue }
                let lower = word.lowercased()
                parts[lower, default: [[lower]]] += near.slip == .letter ? Self.parts(of: lower) : []
            }
        }
        guard !parts.isEmpty, let english = dictionary("en_US") else { return [] }
        let known = english.verdicts(on: Set(parts.values.joined().joined()), near: nil)
        return Set(parts.filter { $0.value.contains { $0.allSatisfy { known[$0] == .known } } }.keys)
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
        _ verdicts: [String: WordVerdict],
        _ vocabulary: Vocabulary,
        _ english: Set<String>
    ) -> SpellingInventory.Text {
        var judged = SpellingInventory.Text()
        let locale = text.slot.locale
        func isEnglish(_ word: String) -> Bool { english.contains(word.lowercased()) }
        for word in unknown {
            // Only German capitalizes more than names within a sentence.
            let isName = !word.isFirst && word.text.first?.isUppercase == true && locale.language != "de"
            guard case .near(let near) = verdicts[word.text], !isName else {
                judged.unknown.append(word.text)
                continue
            }
            let misspelt = SpellingInventory.Misspelt(word: word.text, meant: near.text)
            if near.slip == .accent {
                judged.unaccented.append(misspelt)
            } else if isEnglish(word.text) || vocabulary.isUsual(word.text, in: locale) {
                judged.unknown.append(word.text)
            } else {
                judged.misspelt.append(misspelt)
            }
        }
        func accented() -> Int {
            Set(text.words.map(\.text)).count { word in
                verdicts[word] == .known && word.unicodeScalars.contains { $0.value >= 0x80 && $0.isAlphabetic }
            }
        }
        // In Hungarian, “õ” and “û” mean that the text was decoded with the wrong code page, even if its other accents
        // are right.
        let isDecodedWrongly =
            locale.language == "hu" && judged.unaccented.allSatisfy { $0.word.contains { "õûÕÛ".contains($0) } }
        if judged.unaccented.count < 2 || judged.unaccented.count <= accented() && !isDecodedWrongly {
            judged.misspelt = judged.unaccented.filter { !isEnglish($0.word) } + judged.misspelt
            judged.unknown += judged.unaccented.map(\.word).filter(isEnglish)
            judged.unaccented = []
        }
        return judged
    }

    // MARK: Other languages

    /// The texts whose unknown words mostly belong to a language that is easily confused with the text's own.
    ///
    /// If a text alone has too few words, such as a header, all texts of its message are judged together.
    private func otherLanguages(
        of suspects: [SpelledText],
        among texts: [SpelledText],
        _ verdicts: [StoreLocale: [String: WordVerdict]],
        _ vocabulary: Vocabulary
    ) -> [TextSlot: SpellingInventory.OtherLanguage] {
        struct Record: Hashable {
            var message: String
            var locale: StoreLocale
        }
        func record(_ text: SpelledText) -> Record { Record(message: text.slot.message, locale: text.slot.locale) }
        let concerned = Set(suspects.map(record))
        let records = Dictionary(grouping: texts.filter { concerned.contains(record($0)) }, by: record)
        /// The words of some texts that are not names, and those that are missing from their dictionary.
        func words(of texts: [SpelledText]) -> (all: Set<String>, unknown: Set<String>) {
            var (all, unknown): (Set<String>, Set<String>) = ([], [])
            for text in texts {
                for word in text.words where !vocabulary.isName(word.text, in: text) {
                    let verdict = verdicts[text.slot.locale]?[word.text]
                    all.insert(word.text)
                    if verdict != .known, verdict != nil { unknown.insert(word.text) }
                }
            }
            return (all, unknown)
        }
        // In a text of another language, far more than a fifth of the words are unknown. The limit avoids opening other
        // dictionaries, which is slow.
        let judged = records.mapValues(words).filter { _, words in
            words.unknown.count >= 2 && 5 * words.unknown.count >= words.all.count
        }
        guard !judged.isEmpty else { return [:] }
        let asked = judged.reduce(into: [String: Set<String>]()) { asked, judged in
            for neighbour in judged.key.locale.neighbours {
                asked[neighbour.dictionary, default: []].formUnion(judged.value.all)
            }
        }
        let installed = asked.keys.compactMap { dictionary($0) }.sorted { ($1.size, $0.name) < ($0.size, $1.name) }
        let answers = installed.concurrentMap { dictionary in
            (dictionary.name, dictionary.verdicts(on: asked[dictionary.name] ?? [], near: nil))
        }
        let known = Dictionary(uniqueKeysWithValues: answers)
        /// The neighbour that explains the text best, if it does so better than the text's own language.
        func language(_ words: (all: Set<String>, unknown: Set<String>), _ locale: StoreLocale) -> SpellingInventory
            .OtherLanguage?
        {
            let found = locale.neighbours.compactMap { neighbour -> (code: String, words: [String], lacking: Int)? in
                guard let verdicts = known[neighbour.dictionary] else { return nil }
                let own = words.unknown.filter { verdicts[$0] == .known && $0.count >= 2 }
                let lacking = words.all.count { verdicts[$0] != .known }
                guard own.count >= 2, 2 * own.count > words.unknown.count, own.count > lacking else { return nil }
                return (neighbour.language, own.sorted { ($1.count, $0) < ($0.count, $1) }, lacking)
            }
            return found.min { ($0.lacking, $1.words.count) < ($1.lacking, $0.words.count) }
                .map { .init(code: $0.code, words: Array($0.words.prefix(2))) }
        }
        var languages: [TextSlot: SpellingInventory.OtherLanguage] = [:]
        for (record, whole) in judged {
            let texts = records[record] ?? []
            let single = texts.compactMap { text in
                language(words(of: [text]), record.locale).map { (text.slot, $0) }
            }
            for (slot, language) in single { languages[slot] = language }
            guard single.isEmpty, let language = language(whole, record.locale) else { continue }
            let counted = texts.map { (slot: $0.slot, unknown: words(of: [$0]).unknown.count) }
            let first = counted.max { ($0.unknown, $1.slot) < ($1.unknown, $0.slot) }
            if let first { languages[first.slot] = language }
        }
        return languages
    }
}
