import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject

@Suite("Numbers across a few locales")
struct NumbersAcrossLocalesTests {
    @Test("One of three or four locales with another percentage is a warning")
    func few() {
        let lines = "a.body [de-DE] = 40 %\na.body [fr-FR] = 50 %\na.body [it] = 50%"
        for text in [lines, lines + "\na.body [ja] = 50%"] {
            let findings = NumbersAcrossLocales.check(RuleExample("", text).catalog, Project(app: "com.example.app"))
            #expect(findings.map(\.locale) == ["de-DE"] && findings.map(\.severity) == [.warning])
        }
    }

    @Test("One other percentage is found among a thousand numbers of its own")
    func manyNumbers() {
        let codes = ["de-DE", "fr-FR", "it", "ja", "es-ES", "pl", "sv", "da", "fi", "ko", "nl-NL", "tr"]
        let lines = codes.enumerated().map { index, code in
            let numbers = (100..<190).map { "\(index)\($0)" }.joined(separator: ";")
            return "a.body [\(code)] = \(numbers) \(code == "ja" ? 40 : 50) %"
        }
        let catalog = RuleExample("", lines.joined(separator: "\n")).catalog
        let findings = NumbersAcrossLocales.check(catalog, Project(app: "com.example.app"))
        #expect(findings.map(\.locale) == ["ja"])
    }

    @Test("Numbers that may mean two values agree with both")
    func ambiguous() {
        let lines =
            "a.body [de-DE] = 1.000\na.body [fr-FR] = 1 000\na.body [it] = 1000\na.body [ja] = 1.000\na.body [pl] = 1000 2000\na.body [sv] = 7"
        let findings = NumbersAcrossLocales.check(RuleExample("", lines).catalog, Project(app: "com.example.app"))
        #expect(findings.map(\.locale) == ["sv"])
        #expect(findings.first?.text.contains("has 7 where 5 of 5 other locales have 1") == true)
    }
}
