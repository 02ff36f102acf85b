import GlossportReading

/// Two locales whose texts were exchanged.
enum SwappedLocales: Rule {
    static let description = RuleDescription(
        "swapped-locales",
        .error,
        """
        The texts of one locale are in the language of another, and the other way round: two columns or two files were exchanged, or two paths in the project file. All texts of a locale together are judged.
        """
    )
    static let triggering = [
        RuleExample(
            "German and French exchanged",
            """
            a.header [fr-FR] = Bleib und hör weiter
            a.body [fr-FR] = Deine Lieder und Listen bleiben für dich da
            b.header [fr-FR] = Komm zurück und spare
            b.body [fr-FR] = Das Angebot gilt für dich und deine Familie
            a.header [de-DE] = Restez avec nous
            a.body [de-DE] = Vos titres et vos listes restent avec vous
            b.header [de-DE] = Revenez pour les vacances
            b.body [de-DE] = Une offre pour vous et les vôtres
            """,
            languages: .example
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "each in its place",
            """
            a.header [de-DE] = Bleib und hör weiter
            a.body [de-DE] = Deine Lieder und Listen bleiben für dich da
            b.header [de-DE] = Komm zurück und spare
            b.body [de-DE] = Das Angebot gilt für dich und deine Familie
            a.header [fr-FR] = Restez avec nous
            a.body [fr-FR] = Vos titres et vos listes restent avec vous
            b.header [fr-FR] = Revenez pour les vacances
            b.body [fr-FR] = Une offre pour vous et les vôtres
            """,
            languages: .example
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        pairs(in: catalog).map { left, right in
            let places = [left, right].map { locale in catalog.records.first { $0.locale == locale }?.location }
            let names = [left, right].map { LanguageWords.name(of: $0.guessable) }
            return Finding(
                id,
                .error,
                "The texts of \(left) are in \(names[1]), and those of \(right) in \(names[0]).",
                remedy: "Exchange them: in the files, or where the project file says which is which.",
                at: places[0],
                related: [places[1]].compactMap(\.self),
                locale: left.code
            )
        }
    }

    /// The locales whose texts were exchanged.
    static func pairs(in catalog: Catalog) -> [(StoreLocale, StoreLocale)] {
        let guesses = catalog.languages.locales.filter {
            WrongLanguage.isWrong($0.value, $0.key) || isOtherChinese($0.value, $0.key)
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
