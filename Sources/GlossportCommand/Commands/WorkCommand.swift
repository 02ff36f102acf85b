import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Keeps many projects imported.
struct WorkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "Import many projects continuously, each whenever it is due.",
        discussion: """
            Runs `glossport import` for each project as a separate process, several at a time, and again as soon as quota or \
            Apple's review permits or a failure can be retried. Problems of one project do not affect the others. A project that \
            needs a person is parked, with the reason, until its files change. Quote the patterns: they are expanded again every minute.

            After Ctrl-C or SIGTERM nothing more is started, and the command ends when the running imports have recorded their \
            answers. A second signal ends it at once, without loss.

            With `journal: postgres://…` several machines share the work, and import only what was submitted with `glossport fleet submit`.

            EXAMPLES
              glossport work --apps 'apps/*.yaml'
              glossport work --apps 'apps/*/glossport.yaml' --slots 4
              glossport work --apps 'apps/*.yaml' --once
              glossport work --apps 'apps/*.yaml' --yes -o jsonl   as a service

            With --once each project is imported once. Then exit code 9 means that some projects wait, 3 that some failed or are parked.
            """
    )

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The project files, or their folders.", valueName: "pattern"),
        completion: .projectFiles
    )
    var apps: [String]

    @Option(help: ArgumentHelp("Number of imports at a time (default: 4 per processor).", valueName: "number"))
    var slots: Int?

    @Flag(help: "Import each project that is due once, then exit.")
    var once = false

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var fleet: FleetOptions

    @Option(help: ArgumentHelp("Address of the service, such as an emulator's, instead of Apple's.", valueName: "url"))
    var endpoint: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output format: table for people, jsonl for programs.", valueName: "form")
    )
    var output: OutputForm = .table

    func validate() throws {
        if let slots, !(1...256).contains(slots) { throw ValidationError("--slots must be a number from 1 to 256.") }
        if output == .json {
            throw ValidationError("--output must be table or jsonl, because work prints a stream of events.")
        }
    }

    func run() async throws {
        let time = SystemTime.sinceNow
        let folder = try fleet.folder(apps)
        var look = await folder.look(time, within: FleetWork.longestLook)
        guard !look.entries.isEmpty || !look.unusable.isEmpty else {
            throw GlossportError(
                .unreadableInput,
                "No project file matches \(apps.joined(separator: " ")).",
                remedy: "Check the pattern, such as 'apps/*.yaml'."
            )
        }
        let journal = try look.journal()
        look.keep(journal)
        let worker = FleetWorker(
            host: ProcessIdentity.current.host,
            process: Int(getpid()),
            version: GlossportCommand.version,
            slots: slots ?? 4 * ProcessInfo.processInfo.activeProcessorCount,
            started: time.now,
            seen: time.now
        )
        var settings = FleetWork.Settings(worker: worker)
        (settings.isOnce, settings.journal) = (once, journal)
        // Not as an argument, which every user on the machine can read: it may contain a password.
        if let journal = fleet.journal { setenv("GLOSSPORT_JOURNAL", journal, 1) }
        // From now on the first signal drains, and the second leaves at once.
        Interrupts.shared.stop.setUnderWay(true)
        var work = FleetWork(
            settings,
            after: look,
            at: WorkSite(folder: folder, log: WorkLog(form: output, time: time), arguments: arguments),
            for: try journal?.fleet ?? LocalFleet(time: time),
            until: Interrupts.shared.stop,
            by: time
        )
        let status = try await work.run()
        if status != .done { throw status }
    }

    /// The arguments of each import: it does not wait long, so that another project can have its place.
    private var arguments: [String] {
        var words = ["--output=json", "--wait-for-quota=0s", "--wait-for-service=1m", "--deadline=10m"]
        if consent.yes { words.append("--yes") }
        if let environment = fleet.environment { words.append("--environment=\(environment.rawValue)") }
        if let endpoint { words.append("--endpoint=\(endpoint)") }
        return words + Invocation.current.trustSwitches
    }
}
