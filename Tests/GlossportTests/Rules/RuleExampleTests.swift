import GlossportChecking
import GlossportReading
import Testing

/// Every rule's own examples are its tests.
@Suite("Rules")
struct RuleExampleTests {
    static let triggering = RuleSet.all.flatMap { rule in rule.triggering.map { (rule.description.id, $0.title) } }
    static let nonTriggering = RuleSet.all.flatMap { rule in rule.nonTriggering.map { (rule.description.id, $0.title) }
    }

    @Test("A rule says something about each of its triggering examples", arguments: triggering)
    func triggers(id: RuleID, title: String) throws {
        let rule = try #require(RuleSet.all.first { $0.description.id == id })
        let example = try #require(rule.triggering.first { $0.title == title })
        let findings = rule.check(example.catalog, example.project)
        #expect(!findings.isEmpty)
        for finding in findings {
            #expect(finding.rule == id)
            #expect(finding.severity == rule.description.severity)
            #expect(finding.text.hasSuffix(".") && finding.remedy.last.map { ".?".contains($0) } == true)
            let isTeams = ["vendor", "project file", "`glossport "].contains(where: finding.remedy.contains)
            #expect(!isTeams || finding.audience != .vendor, "The vendor would be sent: \(finding.remedy)")
        }
    }

    @Test("A rule says nothing about its other examples", arguments: nonTriggering)
    func staysSilent(id: RuleID, title: String) throws {
        let rule = try #require(RuleSet.all.first { $0.description.id == id })
        let example = try #require(rule.nonTriggering.first { $0.title == title })
        #expect(rule.check(example.catalog, example.project) == [])
    }

    @Test("No rule examines a text of more than four times its limit, which is too long whatever it says")
    func bound() {
        for words in ["${{a", "m.m.", "a@", "<b>", "1.", "TODO ", "„", "a  ", "\u{7}", "\u{202E}a", "\u{200B}"] {
            let long = String(repeating: words, count: 4 * 144 + 1)
            let example = RuleExample("", "keep.header [de-DE] = Bleib hier\nkeep.body [de-DE] = \(long)")
            let findings = RuleSet.findings(in: example.catalog, for: example.project).filter { $0.field == "body" }
            #expect(findings.map(\.rule) == ["text-too-long"], "\(words)")
        }
    }

    @Test("Rule ids are unique and in kebab case")
    func ids() {
        let ids = RuleSet.all.map { $0.description.id.rawValue }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
    }

    @Test("Every rule has an explanation and examples of both kinds", arguments: RuleSet.all.map { $0.description.id })
    func documented(id: RuleID) throws {
        let rule = try #require(RuleSet.all.first { $0.description.id == id })
        #expect(rule.description.explanation.count > 60)
        #expect(!rule.triggering.isEmpty)
        #expect(!rule.nonTriggering.isEmpty)
    }

    @Test("The project file turns rules off and changes their severity")
    func severities() {
        let example = RuleExample("", "keep.header [de-DE] = Bleib \nkeep.body [de-DE] = ")
        var project = example.project
        project.rules = ["untranslated-field": .off, "surrounding-whitespace": .error, "wrong-language": .off]
        let findings = RuleSet.findings(in: example.catalog, for: project)
        #expect(findings.map(\.rule) == ["surrounding-whitespace"])
        #expect(findings.map(\.severity) == [.error])
    }
}
