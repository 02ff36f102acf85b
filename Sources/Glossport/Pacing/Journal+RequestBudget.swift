extension Journal {
    /// What is left of an endpoint's allowance, as far as the journal remembers.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - destination: Whose allowance.
    ///   - budgets: Requests per hour that replace Apple's.
    ///   - pace: How to spend them; single calls go at once.
    ///   - share: The part of the allowance that may be used.
    ///   - now: This moment.
    /// - Returns: The budget, of which nothing is spent by the caller yet.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/journal``.
    package func requestBudget(
        _ endpoint: Endpoint,
        at destination: Destination,
        budgets: [Endpoint: Int],
        pace: Pace = .hourly,
        share: Double = 1,
        now: Timestamp
    ) async throws -> RequestBudget {
        RequestBudget(
            of: endpoint,
            allowance: endpoint.hourlyAllowance(in: destination.environment, budgets: budgets),
            pace: pace,
            share: share,
            state: try await budget(endpoint, at: destination, since: now - RequestBudget.memory(of: endpoint)),
            at: now
        )
    }
}
