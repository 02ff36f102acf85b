import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject

@Suite("Numbers across a few locales")
struct NumbersAcrossLocalesTests {
    @Test("A deviating percentage in one of three or four locales is a warning")
    func few() {
        let lines = "a.body [de-DE] = 40 %\na.body [fr-FR] = 50 %\na.body [it] = 50%"
        for text in [lines, lines + "\na.body [ja] = 50%"] {
            let findings = NumbersAcrossLocales.check(RuleExample("", text).catalog, Project(app: "com.example.app"))
            #expect(findings.map(\.locale) == ["de-DE"] && findings.map(\.severity) == [.warning])
        }
    }

    @Test("One deviating percentage is found among a thousand other numbers")
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

    @Test("An ambiguous number agrees with both of its values")
    func ambiguous() {
        let lines =
            "a.body [de-DE] = 1.000\na.body [fr-FR] = 1 000\na.body [it] = 1000\na.body [ja] = 1.000\na.body [pl] = 1000 2000\na.body [sv] = 7"
        let findings = NumbersAcrossLocales.check(RuleExample("", lines).catalog, Project(app: "com.example.app"))
        #expect(findings.map(\.locale) == ["sv"])
        #expect(findings.first?.text.contains("has 7 where 5 of 5 other locales have 1") == true)
    }
}
