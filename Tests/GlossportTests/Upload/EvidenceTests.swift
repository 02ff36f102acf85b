import Glossport
import GlossportTesting
import Testing

@Suite("Evidence")
struct EvidenceTests {
    @Test(
        "What an id that is already there makes of its item",
        arguments: [
            // A doubtful attempt of ours: it landed.
            (.derived, 1, 0, false, .uploaded, .confirmed), (.fixed, 1, 0, false, .uploaded, .confirmed),
            (.derived, 2, 0, true, .uploaded, .confirmed), (.fixed, 1, 1, false, .uploaded, .confirmed),
            // No attempt of ours, derived id: the same content.
            (.derived, 0, 0, false, .uploaded, .adopted), (.derived, 0, 0, true, .uploaded, .adopted),
            // No attempt of ours, fixed id: unknown content, unless the user says otherwise.
            (.fixed, 0, 0, false, .conflict, nil), (.fixed, 0, 0, true, .uploaded, .adopted),
            // Refused before: it was uploaded from elsewhere, and a derived id proves that it is the same content.
            (.derived, 0, 1, false, .uploaded, .adopted), (.fixed, 0, 1, false, .conflict, nil),
            (.fixed, 0, 1, true, .uploaded, .adopted),
        ] as [(Item.Origin, Int, Int, Bool, ItemState, Proof?)]
    )
    func table(origin: Item.Origin, ambiguous: Int, refused: Int, adopts: Bool, state: ItemState, proof: Proof?) {
        var item = JournalSamples.item(1)
        item.origin = origin
        let history = AttemptHistory(attempts: ambiguous + refused, ambiguous: ambiguous, refused: refused)
        let change = Evidence.whenPresent(item, history: history, adoptsFixed: adopts)
        #expect(change.item == item.id)
        #expect(change.state == state)
        #expect(change.proof == proof)
        #expect((change.reason != nil) == (state == .conflict))
    }
}
