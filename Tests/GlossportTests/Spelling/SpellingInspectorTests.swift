import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject

@Suite("Spelling")
struct SpellingInspectorTests {
    /// The findings about spelling and languages in the given lines.
    private func findings(_ lines: String, keeping names: [String] = []) -> [Finding] {
        let project = Project(app: "com.example.app", keeping: names)
        let example = RuleExample("", lines, project: project, spelling: .example)
        let rules: Set<RuleID> = ["misspelling", "unknown-word", "lost-accents", "wrong-language"]
        return Implied.left(of: RuleSet.findings(in: example.catalog, for: project))
            .filter { rules.contains($0.rule) && $0.text.hasPrefix("Languages were not") == false }
    }

    @Test("A word that is the same in four languages is a name")
    func unchanged() {
        let three = ["de-DE", "pt-PT", "pt-BR", "fr-FR"].map { "a.body [\($0)] = Leider" }.joined(separator: "\n")
        #expect(findings(three).contains { $0.rule == "misspelling" })
        // Locales without a dictionary count as well.
        let four = ["de-DE", "pt-PT", "fr-FR", "it"].map { "a.body [\($0)] = Leider" }.joined(separator: "\n")
        #expect(!findings(four).contains { $0.locale != nil })
    }

    @Test("Missing dictionaries are reported once, with the packages to install")
    func missing() throws {
        let found = findings("a.body [fr-FR] = Bonjour\na.body [pl] = Witaj\na.body [ja] = やあ\na.body [de-DE] = Lieder")
        #expect(found.map(\.severity) == [.note])
        #expect(found.first?.text == "Spelling was not checked in fr-FR, pl.")
        #expect(try #require(found.first?.remedy).contains("hunspell-fr hunspell-pl"))
    }

    @Test("Words known only in the other Portuguese yield one language finding, not spelling ones")
    func otherPortuguese() {
        let found = findings("a.body [pt-BR] = guarde as suas listas o seu ecrã de casa")
        #expect(found.map(\.rule) == ["wrong-language"])
        #expect(found.map(\.severity) == [.warning])
    }

    @Test("A word that occurs in three texts counts as usage, not as a typo")
    func usual() {
        let lines = (1...3).map { "a\($0).body [de-DE] = Leider bleiben" }.joined(separator: "\n")
        #expect(findings(lines).map(\.severity) == [.note, .note, .note])
    }

    @Test("A wrongly decoded text yields no additional spelling findings")
    func implied() {
        #expect(findings("a.body [de-DE] = Lieder fÃ¼r dich Leider").isEmpty)
    }
}
