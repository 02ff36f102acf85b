import Glossport
import GlossportReading
import GlossportTesting
import Testing

/// The explanation for each of Apple's error codes.
@Suite("Explanations of Apple's errors")
struct AppleErrorTests {
    private let journal = Journal(MemoryLog())
    private let service = FakeMessageService()
    private let time = ManualTime(now: Samples.start, jumps: true)

    private func upload(_ answer: Answer) async throws -> ImportSummary {
        service.script([.answer(answer)])
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let wanted = DesiredItems(messages: Samples.items(1))
        return try await makeRun(run).importing(wanted).summary
    }

    private func makeRun(_ id: RunID) -> Run {
        Run(id, journal: journal, service: service, time: time)
    }

    @Test(
        "The error for a refused upload explains what to change",
        arguments: [
            (4_000_000, "please report it"), (4_000_161, "PNG without transparency"),
            (4_000_162, "Shorten the header: 66"), (4_000_163, "Shorten the body: 144"),
            (4_000_175, "Shorten the alt text: 150"), (4_000_216, "an icon of 1024 × 1024"),
            (4_000_218, "at most five"), (4_000_219, "Shorten the bullet point: 66"),
            (4_000_224, "needs an image"), (4_040_014, "image does not exist"),
        ]
    )
    func refused(code: Int, words: String) async throws {
        let outcome = Answer.Outcome(status: code / 10_000, appleCode: code)
        let summary = try await upload(
            Answer(outcome, status: code / 10_000, appleCode: code, detail: "Apple's words.")
        )
        let failure = try #require(summary.failures.first)
        // A malformed request is our fault, and a missing image may still arrive. The text causes neither error.
        let canSucceedLater = [4_000_000, 4_040_014].contains(code)
        #expect(failure.verdict == (canSucceedLater ? .refusedForNow : .refused))
        #expect(failure.reason.hasPrefix("Apple's error \(code): Apple's words. "))
        #expect(failure.reason.contains(words))
    }

    @Test("A full app stops the run, and the error states its capacity", arguments: [4_030_014, 4_030_016])
    func full(code: Int) async throws {
        let summary = try await upload(
            Answer(Answer.Outcome(status: 403, appleCode: code), status: 403, appleCode: code)
        )
        #expect(summary.outcome == .capacity)
        guard case .capacity(let answer)? = summary.stop else {
            Issue.record("It stops for \(String(describing: summary.stop)).")
            return
        }
        #expect(answer.explanation.description.hasPrefix("Apple's error \(code). The app holds 2,000"))
    }

    @Test(
        "The error for a refused default states the reason",
        arguments: [
            (4_000_023, "has no such subscription"), (4_000_164, "does not accept this locale"),
            (4_040_015, "message does not exist"),
        ]
    )
    func defaults(code: Int, words: String) async throws {
        let items = Samples.items(1)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        _ = try await journal.want(items, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        _ = await service.upload(try #require(items[0].texts), as: items[0].id)
        service.review([items[0].id], .approved)
        let wanted = DesiredDefault(DefaultSlot(product: "p", locale: "de-DE"), message: "keep-0", item: items[0].id)
        try await journal.desire([wanted], in: run)
        let outcome = Answer.Outcome(status: code / 10_000, appleCode: code)
        service.scriptDefaults([Answer(outcome, status: code / 10_000, appleCode: code)])
        let summary = try await Settler(makeRun(run)).settle()
        #expect(summary.outcome == .partial)
        let reason = try #require(summary.failed.first?.reason)
        #expect(reason.hasPrefix("Apple's error \(code). ") && reason.contains(words))
    }

    @Test("The advice for every Apple error code is a complete sentence", arguments: AppleError.codes)
    func sentences(code: Int) throws {
        let advice = try #require(AppleError.advice(code)).description
        #expect(advice.hasSuffix(".") && advice.count > 20)
    }
}
