package import GlossportChecking
package import GlossportImporting

extension PostgresJournal {
    package func noteApprovals(_ approvals: [Approval], in run: RunID) async throws {
        try await commits.write(in: run) { try $0.noteApprovals(approvals, in: run) }
    }

    package func approvals(at destination: Destination) async throws -> [Approval] {
        try await commits.read { try $0.approvals(at: destination) }
    }
}
