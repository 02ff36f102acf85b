public import Glossport
public import GlossportProject
import GlossportReading

extension ServiceProvider {
    /// Apple's Retention Messaging service, or a stand-in for it.
    ///
    /// - Parameters:
    ///   - project: The app, and the issuer and key in its project file.
    ///   - environment: Sandbox or production.
    ///   - privateKey: The contents of the key's `.p8` file, from the program's secret store.
    ///   - endpoint: The address of a stand-in, such as an emulator; `nil` for Apple's service.
    ///   - version: The program's version, for `User-Agent`.
    /// - Returns: The service; it connects when a session needs it.
    /// - Throws: `GlossportError` if the key, the address or the project can't be used.
    public static func retentionMessaging(
        for project: Project,
        in environment: ServiceEnvironment,
        privateKey: String,
        endpoint: String? = nil,
        version: String = "library"
    ) throws -> ServiceProvider {
        guard let named = project.credentials else {
            throw GlossportError(
                .credentials,
                "The issuer ID and the key ID are missing.",
                remedy: "Write them under `credentials:` in the project file."
            )
        }
        let credentials = Credentials(
            issuerID: named.issuerID,
            keyID: named.keyID,
            app: project.app,
            privateKey: try PrivateKey(pem: privateKey, source: "The private key")
        )
        let address = try endpoint.map { try ServiceAddress(endpoint: $0) } ?? .apple(environment)
        let configuration = RetentionMessagingClient.Configuration(
            address: address,
            credentials: credentials,
            version: version,
            concurrency: 16
        )
        return ServiceProvider(named: address.serviceName) { body in
            try await RetentionMessagingClient.withClient(configuration, time: SystemTime.sinceNow) { client in
                try await body(client)
            }
        }
    }
}
