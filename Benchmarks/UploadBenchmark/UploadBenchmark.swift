import CLibrary
import Foundation
import Glossport
import GlossportProject
import GlossportTesting
import PostgresJournal
import RetentionMessagingClient
import SQLiteJournal

/// Uploads made-up messages as an import does, without reading files, and prints the cost as one line of JSON.
///
///     upload-benchmark ITEMS CONCURRENCY JOURNAL SERVICE [KEYFILE [CAFILE]]
///
/// JOURNAL is `memory`, a path, or the address of a database that `glossport journal create` has prepared. SERVICE is
/// an endpoint, `instant` (every upload is accepted at once), or `none` (only the two rows of each item are written).
/// CAFILE contains the certificate of an https endpoint.
@main
struct UploadBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5, let items = Int(arguments[1]), let concurrency = Int(arguments[2]) else {
            FileHandle.standardError.write(
                Data("upload-benchmark ITEMS CONCURRENCY JOURNAL SERVICE [KEYFILE [CAFILE]]\n".utf8)
            )
            exit(2)
        }
        let journal: Journal =
            switch arguments[3] {
            case "memory": Journal(MemoryLog())
            case let url where url.hasPrefix("postgres://"):
                try await PostgresJournalStore(PostgresAddress(url, environment: [:])).open(.existing)
            case let path: Journal(try SQLiteLog(path: path))
            }
        let load = Load(items: items, concurrency: concurrency, journal: journal)
        let runID = try await load.want()
        let before = Cost.now
        switch arguments[4] {
        case "none": try await load.writeRows(of: runID)
        case "instant": await load.upload(to: InstantService(), in: runID)
        case let endpoint:
            var configuration = RetentionMessagingClient.Configuration(
                address: try ServiceAddress(endpoint: endpoint),
                credentials: Credentials(
                    issuerID: "57246542-96fe-1a63-e053-0824d011072a",
                    keyID: "2X9R4HXF34",
                    app: load.destination.app,
                    privateKey: try PrivateKey(file: arguments[5])
                ),
                version: "benchmark",
                concurrency: concurrency
            )
            if arguments.count > 6 { configuration.trusted = try TrustedCertificates(file: arguments[6]) }
            try await RetentionMessagingClient.withClient(configuration, time: load.time) { client in
                await load.upload(to: client, in: runID)
            }
        }
        let cost = Cost.now
        print(
            """
            {"items": \(items), "seconds": \(cost.seconds - before.seconds), "cpu": \(cost.cpu - before.cpu), \
            "peakMiB": \(cost.peak)}
            """
        )
    }
}

/// The cost of the process so far.
private struct Cost {
    var seconds: Double
    var cpu: Double
    /// The peak memory in MiB.
    var peak: Double

    static var now: Cost {
        let usage = Platform.usage
        return Cost(
            seconds: ProcessInfo.processInfo.systemUptime,
            cpu: usage.seconds,
            peak: Double(usage.peakBytes) / 1_048_576
        )
    }
}

/// A service that accepts every upload at once.
private struct InstantService: WithoutRealtime {
    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer { Answer(.accepted, status: 200) }
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer { Answer(.accepted) }
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) {
        (Answer(.accepted), [:])
    }
    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer { Answer(.accepted, status: 200) }
    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer { Answer(.accepted) }
    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) { (Answer(.notFound), nil) }
    func deleteDefault(_ slot: DefaultSlot) async -> Answer { Answer(.accepted) }
}

private struct Load: Sendable {
    let items: Int
    let concurrency: Int
    let journal: Journal
    let destination = Destination(app: "com.example.benchmark", environment: .sandbox)
    let time = SystemTime.sinceNow

    private func item(_ number: Int) -> Item {
        let content = MessageContent(
            header: "Clear night \(number)",
            body: "Stars, planets and aurora \(number), told in every language."
        )
        let name = "offer-\(number)"
        let identity = MessageIdentity.derive(app: destination.app, message: name, locale: "de-DE", content: content)
        return Item(
            id: identity.id,
            message: name,
            locale: "de-DE",
            content: .message(content),
            digest: identity.digest
        )
    }

    func want() async throws -> RunID {
        let run = try await journal.beginRun(
            RunStart(destination: destination, command: .import, toolVersion: "benchmark", started: time.now)
        )
        for start in stride(from: 0, to: items, by: 1_000) {
            try await journal.want((start..<min(items, start + 1_000)).map(item), in: run)
        }
        return run
    }

    func upload(to service: any MessageService, in runID: RunID) async {
        let machine = UploadMachine(
            queue: (0..<items).map { ItemRecord(item: item($0), state: .planned) },
            limits: RunLimits(concurrency: concurrency),
            budget: RequestBudget(allowance: 100_000_000, pace: .hourly),
            seed: 1
        )
        let run = Run(runID, journal: journal, service: service, time: time)
        let tally = await Uploader(run).upload(machine) { _ in }
        precondition(tally.uploaded == items, "only \(tally.uploaded) of \(items) were uploaded")
    }

    /// Writes two durable rows for each item, from as many tasks as there would be requests in flight.
    func writeRows(of run: RunID) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<concurrency {
                group.addTask {
                    for number in stride(from: lane, to: items, by: concurrency) {
                        let id = item(number).id
                        let start = AttemptStart(.uploadMessage, item: id, started: time.now)
                        let attempt = try await journal.beginAttempt(start, in: run)
                        let change = ItemChange(id, to: .uploaded, proof: .response)
                        let answer = Answer(.accepted, status: 200)
                        let end = AttemptEnd(attempt, finished: time.now, answer: answer, change: change)
                        try await journal.finishAttempt(end, in: run)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
