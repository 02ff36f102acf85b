private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading
import RetentionMessagingClient

/// What a command works with that may ask the service: project, destination, time, limits.
struct Session {
    let workspace: Workspace
    let destination: Destination
    let options: ServiceOptions
    let patience: Patience
    /// How long to wait for another run at the same app; `nil` waits for ever.
    let waitForLock: Duration?
    let time: any TimeSource
    let pace: Pace
    /// The part of the hour's allowance that uploads may use.
    let quotaShare: Double
    /// For how long lists have to lack what was uploaded until it counts as vanished.
    let vanishedAfter: Duration
    /// How many requests may be in flight.
    let concurrency: Int

    static let usualConcurrency = 16

    /// - Parameters:
    ///   - workspace: The project.
    ///   - options: How to reach the service.
    ///   - limits: How long things may take.
    ///   - lock: How long to wait for another run; not at all without it.
    ///   - absence: When what was uploaded counts as vanished.
    ///   - pace: How uploads go about it, beating the project file.
    ///   - concurrency: How many requests are to be in flight.
    /// - Throws: ``GlossportError`` in untrusted mode, and where it is not said where to go.
    init(
        _ workspace: Workspace,
        _ options: ServiceOptions,
        _ limits: LimitOptions,
        _ lock: LockOptions? = nil,
        absence: AbsenceOptions? = nil,
        pace: PaceOptions? = nil,
        concurrency: Int = Self.usualConcurrency
    ) throws {
        try Trust.requireTrusted()
        self.workspace = workspace
        patience = limits.patience
        waitForLock = lock.map(\.waitForLock.limit) ?? .zero
        vanishedAfter = absence?.vanishedAfter.duration ?? Absence.standardPatience
        self.pace = pace?.pace ?? workspace.project.pace
        quotaShare = pace?.quotaShare ?? 1
        destination = try workspace.destination()
        var options = options
        options.endpoint = try options.endpoint(for: destination.environment)
        self.options = options
        self.concurrency = try OpenFiles.connections(concurrency)
        time = SystemTime.sinceNow
    }

    /// The service that the session talks to.
    func address() throws -> ServiceAddress {
        try options.endpoint.map { try ServiceAddress(endpoint: $0) } ?? .apple(destination.environment)
    }

    /// Lends a client for the service.
    func withService<Value>(_ body: (RetentionMessagingClient) async throws -> Value) async throws -> Value {
        var configuration = RetentionMessagingClient.Configuration(
            address: try address(),
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

    /// Journal and service with everything that holds for this run.
    func access(_ journal: any Journal, _ service: any MessageService) -> ServiceAccess {
        ServiceAccess(
            journal: journal,
            service: service,
            time: time,
            destination: destination,
            budgets: workspace.project.budgets,
            pace: pace,
            quotaShare: quotaShare,
            ignoresPauses: options.ignorePause,
            patience: patience,
            vanishedAfter: vanishedAfter,
            width: min(8, concurrency),
            stop: Interrupts.shared.stop
        )
    }

    /// What the catalog wants; ids that were deleted at the service are not used again.
    func items(of catalog: Catalog, _ journal: any Journal) async throws -> WantedItems {
        let records = try await journal.allRecords(at: destination)
        let deleted = records.filter { $0.state == .deleted }.map(\.item.id)
        return ItemFactory.items(of: catalog, for: workspace.project, deleted: Set(deleted))
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

extension SystemTime {
    /// This machine's time, from now on.
    static var sinceNow: SystemTime {
        SystemTime(wallClock: Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)))
    }
}
