import GlossportProject
import GlossportReading

enum ExpectedLocaleMissing: Rule {
    static let description = RuleDescription(
        "expected-locale-missing",
        .error,
        """
        The project file expects the locale, but nothing was delivered for it or for a locale that is copied to it. Customers there \
        would see no retention message, and no other rule would report it.
        """
    )
    static let issue = QualityIssue.omission
    private static let project: Project = {
        var project = Project(app: "com.example.app")
        project.locales.expected = ["de-DE", "ja"].compactMap { StoreLocale($0) }
        return project
    }()
    static let triggering = [RuleExample("Japanese is missing", "keep.header [de-DE] = Bleib", project: project)]
    static let nonTriggering = [
        RuleExample("both are there", "keep.header [de] = Bleib\nkeep.header [ja-JP] = 続ける", project: project),
        RuleExample(
            "one is a copy of the other",
            "keep.header [fr-FR] = Restez",
            project: {
                var project = Project(app: "com.example.app")
                project.locales.expected = ["fr-FR", "fr-CA"].compactMap { StoreLocale($0) }
                project.locales.originals = Dictionary(
                    uniqueKeysWithValues: zip(project.locales.expected.suffix(1), project.locales.expected)
                )
                return project
            }()
        ),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let delivered = Set(catalog.locales.compactMap(\.resolution.locale))
        let shown = delivered.union(catalog.copies.map(\.locale))
        let missing = project.locales.expected.filter { locale in
            // A copy is missing only because its original is, which is reported already.
            !shown.contains(locale)
                && !(project.locales.originals[locale].map(project.locales.expected.contains) ?? false)
        }
        return missing.map { locale in
            let other = catalog.otherKeyFiles.first { $0.locales.contains(locale) }
            let sibling = locale.sibling(among: delivered)
            return finding(
                "Nothing was delivered in \(locale), which the project file expects.",
                remedy: other.map { "It is in \($0.first.path), under keys such as \($0.pattern): see other-keys." }
                    ?? sibling.map {
                        "Ask the vendor for it, or show the texts of \($0) there: `also: { \($0): [\(locale)] }` under `locales`."
                    } ?? "Ask the vendor for it, or remove it from `locales.expected`.",
                request: "Translate it.",
                at: nil,
                locale: locale.code
            )
        }
    }
}
