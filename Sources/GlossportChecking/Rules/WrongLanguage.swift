import GlossportReading

/// Texts in another language than their locale's.
enum WrongLanguage: Rule {
    static let description = RuleDescription(
        "wrong-language",
        .error,
        """
        The texts of a locale in a file are in another language, such as German texts in a French file. All its texts (at least \
        four) are judged together. A single message of at least sixty letters is only a warning, and so is a language that is hard \
        to distinguish, such as Danish and Norwegian. A single text is a warning if it has two words or letters that exist only in \
        a similar language, such as “usted” in Portuguese. Languages are detected with CLD2; a build without CLD2 reports that the \
        rule was not run.
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
            return catalog.records.isEmpty ? [] : [notRun] + records.compactMap { close($0, project) }
        }
        var findings: [Finding] = []
        var judged: Set<LanguageInventory.Part> = []
        for (part, found) in languages.parts.sorted(by: { $0.value.place < $1.value.place }) {
            guard found.texts >= LanguageInventory.leastTexts, !swapped.contains(part.locale),
                let guess = found.guess, guess.contradicts(part.locale),
                // Names and codes look like languages of which few have heard.
                LanguageNames.name(of: guess.language) != nil
            else { continue }
            let isClose = LanguageGuess.areClose(guess.language, part.locale.guessable)
            let isCertain = !isClose && guess.isOfStore
            // Close languages take more texts to tell apart.
            guard !isClose || found.texts >= 4 * LanguageInventory.leastTexts else { continue }
            judged.insert(part)
            findings.append(
                Finding(
                    id,
                    isCertain ? .error : .warning,
                    "The \(found.texts) texts of this file in \(part.locale) seem to be \(LanguageWords.name(of: guess.language)).",
                    remedy: "Check them; if they are, ask the vendor for the right file.",
                    for: .team,
                    request:
                        "This text seems to be \(LanguageWords.name(of: guess.language)): write it in \(part.locale.languageName).",
                    at: found.place,
                    locale: part.locale.code
                )
            )
        }
        for (index, record) in catalog.records.enumerated() where !swapped.contains(record.locale) {
            guard index < languages.records.count,
                let guess = languages.records[index], guess.share >= 80, guess.isOfStore,
                guess.contradicts(record.locale),
                !LanguageGuess.areClose(guess.language, record.locale.guessable),
                let place = record.location,
                !record.fields.values.contains(where: {
                    judged.contains(LanguageInventory.Part(path: $0.location.path, locale: record.locale))
                })
            else { continue }
            // The letters alone have said it already.
            guard !CheckedText.isForeign(record, project) else { continue }
            findings.append(
                Finding(
                    id,
                    .warning,
                    "\(record.message) in \(record.locale) seems to be \(LanguageWords.name(of: guess.language)).",
                    remedy: "Ask the vendor whether it was translated into the right language.",
                    for: .team,
                    request:
                        "This text seems to be \(LanguageWords.name(of: guess.language)): write it in \(record.locale.languageName).",
                    at: place,
                    locale: record.locale.code,
                    message: record.message
                )
            )
        }
        let known = Set(findings.compactMap(\.location))
        return findings
            + records.filter { record in
                !record.fields.values.contains {
                    known.contains($0.location)
                        || judged.contains(LanguageInventory.Part(path: $0.location.path, locale: record.locale))
                }
            }.compactMap { close($0, project) }
    }

    /// The first of a record's texts that is certainly in a language close to its own.
    private static func close(_ record: MessageRecord, _ project: Project) -> Finding? {
        for (field, value) in record.texts.sorted(by: { $0.key < $1.key }) {
            guard var text = value.text, field.isExamined(text) else { continue }
            for kept in project.terms.keep { text = text.replacing(kept.text, with: "") }
            guard let other = CloseLanguage(of: text, insteadOf: record.locale.language) else { continue }
            let words = other.words.map { "“\($0)”" }.joined(separator: ", ")
            var found = finding(
                "\(field.name) of \(record.message) in \(record.locale) seems to be \(other.name): \(words).",
                remedy: "Ask the vendor whether it was translated into the right language.",
                request: "This text seems to be \(other.name) (\(words)): write it in \(record.locale.languageName).",
                record,
                field,
                at: value.location
            )
            found.severity = .warning
            return found
        }
        return nil
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
