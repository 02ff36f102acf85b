package import GlossportChecking
package import GlossportImporting

extension PostgresJournal {
    package func noteReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try await commits.write(in: run) { try $0.noteReviews(reviews, at: moment, in: run) }
    }

    package func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState] {
        try await commits.read { try $0.reviews(at: destination) }
    }

    package func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID> {
        try await commits.read { try $0.uploaded(kind, at: destination) }
    }

    package func noteList(
        shown: Set<ServiceID>,
        lacked: Set<ServiceID>,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try await commits.write(in: run) { try $0.noteList(shown: shown, lacked: lacked, at: moment, in: run) }
    }

    package func absences(at destination: Destination) async throws -> [ServiceID: Absence] {
        try await commits.read { try $0.absences(at: destination) }
    }

    package func desire(
        _ defaults: [DesiredDefault],
        products: [String: Set<String>],
        in run: RunID
    ) async throws {
        try await commits.write(in: run) { try $0.desire(defaults, products: products, in: run) }
    }

    package func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try await commits.write(in: run) { try $0.forget(slots, in: run) }
    }

    package func noteDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws {
        try await commits.write(in: run) { try $0.noteDeletion(of: ids, at: moment, in: run) }
    }

    package func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        try await commits.read { try $0.defaults(at: destination) }
    }

    package func noteDefault(
        _ slot: DefaultSlot,
        _ item: ServiceID?,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try await commits.write(in: run) { try $0.noteDefault(slot, item, at: moment, in: run) }
    }

    package func noteDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws {
        try await commits.write(in: run) { try $0.noteDefaultAttempt(slot, item, in: run) }
    }

    package func noteSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try await commits.write(in: run) { try $0.noteSeenDefault(slot, seen, in: run) }
    }

    package func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        try await commits.write(in: run) { try $0.forgetOutcomes(of: ids, at: moment, in: run) }
    }
}
