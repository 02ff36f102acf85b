import Glossport
import GlossportReading
import GlossportTesting

/// The effects of each kind of write on a journal, checked with a log in memory.
struct JournalMeaning: Sendable {
    enum Check: String, CaseIterable, Sendable {
        case newItemsArePlanned, knownItemsAreKept, itemsTwiceInOneCall
        case attemptMakesSending, outcomes, proofAndReason, histories, listAttempts, endsOnce, settle,
            settleAllOrNothing, deletedIsNoOutcome
        case unknownIDs, unknownRuns, order, contents
        case budget, ledger, runs, destinationsApart
        case durability, cutOffAttempt, concurrentWriters, cancellation, faultyWriteAlone
        case thousandItems
    }

    private let log = MemoryLog()

    /// The journal as a new process opens it.
    func open() -> Journal { Journal(log) }

    /// Runs one check on an empty journal.
    ///
    /// - Returns: A sentence for each violation; empty if the journal conforms.
    func violations(of check: Check) async throws -> [String] {
        let journal = open()
        return switch check {
        case .newItemsArePlanned: try await newItemsArePlanned(journal)
        case .knownItemsAreKept: try await knownItemsAreKept(journal)
        case .itemsTwiceInOneCall: try await itemsTwiceInOneCall(journal)
        case .attemptMakesSending: try await attemptMakesSending(journal)
        case .outcomes: try await outcomes(journal)
        case .proofAndReason: try await proofAndReason(journal)
        case .histories: try await histories(journal)
        case .listAttempts: try await listAttempts(journal)
        case .endsOnce: try await endsOnce(journal)
        case .settle: try await settle(journal)
        case .settleAllOrNothing: try await settleAllOrNothing(journal)
        case .deletedIsNoOutcome: try await deletedIsNoOutcome(journal)
        case .unknownIDs: try await unknownIDs(journal)
        case .unknownRuns: try await unknownRuns(journal)
        case .order: try await order(journal)
        case .contents: try await contents(journal)
        case .budget: try await budget(journal)
        case .ledger: try await ledger(journal)
        case .runs: try await runs(journal)
        case .destinationsApart: try await destinationsApart(journal)
        case .durability: try await durability(journal)
        case .cutOffAttempt: try await cutOffAttempt(journal)
        case .concurrentWriters: try await concurrentWriters(journal)
        case .cancellation: try await cancellation(journal)
        case .faultyWriteAlone: try await faultyWriteAlone(journal)
        case .thousandItems: try await thousandItems(journal)
        }
    }
}
