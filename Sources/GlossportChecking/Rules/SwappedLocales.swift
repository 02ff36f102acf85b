import GlossportProject
import GlossportReading

enum SwappedLocales: Rule {
    static let description = RuleDescription(
        "swapped-locales",
        .error,
        """
        The texts of two locales are in each other's language: two columns, two files or two paths in the project file were \
        swapped. All texts of a locale are judged together.
        """
    )
    static let issue = QualityIssue.mistranslation
    static let triggering = [
        RuleExample(
            "German and French exchanged",
            RuleExample.german(in: "fr-FR") + "\n" + RuleExample.french(in: "de-DE"),
            languages: .example
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "each in its place",
            RuleExample.german(in: "de-DE") + "\n" + RuleExample.french(in: "fr-FR"),
            languages: .example
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        pairs(in: catalog).map { left, right in
            let places = [left, right].map { locale in catalog.records.first { $0.locale == locale }?.location }
            let names = [left, right].map { LanguageWords.name(of: $0.guessable) }
            var finding = finding(
                "The texts of \(left) are in \(names[1]), and those of \(right) in \(names[0]).",
                remedy: "Swap them in the files or in the project file.",
                request:
                    "Some \(names[0]) and \(names[1]) texts were swapped. If this one is in the wrong language, put the right one here; else leave it.",
                at: places[0],
                related: [places[1]].compactMap(\.self),
                locale: left.code
            )
            finding.otherLocale = right.code
            return finding
        }
    }

    static func pairs(in catalog: Catalog) -> [(StoreLocale, StoreLocale)] {
        let guesses = catalog.languages.locales.filter {
            $0.value.contradicts($0.key) || isOtherChinese($0.value, $0.key)
        }
        let locales = guesses.keys.sorted()
        return locales.flatMap { left in
            locales.filter { right in
                left < right && guesses[left]?.language == right.guessable && guesses[right]?.language == left.guessable
            }.map { (left, $0) }
        }
    }

    private static func isOtherChinese(_ guess: LanguageGuess, _ locale: StoreLocale) -> Bool {
        locale.language == "zh" && guess.language.hasPrefix("zh") && guess.language != locale.code
    }
}
