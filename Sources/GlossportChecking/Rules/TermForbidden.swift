import GlossportProject
import GlossportReading

enum TermForbidden: TextRule {
    static let description = RuleDescription(
        "term-forbidden",
        .error,
        """
        The text uses a word that the project file lists under `terms.forbidden`, or that the glossary marks as forbidden for its language.
        """
    )
    static let issue = QualityIssue.terminology
    private static let project: Project = {
        var project = Project(app: "com.example.app")
        project.terms.forbidden = [
            .init("kündig*", locales: [StoreLocale("de-DE")].compactMap(\.self), why: "say: beenden")
        ]
        return project
    }()
    static let triggering = [
        RuleExample("a forbidden word", "keep.body [de-DE] = Jetzt nicht kündigen", project: project)
    ]
    static let nonTriggering = [
        RuleExample("another word", "keep.body [de-DE] = Jetzt nicht beenden", project: project),
        RuleExample("another locale", "keep.body [nl-NL] = kündigen", project: project),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard !project.terms.isEmpty else { return nil }
        let locale = text.record.locale
        for word in project.terms.forbidden where word.locales.isEmpty || word.locales.contains(locale) {
            guard WordSearch.contains(word.text, in: text.text, matchesCase: false) else { continue }
            let reason = word.why.map { ": \($0)" } ?? ""
            return finding(
                text,
                "uses the forbidden word “\(word.text)”\(reason).",
                remedy: "Have it reworded.",
                request: "Do not use “\(word.text.shownTerm)”\(reason).",
                marking: .words(word.text.termBeginning)
            )
        }
        for concept in project.terms.concepts {
            for term in concept.terms where term.status == .forbidden && term.isFor(locale) {
                guard WordSearch.contains(term.text, in: text.text, matchesCase: false) else { continue }
                let better = concept.terms.first { $0.status != .forbidden && $0.isFor(locale) }
                return finding(
                    text,
                    "uses “\(term.text)”, which the glossary forbids.",
                    remedy: better.map { "Have “\($0.text)” used." } ?? "Have it reworded.",
                    request: better.map { "Use “\($0.text.shownTerm)” instead of “\(term.text.shownTerm)”." }
                        ?? "Do not use “\(term.text.shownTerm)”.",
                    marking: .words(term.text.termBeginning)
                )
            }
        }
        return nil
    }
}
