import Glossport
import GlossportProject
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("What a refused run recommends")
struct RefusalTests {
    @Test("Texts that nobody has approved are to be looked at, and approved for where they go")
    func unapproved() {
        let texts = ["de-DE", "fr-FR"].map { LocaleTexts(locale: $0, messages: 1, digest: []) }
        let standings = ApprovalStatus.of(texts, approvals: [])
        let destination = Destination(app: "com.example.northlight", environment: .production)
        let refusal = Refusal(.unapproved(standings, at: destination))
        #expect(
            refusal.error.remedy?.contains(
                "`glossport approve --environment production --locale de-DE,fr-FR --by NAME`"
            )
                == true
        )
        #expect(refusal.lines == ["de-DE, fr-FR: not approved"])
    }
}
