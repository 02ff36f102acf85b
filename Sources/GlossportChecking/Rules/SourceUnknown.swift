import GlossportReading

/// A delivery of which nobody knows from which language it was translated.
enum SourceUnknown: Rule {
    static let description = RuleDescription(
        "source-unknown",
        .note,
        """
        No file carries source texts, and neither the files nor `locales.source` say which locale the others were translated from. Numbers, names and terms can't be compared with the source, so those rules were not run.
        """
    )
    static let audience = Finding.Audience.teamAlone
    static let triggering = [RuleExample("no sources", "a.body [de-DE] = Bleib\na.body [fr-FR] = Restez")]
    static let nonTriggering = [
        RuleExample("sources", "a.body [de-DE] = Bleib << Stay\na.body [fr-FR] = Restez << Stay"),
        RuleExample("a single locale", "a.body [de-DE] = Bleib"),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        guard catalog.sourceLocale == nil, let first = catalog.records.first,
            catalog.records.contains(where: { $0.locale != first.locale }),
            !catalog.records.contains(where: { $0.fields.values.contains { $0.source != nil } })
        else { return [] }
        return [
            finding(
                "Nothing says from which locale the others were translated, so no text was compared with its source.",
                remedy: "Write the locale as `source:` under `locales:`.",
                at: nil
            )
        ]
    }
}
