import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading
@testable import GlossportReporting

@Suite("Translations of an earlier source text")
struct TranslationOutdatedTests {
    private static let project: Project = {
        var project = Project(app: "com.example.app")
        project.locales.source = StoreLocale("en-US")
        return project
    }()

    private func findings(_ lines: String, sent: SentTexts = SentTexts(), of project: Project = project) -> [Finding] {
        var catalog = RuleExample("", lines, project: project).catalog
        catalog.sent = sent
        return RuleSet.findings(in: catalog, for: project).filter { $0.rule != "missing-field" }
    }

    private func outdated(_ lines: String, sent: SentTexts = SentTexts()) -> [String] {
        findings(lines, sent: sent).filter { $0.rule == "translation-outdated" }.map(\.text)
    }

    /// Texts sent by successive imports of message `a`; each element maps locales to headers.
    private func sent(_ imports: [[String: String]]) -> SentTexts {
        var texts = SentTexts()
        for (run, headers) in imports.enumerated() {
            for (locale, header) in headers.sorted(by: { $0.key < $1.key }) {
                texts.add([.header: header], of: "a", in: locale, run: Int64(run + 1), isApproved: true)
            }
        }
        return texts
    }

    @Test("A translation of an earlier source text about a different plan is reported")
    func yearly() throws {
        let lines = """
            keep.body [en-US] = Switch to the monthly plan. Cancel anytime.
            sv/keep.body [sv] = Byt till årsplanen och få gratis recept varje vecka. << Switch to the yearly plan and get free recipes every week.
            """
        let finding = try #require(findings(lines).first { $0.rule == "translation-outdated" })
        #expect(
            finding.text
                == "body of keep in sv translates “Switch to the ⟦yearly plan and get free recipes every week.⟧”; the source is “Switch to the ⟦monthly plan. Cancel anytime.⟧” now."
        )
        #expect(finding.severity == .warning && finding.source == "Switch to the monthly plan. Cancel anytime.")
    }

    @Test(
        "An old percentage is explained, and a new one is not compared with the old source"
    )
    func circle() throws {
        let english = "keep.body [en-US] = Save 30% today"
        let others = ["de-DE", "fr-FR", "it", "pl", "nl-NL"].map {
            "\($0)/keep.body [\($0)] = Nur 30 % << Save 30% today"
        }
        func rules(_ swedish: String) -> [Finding] {
            findings(
                ([english] + others + ["sv/keep.body [sv] = \(swedish) << Save 25% today"]).joined(separator: "\n")
            )
            .filter { $0.locale == "sv" && $0.severity > .note }
        }
        let old = rules("Spara 25 % i dag")
        #expect(old.map(\.rule) == ["numbers-across-locales", "translation-outdated"])
        #expect(
            old[0].text.hasSuffix(
                "has 25 % where 6 of 6 other locales have 30 %: it translates an earlier source text."
            )
        )
        #expect(old[0].request == "Translate the new source text: it has 30 % instead of 25 %.")
        #expect(rules("Spara 30 % i dag").map(\.rule) == ["translation-outdated"])
        let wrong = rules("Spara 40 % i dag").filter { $0.rule == "numbers-differ" }.map(\.text)
        let across = rules("Spara 40 % i dag").filter { $0.rule == "numbers-across-locales" }.map(\.request)
        #expect(wrong == ["body of keep in sv has 40 % where the source has 25 %. That is an earlier source text."])
        #expect(across == ["Check 40 %: the other languages have 30 %."])
    }

    @Test("A current translation is not reported, even if most locales translate the old source")
    func majority() {
        let old = ["de-DE", "fr-FR", "it", "pl", "nl-NL"].map { "\($0)/keep.body [\($0)] = Nur 25 % << Save 25% today" }
        let lines = ["keep.body [en-US] = Save 30% today"] + old + ["sv/keep.body [sv] = Spara 30 % << Save 30% today"]
        #expect(findings(lines.joined(separator: "\n")).filter { $0.locale == "sv" && $0.severity > .note }.isEmpty)
    }

    @Test(
        "White space and typographic variants do not change the source",
        arguments: [
            ("Don’t go – stay…", "Don't go - stay..."), ("Stay with us", "Stay\u{A0} with us "),
            ("Save 50%", "Save\u{AD} 50％"),
        ]
    )
    func variants(today: String, own: String) {
        #expect(outdated("a.header [en-US] = \(today)\nde/a.header [de-DE] = Bleib << \(own)").isEmpty)
    }

    @Test("Without sources in the files, the journal supplies the source of an unchanged translation")
    func journal() {
        let lines = "en/a.header [en-US] = Pause anytime\nde/a.header [de-DE] = Kündige jederzeit"
        #expect(outdated(lines, sent: sent([["en-US": "Cancel anytime", "de-DE": "Kündige jederzeit"]])).count == 1)
        // The new source is live; the translation is unchanged.
        let later = [["en-US": "Cancel anytime", "de-DE": "Kündige jederzeit"], ["en-US": "Pause anytime"]]
        #expect(outdated(lines, sent: sent(later)).count == 1)
    }

    @Test("A translation that arrived with or after today's source is not outdated")
    func inTime() {
        let lines = "en/a.header [en-US] = Pause anytime\nde/a.header [de-DE] = Pausiere jederzeit"
        #expect(outdated(lines, sent: sent([["en-US": "Cancel anytime", "de-DE": "Kündige"]])).isEmpty)
        let together = [
            ["en-US": "Cancel anytime", "de-DE": "Kündige"], ["en-US": "Pause anytime", "de-DE": "Pausiere jederzeit"],
        ]
        #expect(outdated(lines, sent: sent(together)).isEmpty)
        #expect(outdated(lines, sent: sent([["en-US": "Pause anytime"], ["de-DE": "Pausiere jederzeit"]])).isEmpty)
    }

    @Test("A file's own source is trusted; a table that repeats today's source for all is not")
    func ownSource() {
        let before = sent([["en-US": "Cancel anytime", "de-DE": "Kündige jederzeit"]])
        let file = "en/a.header [en-US] = Pause anytime\nde/a.header [de-DE] = Kündige jederzeit << Pause anytime"
        #expect(outdated(file, sent: before).isEmpty)
        let table = "t/a.header [en-US] = Pause anytime\nt/a.header [de-DE] = Kündige jederzeit << Pause anytime"
        #expect(outdated(table, sent: before).count == 1)
    }

    @Test("An acceptance is valid until the source changes again, and a brief does not request its text")
    func accepted() throws {
        func review(_ english: String, accepting id: FindingID? = nil) -> Review {
            var project = Self.project
            project.accepted = id.map { [Acceptance(finding: $0, by: "Anna", why: "It still fits.")] } ?? []
            let lines = "en/a.header [en-US] = \(english)\nde/a.header [de-DE] = Bleib << Stay"
            let catalog = RuleExample("", lines, project: project).catalog
            let collected = Collected(catalog: catalog, findings: [], files: [], skipped: [:], sources: [])
            return Review(project, collected, collected.findings(for: project), rules: [])
                .accepting(on: "2026-11-26", isWhole: false)
        }
        let first = review("Stay here")
        let finding = try #require(first.findings.first { $0.rule == "translation-outdated" })
        let same = review("Stay here", accepting: first.id(of: finding))
        #expect(same.accepted.count == 1)
        #expect(try TextsToDo(.brief, of: first, at: 0).packages.flatMap(\.allTexts).map(\.reason) == [.outdated])
        #expect(try TextsToDo(.brief, of: same, at: 0).packages.flatMap(\.allTexts).isEmpty)
        #expect(review("Stay there", accepting: first.id(of: finding)).accepted.isEmpty)
    }
}
