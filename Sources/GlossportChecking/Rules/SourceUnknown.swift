import GlossportReading

/// A delivery of which nobody knows from which language it was translated.
enum SourceUnknown: Rule {
    static let description = RuleDescription(
        "source-unknown",
        .note,
        """
        No file carries source texts, and neither the files nor `locales.source` name the locale from which the others were translated. Texts are compared with those of en-US, en-GB or the only English locale; without one of these, the rules that compare numbers, names and terms with the source do not run.
        """
    )
    static let audience = Finding.Audience.teamAlone
    static let triggering = [
        RuleExample("no sources", "a.body [de-DE] = Bleib\na.body [fr-FR] = Restez"),
        RuleExample("an assumed source", "a.body [de-DE] = Bleib\na.body [en-US] = Stay"),
    ]
    static let nonTriggering = [
        RuleExample("sources", "a.body [de-DE] = Bleib << Stay\na.body [fr-FR] = Restez << Stay"),
        RuleExample("a single locale", "a.body [de-DE] = Bleib"),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        if catalog.isSourceAssumed, let source = catalog.sourceLocale {
            return [
                finding(
                    "Nothing names the locale from which the others were translated; texts are compared with \(source).",
                    remedy: "Write `source: \(source)` under `locales:`, or the right locale.",
                    at: nil
                )
            ]
        }
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
