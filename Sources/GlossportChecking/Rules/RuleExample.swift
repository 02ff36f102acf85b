package import GlossportProject
package import GlossportReading

/// A small delivery that demonstrates a rule.
package struct RuleExample: Sendable {
    /// The point of the example, as a phrase such as “a line break”.
    package var title: String
    package var units: [TranslationUnit]
    package var project: Project
    package var images: ImageInventory
    /// Language detection, for rules about languages.
    package var languages: LanguageInspector?
    /// The dictionaries, for rules about words.
    package var spelling: SpellingInspector?

    /// - Parameters:
    ///   - title: The point of the example.
    ///   - lines: One unit per line: `key [locale] = target`, optionally followed by ` << source` or ` ## note`. A line
    ///     that ends after `=` is an untranslated unit. Each unit has its line's number, and `file/key` puts it into
    ///     the file `file`.
    ///   - project: The project's settings.
    ///   - images: The images, for rules about images.
    ///   - languages: Language detection, for rules about languages.
    ///   - spelling: The dictionaries, for rules about words.
    package init(
        _ title: String,
        _ lines: String,
        project: Project = Project(app: "com.example.app"),
        images: ImageInventory = ImageInventory(),
        languages: LanguageInspector? = nil,
        spelling: SpellingInspector? = nil
    ) {
        self.title = title
        self.project = project
        self.images = images
        self.languages = languages
        self.spelling = spelling
        units = lines.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            guard let equals = line.firstRange(of: "=") else { return nil }
            let left = line[..<equals.lowerBound].split(separator: " ")
            let place = left.first?.split(separator: "/", maxSplits: 1) ?? []
            let parts = line[equals.upperBound...].dropFirst().split(separator: " ## ", maxSplits: 1)
            let right = parts.first?.split(separator: " << ", maxSplits: 1) ?? []
            let target = right.first.map(String.init) ?? ""
            return TranslationUnit(
                key: place.last.map(String.init) ?? "",
                locale: left.count > 1 ? String(left[1].dropFirst().dropLast()) : nil,
                source: right.count > 1 ? String(right[1]) : nil,
                target: target.isEmpty ? nil : target,
                state: target.isEmpty ? .untranslated : .translated,
                notes: parts.dropFirst().map(String.init),
                location: SourceLocation(
                    path: place.count > 1 ? String(place[0]) : "example",
                    line: index + 1,
                    column: 1
                )
            )
        }
    }

    package var catalog: Catalog {
        var builder = CatalogBuilder(project: project)
        for unit in units { builder.add(unit) }
        var catalog = builder.finish()
        catalog.images = images
        if let languages { catalog.languages = languages.inspect(catalog) }
        if let spelling { catalog.spelling = spelling.inspect(catalog, for: project) }
        return catalog
    }
}

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

    /// Four French texts in a locale, as lines of an example.
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
    /// Distinguishes German from French by a few words, for the rules' examples.
    static let example = LanguageInspector { text in
        let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
        let german = words.intersection(["und", "für", "dich", "deine", "das", "bei", "nicht"]).count
        let french = words.intersection(["vous", "vos", "les", "avec", "pour", "une", "et"]).count
        guard german != french else { return nil }
        return LanguageGuess(german > french ? "de" : "fr", share: 95)
    }
}

extension SpellingInspector {
    /// Dictionaries of a few words, for the rules' examples.
    static let example = SpellingInspector { name in
        guard let list = dictionaries[name] else { return nil }
        let words = Set(list.split(separator: " ").map(String.init))
        return InstalledDictionary(name, identity: name) { { words.contains($0) || words.contains($0.lowercased()) } }
    }

    private static let dictionaries = [
        "de_DE": "für dich deine Lieder bleiben hör weiter zurück über schön bis",
        "pt_PT": "o seu ecrã de telemóvel fica em casa guarde as suas listas",
        "pt_BR": "o seu celular a tela fica em casa salve suas listas",
    ]
}
