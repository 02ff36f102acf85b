package import GlossportChecking
package import GlossportImporting

/// A journal that passes everything on to another one, and may do something else before a write.
package protocol WrappedJournal: Journal {
    var wrapped: any Journal { get }

    /// Called before each write; what it throws happens instead of it.
    func willWrite(_ write: JournalWrite) throws
}

/// The kinds of writes to a journal.
package enum JournalWrite: String, Sendable, CaseIterable {
    case beginRun, endRun, want, beginAttempt, finishAttempt, settle
    case recordReviews, recordList, desire, forget, recordDeletion, recordDefault, recordDefaultAttempt,
        recordSeenDefault,
        forgetOutcomes, recordApprovals, recordRealtimeURL, recordNames
}

extension WrappedJournal {
    package func beginRun(_ run: RunStart) async throws -> RunID {
        try willWrite(.beginRun)
        return try await wrapped.beginRun(run)
    }

    package func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        try willWrite(.endRun)
        try await wrapped.endRun(run, at: moment, exitCode: exitCode)
    }

    package func want(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        try willWrite(.want)
        return try await wrapped.want(items, in: run)
    }

    package func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try willWrite(.beginAttempt)
        return try await wrapped.beginAttempt(attempt, in: run)
    }

    package func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        try willWrite(.finishAttempt)
        try await wrapped.finishAttempt(end, in: run)
    }

    package func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try willWrite(.settle)
        try await wrapped.settle(changes, at: moment, in: run)
    }

    package func recordReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try willWrite(.recordReviews)
        try await wrapped.recordReviews(reviews, at: moment, in: run)
    }

    package func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID> {
        try await wrapped.uploaded(kind, at: destination)
    }

    package func recordList(
        shown: Set<ServiceID>,
        lacked: Set<ServiceID>,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try willWrite(.recordList)
        try await wrapped.recordList(shown: shown, lacked: lacked, at: moment, in: run)
    }

    package func absences(at destination: Destination) async throws -> [ServiceID: Absence] {
        try await wrapped.absences(at: destination)
    }

    package func desire(
        _ defaults: [DesiredDefault],
        products: [String: Set<String>],
        in run: RunID
    ) async throws {
        try willWrite(.desire)
        try await wrapped.desire(defaults, products: products, in: run)
    }

    package func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try willWrite(.forget)
        try await wrapped.forget(slots, in: run)
    }

    package func recordDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws {
        try willWrite(.recordDeletion)
        try await wrapped.recordDeletion(of: ids, at: moment, in: run)
    }

    package func recordDefault(
        _ slot: DefaultSlot,
        _ item: ServiceID?,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try willWrite(.recordDefault)
        try await wrapped.recordDefault(slot, item, at: moment, in: run)
    }

    package func recordDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws {
        try willWrite(.recordDefaultAttempt)
        try await wrapped.recordDefaultAttempt(slot, item, in: run)
    }

    package func recordSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try willWrite(.recordSeenDefault)
        try await wrapped.recordSeenDefault(slot, seen, in: run)
    }

    package func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        try willWrite(.forgetOutcomes)
        try await wrapped.forgetOutcomes(of: ids, at: moment, in: run)
    }

    package func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        try await wrapped.records(of: ids, at: destination)
    }

    package func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await wrapped.allRecords(at: destination)
    }

    package func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState] {
        try await wrapped.reviews(at: destination)
    }

    package func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        try await wrapped.defaults(at: destination)
    }

    package func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        try await wrapped.budget(endpoint, at: destination, since: since)
    }

    package func lastRun(of command: RunCommand, at destination: Destination) async throws -> RunRecord? {
        try await wrapped.lastRun(of: command, at: destination)
    }

    package func recordApprovals(_ approvals: [Approval], in run: RunID) async throws {
        try willWrite(.recordApprovals)
        try await wrapped.recordApprovals(approvals, in: run)
    }

    package func recordNames(_ names: [ServiceID: MessageName], at moment: Timestamp, in run: RunID) async throws {
        try willWrite(.recordNames)
        try await wrapped.recordNames(names, at: moment, in: run)
    }

    package func names(at destination: Destination) async throws -> [ServiceID: MessageName] {
        try await wrapped.names(at: destination)
    }

    package func recordRealtimeURL(_ url: String?, at moment: Timestamp, in run: RunID) async throws {
        try willWrite(.recordRealtimeURL)
        try await wrapped.recordRealtimeURL(url, at: moment, in: run)
    }

    package func realtimeURL(at destination: Destination) async throws -> RealtimeURLRecord? {
        try await wrapped.realtimeURL(at: destination)
    }

    package func approvals(at destination: Destination) async throws -> [Approval] {
        try await wrapped.approvals(at: destination)
    }
}
