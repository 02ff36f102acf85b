/// A unit that is there, without a translation that may be used.
enum UntranslatedField: Rule {
    static let description = RuleDescription(
        "untranslated-field",
        .error,
        """
        The delivery holds the unit, but its target is empty, or its state says that it is not ready (`new`, \
        `needs-translation`, fuzzy). The source text is never used in its place. `--min-state` and `locales.minimumState` say which states are good enough.
        """
    )
    static let triggering = [
        RuleExample("an empty target", "keep.header [de-DE] = Bleib\nkeep.body [de-DE] =")
    ]
    static let nonTriggering = [
        RuleExample("translated", "keep.header [de-DE] = Bleib\nkeep.body [de-DE] = Deine Daten bleiben.")
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.records.flatMap { record in
            record.fields.sorted { $0.key < $1.key }.filter { $0.value.text == nil }.map { field, value in
                finding(
                    "\(field.name) of \(record.message) is not translated into \(record.locale) (state: \(value.state.rawValue)).",
                    remedy: value.state == .untranslated
                        ? "Send the unit back to the vendor."
                        : "Have it reviewed, or accept it with --min-state \(value.state.rawValue).",
                    record,
                    field,
                    at: value.location
                )
            }
        }
    }
}
