package import GlossportChecking
package import GlossportImporting

extension SQLiteJournal {
    package func noteApprovals(_ approvals: [Approval], in run: RunID) async throws {
        try await commits.write { db in try db.noteApprovals(approvals, in: run) }
    }

    package func approvals(at destination: Destination) async throws -> [Approval] {
        try await commits.read { db in try db.approvals(at: destination) }
    }
}
