import GlossportProject
import GlossportReading

enum SourceUnknown: Rule {
    static let description = RuleDescription(
        "source-unknown",
        .note,
        """
        No file contains source texts, and neither the files nor `locales.source` name the source locale. Texts are compared with \
        those of en-US, en-GB or the only English locale. Without one of these, the rules that compare numbers, names and terms \
        with the source do not run.
        """
    )
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
                    "The source locale is unknown; texts are compared with \(source).",
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
                "The source locale is unknown, so no text was compared with its source.",
                remedy: "Write the locale as `source:` under `locales:`.",
                at: nil
            )
        ]
    }
}
