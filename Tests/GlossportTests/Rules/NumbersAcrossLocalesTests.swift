import GlossportReading
import Testing

@testable import GlossportChecking

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
}
