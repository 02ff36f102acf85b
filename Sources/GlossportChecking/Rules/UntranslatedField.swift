import GlossportProject
import GlossportReading

enum UntranslatedField: Rule {
    static let description = RuleDescription(
        "untranslated-field",
        .error,
        """
        The delivery contains the unit, but its target is empty, or its state shows that it is not ready (`new`, \
        `needs-translation`, fuzzy). The source text is never used instead. `locales.minimumState` sets the lowest \
        state that is imported.
        """
    )
    static let issue = QualityIssue.untranslated
    static let triggering = [
        RuleExample("an empty target", "keep.header [de-DE] = Bleib\nkeep.body [de-DE] =")
    ]
    static let nonTriggering = [
        RuleExample("translated", "keep.header [de-DE] = Bleib\nkeep.body [de-DE] = Deine Daten bleiben.")
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.records.flatMap { record in
            // A missing id is not an error: ids are derived from the content.
            record.texts.filter { $0.value.text == nil }.sorted { $0.key < $1.key }
                .map { field, value in
                    let isThere = value.state > .untranslated
                    return finding(
                        isThere
                            ? "\(field.name) of \(record.message) in \(record.locale) is only in the state \(value.state.rawValue); \(project.locales.minimumState.rawValue) is wanted."
                            : "\(field.name) of \(record.message) is not translated into \(record.locale).",
                        remedy: isThere
                            ? "Have it reviewed, or accept it with `locales.minimumState: \(value.state.rawValue)`."
                            : "Send the unit back to the vendor.",
                        request: isThere
                            ? "Check it. If it is right, leave it as it is: sending it back confirms it."
                            : "Translate it.",
                        record,
                        field,
                        at: value.location
                    )
                }
        }
    }
}
