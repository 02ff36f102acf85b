import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject

@Suite("Reviews")
struct ReviewTests {
    private func review(_ lines: String, accepted: [Acceptance] = []) -> Review {
        let example = RuleExample("", lines)
        var project = example.project
        project.rules = ["wrong-language": .off, "source-unknown": .off]
        project.accepted = accepted
        let collected = Collected(catalog: example.catalog, findings: [], files: [], skipped: [:], sources: [])
        return Review(project, collected, RuleSet.findings(in: example.catalog, for: project), rules: [])
    }

    private func decision(_ fingerprint: FindingID, until: String? = nil) -> Acceptance {
        Acceptance(finding: fingerprint, by: "Anna", why: "It is meant.", until: until)
    }

    private static let lines = "a.header [de-DE] = Bleib  hier\na.body [de-DE] = Deine Daten bleiben."

    @Test("A finding's ID depends on its text, not on its location")
    func fingerprints() throws {
        let first = review(Self.lines)
        let moved = review("x = y\n\n" + Self.lines)
        let changed = review(Self.lines.replacing("Bleib  hier", with: "Bleib  da"))
        func only(_ review: Review) throws -> FindingID {
            review.id(of: try #require(review.findings.first))
        }
        #expect(try only(first) == only(moved))
        #expect(try only(first) != only(changed))
    }

    @Test("An accepted finding is listed separately")
    func accepts() throws {
        let before = review(Self.lines)
        let fingerprint = before.id(of: try #require(before.findings.first))
        let after = review(Self.lines, accepted: [decision(fingerprint)]).accepting(on: "2026-11-22", isWhole: true)
        #expect(after.findings == [])
        #expect(after.accepted.map(\.finding.rule) == ["double-space"])
    }

    @Test("The last of two acceptances of a finding counts")
    func lastDecision() throws {
        let before = review(Self.lines)
        let id = before.id(of: try #require(before.findings.first))
        let accepted = [decision(id, until: "2026-11-22"), decision(id, until: "2027-01-31")]
        #expect(review(Self.lines, accepted: accepted).accepting(on: "2026-11-23", isWhole: true).findings == [])
    }

    @Test("An acceptance is valid through its last day")
    func ends() throws {
        let before = review(Self.lines)
        let fingerprint = before.id(of: try #require(before.findings.first))
        let reviewed = review(Self.lines, accepted: [decision(fingerprint, until: "2026-11-22")])
        #expect(reviewed.accepting(on: "2026-11-22", isWhole: true).findings == [])
        let over = reviewed.accepting(on: "2026-11-23", isWhole: true)
        #expect(Set(over.findings.map(\.rule)) == ["double-space", "acceptance-over"])
    }

    @Test("An unused acceptance is reported only if all deliveries were checked")
    func unused() throws {
        let unknown = try #require(FindingID("0123456789abcdef"))
        let reviewed = review("a.header [de-DE] = Bleib\na.body [de-DE] = Da.", accepted: [decision(unknown)])
        #expect(reviewed.accepting(on: "2026-11-22", isWhole: true).findings.map(\.rule) == ["acceptance-unused"])
        #expect(reviewed.accepting(on: "2026-11-22", isWhole: false).findings == [])
    }

    @Test("Groups are in ascending order of severity, then of size")
    func groups() {
        func finding(_ rule: RuleID, _ severity: Severity) -> Finding {
            Finding(rule, severity, "It is.", remedy: "Mend it.", at: nil, locale: "de-DE", message: "a")
        }
        let findings = [
            finding("b", .warning), finding("a", .warning), finding("a", .warning), finding("c", .error),
            finding("c", .note),
        ]
        let groups = FindingGroup.groups(of: findings)
        #expect(groups.map(\.name) == ["b", "a", "c"])
        #expect(groups.map(\.findings.count) == [1, 2, 2])
        #expect(groups.last?.findings.map(\.severity) == [.note, .error])
    }

    @Test("Findings are grouped by file or locale, with a group for those without one")
    func groupings() {
        func finding(_ path: String, _ locale: String?) -> Finding {
            let place = SourceLocation(path: path, line: 1, column: 1)
            return Finding("a", .error, "It is.", remedy: "Mend it.", at: place, locale: locale)
        }
        let findings = [finding("x", "de-DE"), finding("y", nil), finding("y", "de-DE")]
        #expect(FindingGroup.groups(of: findings, by: .file).map(\.name) == ["x", "y"])
        #expect(FindingGroup.groups(of: findings, by: .locale).map(\.name) == [nil, "de-DE"])
    }

    @Test("A shortened group keeps its most severe findings and lists the most severe last")
    func gravest() {
        func finding(_ severity: Severity, _ line: Int) -> Finding {
            Finding("a", severity, "It is.", remedy: "Mend it.", at: SourceLocation(path: "x", line: line, column: 1))
        }
        let findings = [finding(.error, 1), finding(.note, 2), finding(.warning, 3), finding(.warning, 4)]
        let shown = FindingGroup.groups(of: findings)[0].gravest(2)
        #expect(shown.map(\.location?.line) == [3, 1])
    }

    @Test("The table lists the message with the most errors first")
    func matrix() {
        func finding(_ severity: Severity, _ message: String, _ locale: String) -> Finding {
            Finding("a", severity, "It is.", remedy: "Mend it.", at: nil, locale: locale, message: message)
        }
        let matrix = FindingMatrix([
            finding(.warning, "x", "de-DE"), finding(.warning, "x", "fr-FR"), finding(.error, "y", "fr-FR"),
        ])
        #expect(matrix.messages == ["y", "x"])
        #expect(matrix.locales == ["de-DE", "fr-FR"])
        #expect(matrix.counts("y", "fr-FR").errors == 1)
        #expect(matrix.counts("y", "de-DE").isEmpty)
    }

    @Test("The table starts with findings about whole locales, including both of a swapped pair")
    func wholeLocales() {
        var exchange = Finding("swapped-locales", .error, "It is.", remedy: "Mend it.", at: nil, locale: "da")
        exchange.otherLocale = "sv"
        let other = Finding("a", .error, "It is.", remedy: "Mend it.", at: nil, locale: "de-DE", message: "x")
        let matrix = FindingMatrix([other, exchange])
        #expect(matrix.messages == [nil, "x"])
        #expect(matrix.locales == ["da", "de-DE", "sv"])
        #expect(matrix.counts(nil, "sv").errors == 1)
    }

    @Test("A locale that lacks most messages has one finding for all of them")
    func wholeLocale() {
        let lines = (1...40).map { "m\($0).header [de-DE] = Bleib\($0)" } + ["m1.header [fr-FR] = Restez"]
        let findings = MessageMissingInLocale.check(
            RuleExample("", lines.joined(separator: "\n")).catalog,
            Project(app: "com.example.app")
        )
        #expect(findings.count == 1)
        #expect(findings.first?.text.hasPrefix("39 of 40 messages are missing in fr-FR") == true)
    }

    @Test("Texts without a source are compared with those of the source locale")
    func sources() throws {
        var project = Project(app: "com.example.app")
        project.locales.source = StoreLocale("en-US")
        let catalog = RuleExample(
            "",
            "a.body [en-US] = Save 50% for 90 days\na.body [de-DE] = Spare 40 % für 90 Tage",
            project: project
        ).catalog
        let german = try #require(catalog.records.first { $0.locale.code == "de-DE" })
        #expect(german.fields[.body]?.source == "Save 50% for 90 days")
        #expect(NumbersDiffer.check(catalog, project).map(\.locale) == ["de-DE"])
    }
}
