package import Glossport
package import GlossportProject

extension Journal {
    /// Returns every item of a destination, sorted by message, locale and age.
    package func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await read(at: destination) { try $0.allRecords() }
    }

    /// Returns the recorded allowance of an endpoint, with the attempts that started at `since` or later.
    package func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        try await read(at: destination) { $0.budget(endpoint, since: since) }
    }
}
