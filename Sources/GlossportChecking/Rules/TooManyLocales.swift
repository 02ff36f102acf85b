import GlossportProject
import GlossportReading

enum TooManyLocales: Rule {
    static let description = RuleDescription(
        "too-many-locales",
        .error,
        """
        The deliveries name more than 1,000 locales. Probably a column or an attribute with other values was read as the locale. \
        Units beyond the first thousand locales are skipped.
        """
    )
    static let triggering = [
        RuleExample("numbers in the place of locales", lines(CatalogBuilder.maximumLocales + 1))
    ]
    static let nonTriggering = [RuleExample("many locales", lines(100))]

    private static func lines(_ count: Int) -> String {
        (1...count).map { "keep.header [x-\($0)] = Bleib" }.joined(separator: "\n")
    }

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        guard let further = catalog.unitsInFurtherLocales else { return [] }
        return [
            finding(
                "The deliveries name more than \(CatalogBuilder.maximumLocales) locales; \(further.units) in further ones, the first in "
                    + "“\(further.name.prefix(40))”, were skipped.",
                remedy: "Check which column or attribute is read as the locale.",
                at: further.first
            )
        ]
    }
}
