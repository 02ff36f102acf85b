import GlossportProject
import GlossportReading

enum TermMissing: TextRule {
    static let description = RuleDescription(
        "term-missing",
        .warning,
        """
        The source uses a term of the glossary, but the translation uses none of the glossary's terms for it in this language. \
        Terms are compared without regard to case, from the start of a word; `*` at the end of a term allows endings.
        """
    )
    static let issue = QualityIssue.terminology
    private static let project: Project = {
        var project = Project(app: "com.example.app")
        project.locales.source = StoreLocale("en-US")
        project.terms.concepts = [
            Terms.Concept(
                "subscription",
                [.init("subscription", "en"), .init("abo*", "de"), .init("vertrag", "de", .forbidden)]
            )
        ]
        return project
    }()
    static let triggering = [
        RuleExample("another word", "keep.body [de-DE] = Deine Mitgliedschaft << Your subscription", project: project)
    ]
    static let nonTriggering = [
        RuleExample("the term", "keep.body [de-DE] = Dein Abonnement << Your subscription", project: project),
        RuleExample(
            "a language without a term",
            "keep.body [fr-FR] = Votre forfait << Your subscription",
            project: project
        ),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard !project.terms.concepts.isEmpty, let source = text.source, let language = text.sourceLanguage else {
            return nil
        }
        for concept in project.terms.concepts {
            let allowed = concept.terms.filter { $0.status != .forbidden && $0.isFor(text.record.locale) }
            guard let wanted = allowed.first,
                let term = concept.terms.first(where: {
                    $0.isIn(language) && WordSearch.contains($0.text, in: source, matchesCase: false)
                }),
                !allowed.contains(where: { WordSearch.contains($0.text, in: text.text, matchesCase: false) })
            else { continue }
            return finding(
                text,
                "has no “\(wanted.text)”, the glossary's word for “\(term.text)”.",
                remedy: "Have the glossary's term used, or add this one to the glossary.",
                request: "Use “\(wanted.text.shownTerm)”, the agreed word for “\(term.text.shownTerm)”."
            )
        }
        return nil
    }
}
