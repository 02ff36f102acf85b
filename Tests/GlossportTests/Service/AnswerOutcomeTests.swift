import Glossport
import Testing

@Suite("Outcome of a status")
struct AnswerOutcomeTests {
    @Test(
        "Each status and error code has its outcome",
        arguments: [
            // Applied.
            (200, nil, .accepted), (201, nil, .accepted), (204, nil, .accepted),
            // Applied earlier or by another client.
            (409, 4_090_001, .alreadyPresent), (409, nil, .alreadyPresent),
            // May have been applied.
            (408, nil, .unknown), (500, 5_000_000, .unknown), (500, 5_000_001, .unknown), (500, nil, .unknown),
            (502, nil, .unknown), (503, nil, .unknown), (504, nil, .unknown), (599, nil, .unknown),
            // Not applied, because of the content.
            (400, 4_000_161, .refused), (400, 4_000_162, .refused), (400, 4_000_224, .refused),
            // Not applied, for temporary or unknown reasons.
            (400, 4_000_000, .refusedForNow), (400, 4_000_002, .refusedForNow), (400, 4_999_999, .refusedForNow),
            (400, nil, .refusedForNow), (422, nil, .refusedForNow),
            (413, nil, .refusedForNow), (414, nil, .refusedForNow), (431, nil, .refusedForNow),
            // Not applied, because of the token.
            (401, nil, .unauthorized), (401, 4_010_000, .unauthorized),
            // Not applied, because the app is full.
            (403, 4_030_016, .capacityReached), (403, 4_030_014, .capacityReached),
            // Not applied: because of the item if Apple's code is given, otherwise because of the account or the
            // address.
            (403, 4_030_019, .refusedForNow), (403, 4_039_999, .refusedForNow), (403, nil, .accessRefused),
            (404, 4_040_014, .notFound),
            (404, nil, .accessRefused),
            // Never applied: the wrong service or the wrong request.
            (405, nil, .accessRefused), (415, nil, .accessRefused), (418, nil, .accessRefused),
            (301, nil, .accessRefused), (302, nil, .accessRefused), (304, nil, .accessRefused),
            (307, nil, .accessRefused), (308, nil, .accessRefused),
            // Not applied: rejected before processing.
            (429, 4_290_000, .throttled), (429, nil, .throttled),
            // Not valid in a response.
            (100, nil, .unknown), (0, nil, .unknown), (600, nil, .unknown), (999, nil, .unknown),
        ] as [(Int, Int?, Answer.Outcome)]
    )
    func classification(status: Int, appleCode: Int?, outcome: Answer.Outcome) {
        #expect(Answer.Outcome(status: status, appleCode: appleCode) == outcome)
    }

    @Test("Without an error code, 2xx is accepted, 409 present, 1xx, 408 and 5xx in doubt, others not applied")
    func all() {
        for status in 100..<600 {
            let outcome = Answer.Outcome(status: status, appleCode: nil)
            switch status {
            case 200..<300: #expect(outcome == .accepted)
            case 408, 500..<600, 100..<200: #expect(outcome == .unknown)
            case 409: #expect(outcome == .alreadyPresent)
            default: #expect(outcome.isDefinitelyNotApplied, "\(status)")
            }
        }
    }

    @Test("All outcomes except accepted, already present and unknown count as not applied")
    func certainty() {
        let doubtful: Set<Answer.Outcome> = [.accepted, .alreadyPresent, .unknown]
        for outcome in Answer.Outcome.allCases {
            #expect(outcome.isDefinitelyNotApplied == !doubtful.contains(outcome))
        }
    }

    @Test("An answer's sentence has Apple's code or the status, and the detail")
    func sentence() {
        #expect(
            Answer(.refused, status: 400, appleCode: 4_000_162, detail: "Too long").sentence
                == "Apple's error 4000162: Too long"
        )
        #expect(Answer(.unknown, status: 502).sentence == "HTTP 502")
        #expect(Answer(.notSent, detail: "no route").sentence == "no route")
    }
}
