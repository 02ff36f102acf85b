import GlossportChecking
import GlossportProject
import GlossportReading
import Testing

/// The rules' documented examples, run as tests.
@Suite("Rules")
struct RuleExampleTests {
    static let triggering = RuleSet.all.flatMap { rule in rule.triggering.map { (rule.description.id, $0.title) } }
    static let nonTriggering = RuleSet.all.flatMap { rule in rule.nonTriggering.map { (rule.description.id, $0.title) }
    }

    @Test("Each triggering example of a rule yields a finding", arguments: triggering)
    func triggers(id: RuleID, title: String) throws {
        let rule = try #require(RuleSet.all.first { $0.description.id == id })
        let example = try #require(rule.triggering.first { $0.title == title })
        let findings = rule.check(example.catalog, example.project)
        #expect(!findings.isEmpty)
        for finding in findings {
            #expect(finding.rule == id)
            #expect(finding.severity == rule.description.severity)
            #expect(finding.text.hasSuffix(".") && finding.remedy.last.map { ".?".contains($0) } == true)
            #expect((finding.vendorRequest == nil) == Self.teams.contains(id))
            guard let request = finding.vendorRequest else { continue }
            #expect(request.hasSuffix(".") && !request.contains("\n"))
            for word in Self.foreign { #expect(!request.contains(word), "The vendor would be sent: \(request)") }
        }
    }

    /// Rules about the project file, pictures and other matters for the team, without a vendor request.
    static let teams: Set<RuleID> = [
        "nothing-to-import", "repeated-text", "foreign-package", "other-keys", "unlisted-message", "unused-field",
        "locale-slip",
        "too-many-locales", "too-many-messages", "unexpected-locale", "source-unknown", "image-missing",
        "image-damaged", "image-dimensions", "image-translucent", "image-alpha-channel", "image-animated",
        "image-metadata", "image-copied", "image-used-twice", "image-unused", "invalid-identifier",
    ]
    /// Words that mean nothing to a vendor, who has neither the project file nor this program.
    static let foreign = [
        "option", "project file", "glossport", "--", "Have ", "the vendor", "encoding:", "`", "locales.", "messages:",
    ]

    @Test("Each non-triggering example of a rule yields no finding", arguments: nonTriggering)
    func staysSilent(id: RuleID, title: String) throws {
        let rule = try #require(RuleSet.all.first { $0.description.id == id })
        let example = try #require(rule.nonTriggering.first { $0.title == title })
        #expect(rule.check(example.catalog, example.project) == [])
    }

    @Test("Rules skip texts over four times their limit, which are reported as too long")
    func bound() {
        for words in ["${{a", "m.m.", "a@", "<b>", "1.", "TODO ", "„", "a  ", "\u{7}", "\u{202E}a", "\u{200B}"] {
            let long = String(repeating: words, count: 4 * 144 + 1)
            let example = RuleExample("", "keep.header [de-DE] = Bleib hier\nkeep.body [de-DE] = \(long)")
            let findings = RuleSet.findings(in: example.catalog, for: example.project).filter { $0.field == "body" }
            #expect(findings.map(\.rule) == ["text-too-long"], "\(words)")
        }
    }

    @Test("Rule IDs are unique and in kebab case")
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
