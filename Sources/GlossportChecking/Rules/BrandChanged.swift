import GlossportProject
import GlossportReading

enum BrandChanged: TextRule {
    static let description = RuleDescription(
        "brand-changed",
        .error,
        """
        The source contains a name listed under `terms.keep`, but the translation does not: the name was translated, misspelt or \
        omitted. An ending of up to three letters may follow the name, or a longer one after an apostrophe. Forms listed under \
        `forms`, such as a transliteration, are accepted.
        """
    )
    static let issue = QualityIssue.inconsistentEntities
    private static let project = Project(app: "com.example.app", keeping: ["Northlight"])
    static let triggering = [
        RuleExample("translated", "keep.body [de-DE] = Nordlicht bleibt << Northlight stays", project: project),
        RuleExample("misspelt", "keep.body [de-DE] = Nortlight bleibt << Northlight stays", project: project),
        RuleExample("made longer", "keep.body [nl-NL] = Northlighteria << Northlight", project: project),
        RuleExample(
            "in lower case",
            "keep.body [fr-FR] = restez chez northlight << Stay with Northlight",
            project: project
        ),
    ]
    static let nonTriggering = [
        RuleExample("an ending", "keep.body [fi] = Northlightin parhaat << The best of Northlight", project: project),
        RuleExample("all capitals", "keep.header [de-DE] = NORTHLIGHT BLEIBT << Northlight stays", project: project),
        RuleExample(
            "a no-break space in the name",
            "keep.body [fr-FR] = Restez avec Pantrio\u{A0}Plus << Stay with Pantrio Plus",
            project: Project(app: "com.example.app", keeping: ["Pantrio Plus"])
        ),
        RuleExample("no name in the source", "keep.body [de-DE] = Bleib << Stay", project: project),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let source = text.source else { return nil }
        for kept in project.terms.keep where WordSearch.contains(kept.text, in: source, matchesCase: true) {
            let forms = [kept.text, kept.text.uppercased()] + kept.forms
            guard !forms.contains(where: { WordSearch.contains($0, in: text.text, matchesCase: true) }) else {
                continue
            }
            return finding(
                text,
                "lacks the name “\(kept.text)”, which the source has.",
                remedy: "Ask the vendor to use the name unchanged, or list the locale's own form under `terms.keep`.",
                request: "Use the name “\(kept.text)” unchanged."
            )
        }
        return nil
    }
}

extension Project {
    /// Creates a project that keeps some names, for the rules' examples.
    init(app: String, keeping names: [String]) {
        self.init(app: app)
        terms.keep = names.map { Terms.Kept($0) }
    }
}
