package import GlossportChecking

/// What a journal remembers of who approved what; nothing of it is ever forgotten.
package protocol ApprovalJournal: Sendable {
    /// Remembers approvals and withdrawals, in one transaction.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    func noteApprovals(_ approvals: [Approval], in run: RunID) async throws

    /// All approvals and withdrawals of a destination, in the order in which they were noted.
    func approvals(at destination: Destination) async throws -> [Approval]
}
