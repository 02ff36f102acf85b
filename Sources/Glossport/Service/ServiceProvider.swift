/// Lends a client for the service; an adapter creates the provider, and connects and disconnects the client.
public struct ServiceProvider: Sendable {
    /// The name of the service in journals.
    package let name: String
    private let lendClient: @Sendable (_ body: (any MessageService) async throws -> Void) async throws -> Void

    /// - Parameters:
    ///   - name: The name of the service in journals.
    ///   - lend: Calls its argument once, with a client that lives as long as the call.
    package init(
        named name: String,
        _ lend: @escaping @Sendable (_ body: (any MessageService) async throws -> Void) async throws -> Void
    ) {
        self.name = name
        lendClient = lend
    }

    /// Calls `body` with a client.
    ///
    /// - Throws: Errors of the body and of the connection.
    func lend<Value>(_ body: (any MessageService) async throws -> Value) async throws -> Value {
        var value: Value?
        try await lendClient { value = try await body($0) }
        guard let value else { preconditionFailure("A provider of the service has not called its body.") }
        return value
    }
}
