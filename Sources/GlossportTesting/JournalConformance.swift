package import GlossportImporting
import GlossportReading

/// What every journal must do, wherever it keeps its rows. A journal's test is one line per check:
///
/// ```swift
/// @Test("SQLite journal conforms", arguments: JournalConformance.Check.allCases)
/// func conforms(check: JournalConformance.Check) async throws {
///     let folder = try TemporaryFolder()
///     let kit = JournalConformance { try SQLiteJournal(path: folder.file("journal.sqlite")) }
///     let violations = try await kit.violations(of: check)
///     #expect(violations == [])
/// }
/// ```
package struct JournalConformance: Sendable {
    /// One thing that every journal must get right.
    package enum Check: String, CaseIterable, Sendable {
        case newItemsArePlanned, knownItemsAreKept, queueOrder, claimsOnce, claimsOpenOnly, claimsAreReleased
        case queuesOfEarlierRuns, itemsTwiceInOneCall
        case attemptMakesSending, outcomes, proofAndReason, histories, listAttempts, endsOnce, settle,
            settleAllOrNothing, deletedIsNoOutcome
        case unknownIDs, unknownRuns, order, contents
        case budget, ledger, runs, destinationsApart
        case durability, cutOffAttempt, concurrentWriters, concurrentClaims, cancellation, faultyWriteAlone
        case thousandItems
    }

    /// Opens the journal: empty at first, later with everything that was written.
    let open: @Sendable () async throws -> any Journal

    /// - Parameter open: Opens the journal under test. The first call makes an empty one; every later call opens the same
    ///   one anew, as another process would, while the one before may still be there but is no longer used. A journal
    ///   that lives in memory returns itself.
    package init(open: @escaping @Sendable () async throws -> any Journal) {
        self.open = open
    }

    /// Runs one check, on a journal that is still empty.
    ///
    /// - Returns: A sentence for each violation; empty if the journal conforms.
    package func violations(of check: Check) async throws -> [String] {
        let journal = try await open()
        return switch check {
        case .newItemsArePlanned: try await newItemsArePlanned(journal)
        case .knownItemsAreKept: try await knownItemsAreKept(journal)
        case .queueOrder: try await queueOrder(journal)
        case .claimsOnce: try await claimsOnce(journal)
        case .claimsOpenOnly: try await claimsOpenOnly(journal)
        case .claimsAreReleased: try await claimsAreReleased(journal)
        case .queuesOfEarlierRuns: try await queuesOfEarlierRuns(journal)
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
        case .concurrentClaims: try await concurrentClaims(journal)
        case .cancellation: try await cancellation(journal)
        case .faultyWriteAlone: try await faultyWriteAlone(journal)
        case .thousandItems: try await thousandItems(journal)
        }
    }
}

/// Sentences about what a journal got wrong.
struct Violations {
    private(set) var sentences: [String] = []

    /// Notes a sentence unless two values are equal.
    mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ subject: String) {
        guard found != expected else { return }
        sentences.append("\(subject) should be \(expected), not \(found)")
    }

    /// Notes a sentence unless a call throws a ``GlossportError`` with code `journal`.
    mutating func expectJournalError(_ subject: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            sentences.append("\(subject) is accepted")
        } catch let error as GlossportError {
            expect(error.code, .journal, "the code of the error for: \(subject)")
        } catch {
            sentences.append("\(subject) throws a \(type(of: error)), not a GlossportError")
        }
    }
}
