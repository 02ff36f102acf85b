import ArgumentParser
private import Foundation
import Glossport
private import SQLiteJournal

/// The main job.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Upload everything that is not there yet; run it again after any interruption.",
        discussion: """
            Reads and checks the deliveries (errors stop it before anything is sent), compares them with journal and \
            service, and uploads what is missing, all locales at once. Killed, cut off or throttled, the same call goes on \
            where it stopped: what was sent is in the journal before it leaves.

            EXAMPLES
              glossport import
              glossport import --environment production --yes   unattended
              glossport import vendor/late.xliff --locale da    one more file
              glossport import --deadline 25m                   stop after 25 minutes
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Defaults") var flip: FlipOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp("Don't ask before uploading to production.", discussion: "Example: --yes")
    )
    var yes = false

    @Option(
        name: .customLong("max-wait"),
        help: ArgumentHelp(
            "The longest wait for quota before stopping with exit code 9.",
            discussion: "never waits for ever. Example: --max-wait 2h",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var maxWait: MaxWait = MaxWait(limit: .seconds(900))

    @Option(
        name: .customLong("max-outage"),
        help: ArgumentHelp(
            "How long nothing may get through before stopping with exit code 3.",
            discussion: "never tries for ever. Example: --max-outage 1m",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var maxOutage: MaxWait = MaxWait(limit: .seconds(900))

    @Option(
        help: ArgumentHelp(
            "Stop cleanly after this time, with exit code 10.",
            discussion: "Example: --deadline 25m",
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var deadline: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Wait so long for Apple's review, and set the defaults as they are approved.",
            discussion: "Example: --wait 30m",
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var wait: DurationArgument?

    @Option(
        name: .customLong("wait-for-lock"),
        help: ArgumentHelp(
            "How long to wait for another import of the same app before stopping with exit code 11.",
            discussion: "never waits for ever. Example: --wait-for-lock 10m",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var waitForLock: MaxWait = MaxWait(limit: .zero)

    func run() async throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: true)
        let check = try CheckGate.pass(workspace, verbose: output.verbose)
        let session = try Session(workspace, service)
        try Confirmation.ask(session.destination, count: check.catalog.records.count, yes: yes)
        let interrupts = Interrupts()
        let status = try await BookedRun.perform(
            "import",
            session,
            sources: try check.sources.map { try $0.runSource },
            waiting: waitForLock.limit
        ) { booked in
            let items = try await session.items(of: check.catalog, booked.journal)
            let wanted = try DesiredDefaults.of(items.messages, for: workspace.project)
            var report = try await upload(items, booked, interrupts)
            if report.isComplete, !wanted.isEmpty || wait != nil {
                let products = DesiredDefaults.products(of: workspace.project)
                try await booked.journal.desire(wanted, products: products, in: booked.run)
                let limit = wait?.duration ?? .zero
                let summary = try await booked.settle(flip.flip, for: limit, every: .seconds(30))
                report.add(SettleReport(summary, session.destination))
            }
            switch output.output {
            case .table: for line in report.table { Output.line(line) }
            case .json: Output.line(JSON.document(report))
            case .jsonl: Output.line(JSON.line(report))
            }
            return ExitStatus(rawValue: Int32(report.exitCode)) ?? .unclassified
        }
        Output.flush()
        if status != .done { throw status }
    }

    private func upload(
        _ items: WantedItems,
        _ booked: BookedRun,
        _ interrupts: Interrupts
    ) async throws -> RunReport {
        let session = booked.session
        let importRun = session.run(booked.journal, booked.client)
        let started = session.time.now
        let plan = try await importRun.plan(
            items,
            asking: booked.run,
            adoptsFixedIDs: service.ifExists == .skip,
            maxWait: maxWait.limit
        )
        interrupts.settleFirst()
        let settings = UploadSettings(
            concurrency: session.concurrency,
            maxWait: maxWait.limit,
            adoptsFixedIDs: service.ifExists == .skip,
            outageLimit: maxOutage.limit
        )
        let display = ProgressDisplay(time: session.time)
        let summary = try await importRun.upload(
            plan,
            of: items,
            in: booked.run,
            settings: settings,
            seed: UInt64.random(in: .min ... .max),
            interrupts: interrupts.stream,
            deadline: deadline.map { started + $0.duration },
            progress: { display.show($0) }
        )
        Output.clearBlock()
        return RunReport(
            summary,
            destination: session.destination,
            elapsed: session.time.now - started,
            journal: session.workspace.journal
        )
    }
}

/// `--max-wait` and `--max-outage`: a duration, or `never` for no limit.
struct MaxWait: CustomStringConvertible {
    var limit: Duration?

    init(limit: Duration?) { self.limit = limit }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        limit = argument == "never" ? nil : try DurationArgument(argument).duration
    }

    /// The default, as help shows it.
    var description: String { limit.map { "\($0.components.seconds / 60)m" } ?? "never" }
}

/// Asks before anything goes to production.
enum Confirmation {
    static func ask(_ destination: Destination, count: Int, yes: Bool) throws {
        guard destination.environment == .production, !yes else { return }
        guard Terminal.isConversation else {
            throw GlossportError(
                .invalidOption,
                "This would upload to production, and nobody is here to confirm it.",
                remedy: "Add --yes if that is wanted."
            )
        }
        Output.ask("Upload up to \(Plural.of(count, "message")) to PRODUCTION for \(destination.app)? [y/N] ")
        guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
            Output.talk("Nothing was sent.")
            throw ExitStatus.interrupted
        }
    }
}
