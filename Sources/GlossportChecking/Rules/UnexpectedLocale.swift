import GlossportProject
import GlossportReading

enum UnexpectedLocale: Rule {
    static let description = RuleDescription(
        "unexpected-locale",
        .warning,
        """
        The locale is not in the project file's list of expected locales. It is imported anyway. Usually the list is incomplete; \
        sometimes a file is in the wrong delivery.
        """
    )
    private static let project: Project = {
        var project = Project(app: "com.example.app")
        project.locales.expected = ["de-DE"].compactMap { StoreLocale($0) }
        return project
    }()
    static let triggering = [
        RuleExample("French was not expected", "keep.header [de] = Bleib\nkeep.header [fr] = Restez", project: project)
    ]
    static let nonTriggering = [
        RuleExample("as expected", "keep.header [de] = Bleib", project: project),
        RuleExample("no list, no expectation", "keep.header [fr] = Restez"),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        guard !project.locales.expected.isEmpty else { return [] }
        return catalog.locales.compactMap { use in
            guard let locale = use.resolution.locale, !project.locales.expected.contains(locale) else { return nil }
            return finding(
                "The locale \(locale) was delivered, but the project file does not expect it.",
                remedy: "Add it to `locales.expected`, or remove it from the delivery.",
                at: use.first,
                locale: locale.code
            )
        }
    }
}
