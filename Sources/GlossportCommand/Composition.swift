private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading
import RetentionMessagingClient

extension Workspace {
    /// The project at its service: what flags, environment and project file say, wired to the adapters.
    ///
    /// - Parameters:
    ///   - service: How to reach the service.
    ///   - limits: How long things may take.
    ///   - lock: How long to wait for another run; not at all without it.
    ///   - absence: When what was uploaded counts as vanished.
    ///   - pace: How uploads go about it, beating the project file.
    ///   - concurrency: How many requests are to be in flight.
    ///   - conversation: Who is asked.
    ///   - progress: Who is told.
    /// - Returns: The session, in which use cases are performed.
    /// - Throws: ``GlossportError`` in untrusted mode, and where it is not said where to go.
    func session(
        _ service: ServiceOptions,
        _ limits: LimitOptions,
        _ lock: LockOptions? = nil,
        absence: AbsenceOptions? = nil,
        pace: PaceOptions? = nil,
        concurrency: Int = RunLimits.usualConcurrency,
        asking conversation: TerminalConversation = TerminalConversation(),
        telling progress: RunProgress
    ) throws -> Session {
        try Trust.requireTrusted()
        var run = RunLimits()
        run.pace = pace?.pace ?? project.pace
        run.quotaShare = pace?.quotaShare ?? 1
        run.ignoresPauses = service.ignorePause
        run.patience = limits.patience
        run.vanishedAfter = absence?.vanishedAfter.duration ?? Absence.standardPatience
        run.concurrency = try OpenFiles.connections(concurrency)
        run.waitForLock = lock.map(\.waitForLock.limit) ?? .zero
        let destination = try destination()
        let connection = try ServiceConnection(
            self,
            to: destination,
            service,
            concurrency: run.concurrency,
            time: progress.time
        )
        return Session(
            project,
            at: destination,
            journal: try store,
            named: journal.description,
            service: ServiceProvider(named: connection.address.serviceName) { body in
                try await connection.withClient { try await body($0) }
            },
            limits: run,
            time: progress.time,
            stop: Interrupts.shared.stop,
            conversation: conversation,
            progress: progress,
            version: GlossportCommand.version
        )
    }
}

/// The way to the service that flags, environment and project file describe.
struct ServiceConnection: Sendable {
    private let workspace: Workspace
    private let destination: Destination
    private let options: ServiceOptions
    private let concurrency: Int
    private let time: any TimeSource
    let address: ServiceAddress

    /// - Throws: ``GlossportError`` for an address that is none, or if there are addresses by environment, and none for this one.
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
    ///
    /// - Throws: ``GlossportError`` for a key or certificates that can't be used; what `body` throws.
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
                "Neither the project file nor the flags name issuer ID and key ID.",
                remedy:
                    "Write them under `credentials:`; App Store Connect shows them under Users and Access, Integrations."
            )
        }
        return Credentials(issuerID: issuer, keyID: key, app: destination.app, privateKey: try privateKey())
    }

    private func privateKey() throws -> PrivateKey {
        if let file = options.privateKeyFile {
            return try PrivateKey(file: file, allowsShared: options.allowsSharedKey)
        }
        if let pem = ProcessInfo.processInfo.environment["GLOSSPORT_PRIVATE_KEY"], !pem.isEmpty {
            return try PrivateKey(pem: pem, source: "GLOSSPORT_PRIVATE_KEY")
        }
        guard let file = workspace.project.credentials?.privateKeyFile else {
            throw GlossportError(
                .credentials,
                "There is no private key.",
                remedy:
                    "Name the .p8 file under `credentials.privateKeyFile`, or set GLOSSPORT_PRIVATE_KEY to its content, as it is or in base64."
            )
        }
        return try PrivateKey(
            file: ProjectFolder.location(of: file, in: workspace.folder),
            allowsShared: options.allowsSharedKey
        )
    }
}
