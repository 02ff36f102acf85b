private import Foundation
import Glossport
import GlossportProject
import GlossportReading
import RetentionMessagingClient

extension Workspace {
    /// The service that flags, environment and project file describe; the private key is read only when a client is
    /// created.
    func client(
        _ options: ServiceOptions,
        at destination: Destination,
        concurrency: Int,
        by time: any TimeSource
    ) throws -> ServiceProvider {
        let address =
            try options.endpoint(for: destination.environment).map { try ServiceAddress(endpoint: $0) }
            ?? .apple(destination.environment)
        return ServiceProvider(named: address.serviceName) { body in
            var configuration = RetentionMessagingClient.Configuration(
                address: address,
                credentials: try credentials(options, for: destination.app),
                version: GlossportCommand.version,
                concurrency: concurrency
            )
            configuration.proxy = try Proxy(ProcessInfo.processInfo.environment, for: address)
            configuration.trusted = try project.caFile.map { file in
                try TrustedCertificates(file: ProjectFolder.location(of: file, in: folder))
            }
            configuration.trustSetting = "`caFile:` in the project file"
            if let path = options.log {
                let log = try RequestLog(path, in: projectFolder)
                configuration.observer = { log.record($0) }
            }
            try await RetentionMessagingClient.withClient(configuration, time: time) { try await body($0) }
        }
    }

    private func credentials(_ options: ServiceOptions, for app: String) throws -> Credentials {
        let named = project.credentials
        guard let issuer = EnvironmentVariable.issuerID.value ?? named?.issuerID,
            let key = EnvironmentVariable.keyID.value ?? named?.keyID
        else {
            throw GlossportError(
                .credentials,
                "The issuer ID and the key ID are missing.",
                remedy:
                    "Write them under `credentials:` in the project file; App Store Connect shows them under Users and Access, Integrations."
            )
        }
        return Credentials(issuerID: issuer, keyID: key, app: app, privateKey: try privateKey(options))
    }

    private func privateKey(_ options: ServiceOptions) throws -> PrivateKey {
        if let file = EnvironmentVariable.privateKeyFile.value {
            return try PrivateKey(file: file, allowsShared: options.allowSharedKey)
        }
        let variable = EnvironmentVariable.privateKey
        if let pem = variable.value { return try PrivateKey(pem: pem, source: variable.rawValue) }
        guard let file = project.credentials?.privateKeyFile else {
            throw GlossportError(
                .credentials,
                "The private key is missing.",
                remedy:
                    "Name the .p8 file under `credentials.privateKeyFile`, or set GLOSSPORT_PRIVATE_KEY to its content, plain or in base64."
            )
        }
        return try PrivateKey(file: ProjectFolder.location(of: file, in: folder), allowsShared: options.allowSharedKey)
    }
}
