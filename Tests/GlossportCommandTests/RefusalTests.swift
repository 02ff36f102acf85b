import Glossport
import GlossportProject
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Recommendations of refused runs")
struct RefusalTests {
    @Test("Unapproved texts must be approved for the destination's environment")
    func unapproved() {
        let texts = ["de-DE", "fr-FR"].map { LocaleTexts(locale: $0, messages: 1, digest: []) }
        let statuses = ApprovalStatus.of(texts, approvals: [])
        let destination = Destination(app: "com.example.northlight", environment: .production)
        let refusal = Refusal(.unapproved(statuses, at: destination))
        #expect(
            refusal.error.remedy?.contains(
                "`glossport approve --environment production --locale de-DE,fr-FR --by NAME`"
            )
                == true
        )
        #expect(refusal.lines == ["de-DE, fr-FR: not approved"])
    }
}
