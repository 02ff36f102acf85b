import GlossportProject
import GlossportReading

enum WrongLanguage: Rule {
    static let description = RuleDescription(
        "wrong-language",
        .error,
        """
        The texts of a locale in a file are in another language, such as German texts in a French file. All its texts (at least \
        four) are judged together. A single message of at least sixty letters is only a warning, and so is a language that is hard \
        to distinguish, such as Danish and Norwegian. A single text is a warning if it has two words or letters that exist only in \
        a similar language, such as “usted” in Portuguese; between the two forms of Portuguese, one word is enough. The same applies if its dictionary lacks words that the dictionary of a similar \
        language has. Languages are detected with CLD2, and on a Mac with Apple's NaturalLanguage; a build on Linux without CLD2 reports that \
        the rule was not run. The dictionaries are those of `misspelling`.
        """
    )
    static let issue = QualityIssue.mistranslation
    static let triggering = [
        RuleExample(
            "a file of German texts in the French locale",
            RuleExample.german(in: "fr-FR"),
            languages: .example
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "the same in the German one",
            RuleExample.german(in: "de-DE"),
            languages: .example
        ),
        RuleExample(
            "two short texts",
            "a.header [fr-FR] = Bleib und hör\na.body [fr-FR] = Für dich",
            languages: .example
        ),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let languages = catalog.languages
        let swapped = Set(SwappedLocales.pairs(in: catalog).flatMap { [$0.0, $0.1] })
        let records = catalog.records.filter { !swapped.contains($0.locale) }
        guard languages.isAvailable else {
            return catalog.records.isEmpty ? [] : [notRun] + records.compactMap { close($0, catalog, project) }
        }
        let (files, judged) = files(of: languages, besides: swapped)
        func isJudged(_ record: MessageRecord) -> Bool {
            record.fields.values.contains {
                judged.contains(LanguageInventory.Part(path: $0.location.path, locale: record.locale))
            }
        }
        let single = catalog.records.enumerated().compactMap { index, record in
            swapped.contains(record.locale) || isJudged(record) || index >= languages.records.count
                ? nil : languages.records[index].flatMap { self.finding(about: record, $0, project) }
        }
        let findings = files + single
        let known = Set(findings.compactMap(\.location))
        let others = records.filter { record in
            !isJudged(record) && !record.fields.values.contains { known.contains($0.location) }
        }
        return findings + others.compactMap { close($0, catalog, project) }
    }

    /// The files whose texts in a locale seem to be in another language.
    private static func files(
        of languages: LanguageInventory,
        besides swapped: Set<StoreLocale>
    ) -> (findings: [Finding], parts: Set<LanguageInventory.Part>) {
        var findings: [Finding] = []
        var judged: Set<LanguageInventory.Part> = []
        for (part, found) in languages.parts.sorted(by: { $0.value.place < $1.value.place }) {
            guard found.texts >= LanguageInventory.leastTexts, !swapped.contains(part.locale),
                let guess = found.guess, guess.contradicts(part.locale),
                // Names and codes often look like obscure languages.
                LanguageNames.name(of: guess.language) != nil
            else { continue }
            let isClose = LanguageGuess.areClose(guess.language, part.locale.guessable)
            let isCertain = !isClose && guess.isOfStore
            // Close languages require more texts.
            guard !isClose || found.texts >= 4 * LanguageInventory.leastTexts else { continue }
            judged.insert(part)
            findings.append(
                Finding(
                    id,
                    isCertain ? .error : .warning,
                    "The \(found.texts) texts of this file in \(part.locale) seem to be \(LanguageWords.name(of: guess.language)).",
                    remedy: "Check them; if they are, ask the vendor for the right file.",
                    for: .team,
                    request: request(guess, part.locale),
                    at: found.place,
                    locale: part.locale.code
                )
            )
        }
        return (findings, judged)
    }

    /// A finding about a record that seems to be in another language, unless its script already shows that.
    private static func finding(about record: MessageRecord, _ guess: LanguageGuess, _ project: Project) -> Finding? {
        guard guess.share >= 80, guess.isOfStore, guess.contradicts(record.locale),
            !LanguageGuess.areClose(guess.language, record.locale.guessable), let place = record.location,
            !CheckedText.isForeign(record, project)
        else { return nil }
        return Finding(
            id,
            .warning,
            "\(record.message) in \(record.locale) seems to be \(LanguageWords.name(of: guess.language)).",
            remedy: "Ask the vendor whether it was translated into the right language.",
            for: .team,
            request: request(guess, record.locale),
            at: place,
            locale: record.locale.code,
            message: record.message
        )
    }

    private static func request(_ guess: LanguageGuess, _ locale: StoreLocale) -> String {
        "This text seems to be \(LanguageWords.name(of: guess.language)): write it in \(locale.languageName)."
    }

    /// A finding about the first text of a record that is certainly in a close language.
    private static func close(_ record: MessageRecord, _ catalog: Catalog, _ project: Project) -> Finding? {
        for (field, value) in record.texts.sorted(by: { $0.key < $1.key }) {
            guard let text = value.text, field.isExamined(text),
                let (name, words) = closeLanguage(of: text, field, record, catalog, project)
            else { continue }
            let list = words.map { "“\($0)”" }.joined(separator: ", ")
            var found = finding(
                "\(field.name) of \(record.message) in \(record.locale) seems to be \(name): \(list).",
                remedy: "Ask the vendor whether it was translated into the right language.",
                request: "This text seems to be \(name) (\(list)): write it in \(record.locale.languageName).",
                record,
                field,
                at: value.location,
                marking: words.first.map { .words($0) }
            )
            found.severity = .warning
            return found
        }
        return nil
    }

    /// The close language of a text, if it is certain, with words that prove it.
    private static func closeLanguage(
        of text: String,
        _ field: Field,
        _ record: MessageRecord,
        _ catalog: Catalog,
        _ project: Project
    ) -> (name: String, words: [String])? {
        var text = text
        for kept in project.terms.keep { text = text.replacing(kept.text, with: "") }
        let locale = record.locale
        for right in locale.code == locale.language ? [locale.code] : [locale.language, locale.code] {
            if let other = CloseLanguage(of: text, insteadOf: right) { return (other.name, other.words) }
        }
        let slot = TextSlot(message: record.message, field: field, locale: record.locale)
        return catalog.spelling.texts[slot]?.language.map { ($0.name, $0.words) }
    }

    /// Whether a record is in a wrong language, so that its spelling must not be checked.
    static func concerns(_ record: MessageRecord, _ catalog: Catalog, _ project: Project) -> Bool {
        record.texts.contains { field, value in
            let slot = TextSlot(message: record.message, field: field, locale: record.locale)
            guard let guess = catalog.languages.texts[slot] else { return false }
            return guess.contradicts(record.locale) && !LanguageGuess.areClose(guess.language, record.locale.guessable)
        } || close(record, catalog, project) != nil
    }

    private static let notRun = Finding(
        id,
        .note,
        "Languages were not checked: this build lacks the library for it.",
        remedy: "Check the texts yourself, or use a build with CLD2.",
        for: .team,
        at: nil
    )
}
