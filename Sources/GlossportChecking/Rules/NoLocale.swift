import GlossportProject
import GlossportReading

enum NoLocale: Rule {
    static let description = RuleDescription(
        "no-locale",
        .error,
        """
        Neither the file nor its folder declares the locale of these units: an XLIFF without target-language, a `.strings` file outside an \
        `.lproj` folder, a CSV without a locale column. The source language is never assumed.
        """
    )
    static let triggering = [RuleExample("a unit without locale", "keep.header = Bleib")]
    static let nonTriggering = [RuleExample("a unit with one", "keep.header [de-DE] = Bleib")]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.unitsWithoutLocale.values.map { units in
            let more = units.count > 1 ? " (and \(units.count - 1) more in this file)" : ""
            return finding(
                "The unit \(units.first.key)\(more) has no locale.",
                remedy: "Give the delivery a `locale:` in the project file, or --as-locale.",
                request: "Tell us the language of these texts.",
                at: units.first.location
            )
        }
    }
}
