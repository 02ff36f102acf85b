/// Lends a client for the service; the adapter that makes it connects and disconnects.
public struct ServiceProvider: Sendable {
    /// The service as a journal remembers it.
    package let name: String
    private let lendClient: @Sendable (_ body: (any MessageService) async throws -> Void) async throws -> Void

    /// - Parameters:
    ///   - name: The service as a journal remembers it.
    ///   - lend: Calls its body once, with a client that lives as long as the call.
    package init(
        named name: String,
        _ lend: @escaping @Sendable (_ body: (any MessageService) async throws -> Void) async throws -> Void
    ) {
        self.name = name
        lendClient = lend
    }

    /// Calls a body with a client.
    ///
    /// - Returns: The result of the body.
    /// - Throws: Errors of the body and of the connection.
    func lend<Value>(_ body: (any MessageService) async throws -> Value) async throws -> Value {
        var value: Value?
        try await lendClient { value = try await body($0) }
        guard let value else { preconditionFailure("A provider of the service has not called its body.") }
        return value
    }
}
