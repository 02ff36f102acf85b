public import Glossport
public import GlossportProject
import GlossportReading

extension ServiceProvider {
    /// Apple's Retention Messaging service, or a stand-in for it.
    ///
    /// - Parameters:
    ///   - project: The app, and the issuer and key that its project file names.
    ///   - environment: Sandbox or production.
    ///   - privateKey: The key's `.p8` file as text, from wherever the program keeps its secrets.
    ///   - endpoint: The address of a stand-in, such as an emulator's; Apple's without it.
    ///   - version: The program's version, for `User-Agent`.
    /// - Returns: The service; it connects when a session needs it.
    /// - Throws: `GlossportError` for a key, an address or a project that can't be used.
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
