import Glossport
import GlossportProject
import Testing

@Suite("Audit of item states")
struct JournalAuditTests {
    private static func uploads(_ outcomes: [Answer.Outcome?]) -> [JournalAudit.Entry] {
        outcomes.map { JournalAudit.Entry(.uploadMessage, $0) }
    }

    @Test(
        "An item's state that follows from its attempts is accepted",
        arguments: [
            (ItemState.planned, nil, []), (.planned, nil, [.throttled, .notSent, .unauthorized]),
            (.sending, nil, [nil]), (.sending, nil, [.unknown, nil]), (.unknown, nil, [.unknown]),
            (.unknown, nil, [nil, .throttled]), (.refused, nil, [.refused]), (.refused, nil, [.unknown, .refused]),
            (.uploaded, .response, [.accepted]), (.uploaded, .response, [.unknown, .throttled, .accepted]),
            (.uploaded, .confirmed, [.unknown, .alreadyPresent]), (.uploaded, .listed, [nil]),
            (.uploaded, .adopted, []), (.uploaded, .adopted, [.alreadyPresent]), (.conflict, nil, [.alreadyPresent]),
            (.conflict, nil, []),
        ] as [(ItemState, Proof?, [Answer.Outcome?])]
    )
    func agrees(state: ItemState, proof: Proof?, outcomes: [Answer.Outcome?]) {
        #expect(JournalAudit.contradiction(state, proof, Self.uploads(outcomes)) == nil)
    }

    @Test(
        "An item's state that contradicts its attempts is reported",
        arguments: [
            (ItemState.planned, nil, [.unknown]), (.planned, nil, [nil]), (.planned, nil, [.accepted]),
            (.planned, .response, []), (.sending, nil, [.refused]), (.sending, nil, []), (.unknown, nil, [.throttled]),
            (.unknown, nil, []), (.refused, nil, [.throttled]), (.refused, nil, [.accepted, .refused]),
            (.uploaded, .response, []), (.uploaded, .response, [.unknown]),
            (.uploaded, .response, [.accepted, .accepted]), (.uploaded, .confirmed, [.alreadyPresent]),
            (.uploaded, .confirmed, [.unknown]), (.uploaded, .listed, [.throttled]), (.uploaded, .adopted, [.accepted]),
            (.uploaded, nil, [.accepted]), (.conflict, nil, [.accepted]),
        ] as [(ItemState, Proof?, [Answer.Outcome?])]
    )
    func contradicts(state: ItemState, proof: Proof?, outcomes: [Answer.Outcome?]) {
        #expect(JournalAudit.contradiction(state, proof, Self.uploads(outcomes)) != nil)
    }

    @Test("Other kinds of requests do not affect the upload's state")
    func otherEndpoints() {
        let attempts = [JournalAudit.Entry(.deleteMessage, .accepted), JournalAudit.Entry(.configureDefault, nil)]
        #expect(JournalAudit.contradiction(.planned, nil, attempts) == nil)
    }
}
