import Glossport
import GlossportTesting
import Testing

@Suite("Approval status")
struct ApprovalStatusTests {
    private static func texts(_ digest: UInt8, locale: String = "he") -> LocaleTexts {
        LocaleTexts(locale: locale, messages: 1, digest: [UInt8](repeating: digest, count: 32))
    }

    private static func approved(_ digest: UInt8, by person: String = "Noa Levi") -> Approval {
        Approval(.approved(texts(digest)), by: person, at: JournalSamples.moment())
    }

    private static let withdrawn = Approval(.withdrawn(locale: "he"), by: nil, at: JournalSamples.moment())

    @Test(
        "The newest approval counts until it is withdrawn",
        arguments: [
            ([], .notApproved), ([approved(1)], .approved), ([approved(2)], .changed),
            ([approved(2), approved(1)], .approved), ([approved(1), approved(2)], .changed),
            ([approved(1), withdrawn], .withdrawn), ([approved(1), withdrawn, approved(1)], .approved),
            ([withdrawn], .notApproved),
        ] as [([Approval], ApprovalStatus.State)]
    )
    func newest(approvals: [Approval], state: ApprovalStatus.State) {
        let statuses = ApprovalStatus.of([Self.texts(1)], approvals: approvals)
        #expect(statuses.map(\.state) == [state])
        #expect(statuses.first?.approval == approvals.last { $0.texts != nil })
    }

    @Test("A locale that is no longer delivered keeps its approval")
    func notDelivered() {
        let statuses = ApprovalStatus.of([Self.texts(1, locale: "da")], approvals: [Self.approved(1)])
        #expect(statuses.map(\.locale) == ["da", "he"])
        #expect(statuses.map(\.state) == [.notApproved, .notDelivered])
    }
}
