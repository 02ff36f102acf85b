import Glossport
import GlossportTesting
import Testing

@Suite("Evidence")
struct EvidenceTests {
    @Test(
        "A 409 for an ID makes its item uploaded, or a conflict if a fixed ID may be another tool's",
        arguments: [
            // A doubtful attempt of ours: it succeeded.
            (.derived, 1, 0, false, .uploaded, .confirmed), (.fixed, 1, 0, false, .uploaded, .confirmed),
            (.derived, 2, 0, true, .uploaded, .confirmed), (.fixed, 1, 1, false, .uploaded, .confirmed),
            // No attempt of ours, derived ID: the same content.
            (.derived, 0, 0, false, .uploaded, .adopted), (.derived, 0, 0, true, .uploaded, .adopted),
            // No attempt of ours, fixed ID: unknown content, unless the user adopts it.
            (.fixed, 0, 0, false, .conflict, nil), (.fixed, 0, 0, true, .uploaded, .adopted),
            // Refused before: it was uploaded elsewhere, and a derived ID proves that the content is the same.
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
