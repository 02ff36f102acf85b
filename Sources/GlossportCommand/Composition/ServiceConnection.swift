private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading
import RetentionMessagingClient

/// The way to the service that flags, environment and project file describe.
struct ServiceConnection: Sendable {
    private let workspace: Workspace
    private let destination: Destination
    private let options: ServiceOptions
    private let concurrency: Int
    private let time: any TimeSource
    let address: ServiceAddress

    init(
        _ workspace: Workspace,
        to destination: Destination,
        _ options: ServiceOptions,
        concurrency: Int,
        time: any TimeSource
    ) throws {
        self.workspace = workspace
        self.destination = destination
        self.options = options
        address =
            try options.endpoint(for: destination.environment).map { try ServiceAddress(endpoint: $0) }
            ?? .apple(destination.environment)
        self.concurrency = concurrency
        self.time = time
    }

    /// Lends a client.
    func withClient<Value>(_ body: (RetentionMessagingClient) async throws -> Value) async throws -> Value {
        var configuration = RetentionMessagingClient.Configuration(
            address: address,
            credentials: try credentials(),
            version: GlossportCommand.version,
            concurrency: concurrency
        )
        configuration.proxy = try Proxy(ProcessInfo.processInfo.environment, for: configuration.address)
        configuration.trusted = try options.caFile.map { try TrustedCertificates(file: $0) }
        configuration.wayToTrust = "--ca-file"
        if let path = options.log {
            let log = try RequestLog(path, in: workspace.projectFolder)
            configuration.observer = { log.note($0) }
        }
        return try await RetentionMessagingClient.withClient(configuration, time: time, body: body)
    }

    private func credentials() throws -> Credentials {
        let project = workspace.project.credentials
        guard let issuer = options.issuerID ?? project?.issuerID, let key = options.keyID ?? project?.keyID else {
            throw GlossportError(
                .credentials,
                "The issuer ID and the key ID are missing.",
                remedy:
                    "Write them under `credentials:` in the project file; App Store Connect shows them under Users and Access, Integrations."
            )
        }
        return Credentials(issuerID: issuer, keyID: key, app: destination.app, privateKey: try privateKey())
    }

    private func privateKey() throws -> PrivateKey {
        if let file = options.privateKeyFile { return try PrivateKey(file: file, allowsShared: options.allowSharedKey) }
        if let pem = ProcessInfo.processInfo.environment["GLOSSPORT_PRIVATE_KEY"], !pem.isEmpty {
            return try PrivateKey(pem: pem, source: "GLOSSPORT_PRIVATE_KEY")
        }
        guard let file = workspace.project.credentials?.privateKeyFile else {
            throw GlossportError(
                .credentials,
                "The private key is missing.",
                remedy:
                    "Name the .p8 file under `credentials.privateKeyFile`, or set GLOSSPORT_PRIVATE_KEY to its content, plain or in base64."
            )
        }
        return try PrivateKey(
            file: ProjectFolder.location(of: file, in: workspace.folder),
            allowsShared: options.allowSharedKey
        )
    }
}
