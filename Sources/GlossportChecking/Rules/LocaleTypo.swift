import GlossportProject
import GlossportReading

enum LocaleTypo: Rule {
    static let description = RuleDescription(
        "locale-slip",
        .warning,
        """
        The identifier is wrong, but its meaning is certain: `en-UK`, `ko-KO`, `zh-CHS`. Glossport uses the locale that is meant. \
        Tell the vendor, or confirm it in `locales.map`.
        """
    )
    static let triggering = [RuleExample("en-UK", "keep.header [en-UK] = Stay")]
    static let nonTriggering = [RuleExample("en-GB", "keep.header [en-GB] = Stay")]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.locales.compactMap { use in
            guard case .mapped(let locale, .slip) = use.resolution else { return nil }
            return finding(
                "“\(use.delivered)” is read as \(locale).",
                remedy: "Write \(locale), or confirm it under `locales.map`.",
                at: use.first,
                locale: locale.code
            )
        }
    }
}
