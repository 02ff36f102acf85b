import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting

/// The approvals that a journal must record.
///
/// Each check starts with an empty journal and returns one sentence for each violation.
struct ApprovalMeaning: Sendable {
    enum Check: String, Sendable, CaseIterable {
        case empty, history, reopened, unknownRun, notedTwice, destinations
    }

    private let log = MemoryLog()

    private func open() -> Journal { Journal(log) }

    /// Approvals and withdrawals for two locales.
    private static let story = [
        approval("he", 1, by: "Noa Levi", note: "Ticket 4711"), approval("ja", 2, by: "山田 花子"),
        approval("he", 3, by: "Dan “D” O'Neil"),
        Approval(.withdrawn(locale: "ja"), by: nil, at: JournalSamples.moment(4)),
        Approval(.withdrawn(locale: "he"), by: "Noa Levi", note: "Wrong price", at: JournalSamples.moment(5)),
        approval("he", 6, by: "Noa Levi"),
    ]

    private static func approval(_ locale: String, _ number: Int, by person: String, note: String? = nil) -> Approval {
        let digest = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32)
        let texts = LocaleTexts(locale: locale, messages: number, digest: digest)
        return Approval(.approved(texts), by: person, note: note, at: JournalSamples.moment(Int64(number)))
    }

    /// Runs one check and returns its violations.
    func violations(of check: Check) async throws -> [String] {
        let journal = open()
        let run = try await journal.beginRun(JournalSamples.run())
        var violations = Violations()
        func known(_ journal: Journal) async throws -> [Approval] {
            try await journal.read(at: JournalSamples.sandbox) { $0.approvals }
        }
        switch check {
        case .empty:
            violations.expect(try await known(journal), [], "approvals of a new journal")
            try await journal.recordApprovals([], in: run)
            violations.expect(try await known(journal), [], "approvals after none was noted")
        case .history:
            try await journal.recordApprovals(Array(Self.story.prefix(2)), in: run)
            for approval in Self.story.dropFirst(2) { try await journal.recordApprovals([approval], in: run) }
            violations.expect(try await known(journal), Self.story, "the history, in the order of noting")
            let statuses = ApprovalStatus.of([], approvals: try await known(journal))
            violations.expect(statuses.map(\.locale), ["he", "ja"], "locales")
            violations.expect(statuses.map(\.approval), [Self.story[5], Self.story[1]], "the newest approvals")
            violations.expect(statuses.map(\.withdrawal), [nil, Self.story[3]], "withdrawals that hold")
        case .reopened:
            try await journal.recordApprovals(Self.story, in: run)
            try await journal.endRun(run, at: JournalSamples.moment(9), exitCode: 0)
            violations.expect(
                try await known(open()),
                Self.story,
                "the history in a journal that is opened anew"
            )
        case .unknownRun:
            await violations.expectJournalError("an approval of a run that there is not") {
                try await journal.recordApprovals(Self.story, in: RunID(99, at: JournalSamples.sandbox))
            }
            violations.expect(try await known(journal), [], "approvals after a failure")
        case .notedTwice:
            try await journal.recordApprovals([Self.story[0]], in: run)
            try await journal.recordApprovals([Self.story[0]], in: run)
            violations.expect(try await known(journal), [Self.story[0], Self.story[0]], "the same, noted twice")
        case .destinations:
            let production = Destination(app: JournalSamples.sandbox.app, environment: .production)
            let other = Destination(app: "com.example.other", environment: .sandbox)
            try await journal.recordApprovals(Self.story, in: run)
            violations.expect(
                try await journal.read(at: production) { $0.approvals },
                [],
                "approvals in the other environment"
            )
            violations.expect(try await journal.read(at: other) { $0.approvals }, [], "approvals of another app")
        }
        return violations.sentences
    }
}
