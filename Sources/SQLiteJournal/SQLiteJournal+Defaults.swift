package import GlossportChecking
package import GlossportImporting

extension SQLiteJournal {
    package func noteReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try await commits.write { db in try db.noteReviews(reviews, at: moment, in: run) }
    }

    package func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState] {
        try await commits.read { db in try db.reviews(at: destination) }
    }

    package func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID> {
        try await commits.read { db in try db.uploaded(kind, at: destination) }
    }

    package func noteList(
        shown: Set<ServiceID>,
        lacked: Set<ServiceID>,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try await commits.write { db in try db.noteList(shown: shown, lacked: lacked, at: moment, in: run) }
    }

    package func absences(at destination: Destination) async throws -> [ServiceID: Absence] {
        try await commits.read { db in try db.absences(at: destination) }
    }

    package func desire(
        _ defaults: [DesiredDefault],
        products: [String: Set<String>],
        in run: RunID
    ) async throws {
        try await commits.write { db in try db.desire(defaults, products: products, in: run) }
    }

    package func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try await commits.write { db in try db.forget(slots, in: run) }
    }

    package func noteDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws {
        try await commits.write { db in try db.noteDeletion(of: ids, at: moment, in: run) }
    }

    package func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        try await commits.read { db in try db.defaults(at: destination) }
    }

    package func noteDefault(
        _ slot: DefaultSlot,
        _ item: ServiceID?,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try await commits.write { db in try db.noteDefault(slot, item, at: moment, in: run) }
    }

    package func noteDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws {
        try await commits.write { db in try db.noteDefaultAttempt(slot, item, in: run) }
    }

    package func noteSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try await commits.write { db in try db.noteSeenDefault(slot, seen, in: run) }
    }

    package func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        try await commits.write { db in try db.forgetOutcomes(of: ids, at: moment, in: run) }
    }
}
