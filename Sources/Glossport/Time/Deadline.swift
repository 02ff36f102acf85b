/// Work that must not take longer than the user allows.
package enum Deadline {
    /// Does some work, and cancels it at a moment.
    ///
    /// - Parameters:
    ///   - deadline: When; without one, the work takes what it takes.
    ///   - time: By whose clock.
    ///   - body: The work; it must heed cancellation.
    /// - Returns: What the work returns.
    /// - Throws: ``GlossportError`` with code ``GlossportError/Code/deadline``; what the work throws.
    package static func keep<Value: Sendable>(
        _ deadline: Timestamp?,
        by time: any TimeSource,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let deadline else { return try await body() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await time.sleep(until: deadline)
                throw GlossportError(
                    .deadline,
                    "The deadline came before the service had listed what it holds; nothing was sent.",
                    remedy: "Run the command again, with a later --deadline."
                )
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
