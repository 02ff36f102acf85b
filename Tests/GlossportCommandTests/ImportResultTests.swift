import GlossportImporting
import Testing

@testable import GlossportCommand

@Suite("What an import's document says to a fleet")
struct ImportResultTests {
    private func end(_ code: Int32, _ output: String = "", complaints: String = "", isKilled: Bool = false) -> TurnEnd {
        ImportResult.turnEnd(
            ImportProcess.End(code: code, isKilled: isKilled, output: Array(output.utf8), complaints: complaints)
        )
    }

    @Test("Run, moment and sentence of a report")
    func report() {
        let end = end(9, #"{"run":17,"next":"Wait.","resumeAt":"2027-01-15T08:00:00.250Z","failures":[]}"#)
        #expect(end.kind == .notYet)
        #expect(end.run == 17)
        #expect(end.resumeAt == Timestamp(milliseconds: 1_800_000_000_250))
        #expect(end.sentence == "Wait.")
        #expect(!end.isPending)
    }

    @Test("What settling waits for is pending")
    func pending() {
        let end = end(0, #"{"run":1,"next":"Done.","settle":{"waitsFor":"review"}}"#)
        #expect(end.kind == .done)
        #expect(end.isPending)
    }

    @Test("A failure's run and reason; of findings, the first error")
    func failure() {
        let refused = end(7, #"{"run":{"id":3},"errors":[{"message":"The key is refused.","path":"a.yaml","line":2}]}"#)
        #expect(refused.kind == .refused)
        #expect(refused.run == 3)
        #expect(refused.sentence == "a.yaml:2: The key is refused.")
        let document = """
            {"errors":[{"message":"Findings."}],"check":{"findings":[{"severity":"warning","text":"No."},
            {"severity":"error","text":"Too long.","path":"de.csv","line":7}]}}
            """
        #expect(end(4, document).sentence == "de.csv:7: Too long.")
    }

    @Test("Without a document, the last words count, unless it was killed")
    func lastWords() {
        #expect(end(1, complaints: "first\nFatal error.\n\n").sentence == "Fatal error.")
        #expect(end(137, "{\"run\"", complaints: "Killed", isKilled: true).sentence == nil)
    }

    @Test("A signal that asks to stop is none that kills")
    func signals() {
        #expect(end(128 + 15, isKilled: true).kind == .unfinished)
        #expect(end(128 + 9, isKilled: true).kind == .killed)
        #expect(end(99).kind == .failed)
    }

    @Test("Long sentences are cut")
    func long() {
        let end = end(1, complaints: String(repeating: "word ", count: 1_000))
        #expect((end.sentence?.count ?? 0) <= 400)
    }
}
