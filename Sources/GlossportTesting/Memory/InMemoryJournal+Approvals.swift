private import CLibrary
package import GlossportChecking
package import GlossportImporting

extension InMemoryJournal: ApprovalJournal {
    package func noteApprovals(_ approvals: [Approval], in run: RunID) async throws {
        try change(in: run) { $0.approvals += approvals }
    }

    package func approvals(at destination: Destination) async throws -> [Approval] {
        state.withLock { $0.places[destination]?.approvals ?? [] }
    }
}
