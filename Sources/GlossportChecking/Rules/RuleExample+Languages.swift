extension RuleExample {
    /// Four German texts in a locale, as lines of an example.
    static func german(in locale: String) -> String {
        """
        a.header [\(locale)] = Bleib und hör weiter
        a.body [\(locale)] = Deine Lieder und Listen bleiben für dich da
        b.header [\(locale)] = Komm zurück und spare
        b.body [\(locale)] = Das Angebot gilt für dich und deine Familie
        """
    }

    /// The same in French.
    static func french(in locale: String) -> String {
        """
        a.header [\(locale)] = Restez avec nous
        a.body [\(locale)] = Vos titres et vos listes restent avec vous
        b.header [\(locale)] = Revenez pour les vacances
        b.body [\(locale)] = Une offre pour vous et les vôtres
        """
    }
}

extension LanguageInspector {
    /// Tells German from French by a few words, for the rules' examples.
    static let example = LanguageInspector { text in
        let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
        let german = words.intersection(["und", "für", "dich", "deine", "das", "bei", "nicht"]).count
        let french = words.intersection(["vous", "vos", "les", "avec", "pour", "une", "et"]).count
        guard german != french else { return nil }
        return LanguageGuess(german > french ? "de" : "fr", share: 95)
    }
}
