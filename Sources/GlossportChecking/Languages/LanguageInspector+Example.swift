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
