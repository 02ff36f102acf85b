import ArgumentParser
import Glossport
import GlossportImporting

/// Waits for Apple's review.
struct WaitCommand: LimitedCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for Apple's reviews and set defaults as approvals arrive.",
        discussion: """
            EXAMPLES
              glossport wait
              glossport wait --wait-for-review 12h --every 10m

            Exit code 9 means that reviews are still pending after that time, 12 that Apple has rejected a message.
            """
    )

    private static let usual = (limit: DurationArgument(.seconds(1_800)), pause: DurationArgument(.seconds(30)))

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Defaults") var flip: FlipOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup(title: "Limits") var submission: SubmissionOptions
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup var consent: ConsentOptions
    @OptionGroup var replacement: ReplacementOptions
    @OptionGroup var review: ReviewOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Option(
        name: .customLong("wait-for-review"),
        help: ArgumentHelp(
            "Wait up to this long for Apple's review (default: \(Self.usual.limit)).",
            valueName: "time"
        ),
        transform: DurationArgument.init
    )
    var waitForReview = Self.usual.limit

    @Option(
        help: ArgumentHelp("Interval between checks, at least 10s (default: \(Self.usual.pause)).", valueName: "time"),
        transform: DurationArgument.init
    )
    var every = Self.usual.pause

    func validate() throws {
        // Sandbox allows 360 lists an hour.
        guard every.duration >= .seconds(10) else { throw ValidationError("--every must be at least 10s.") }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let progress = RunProgress(output.output)
        let session = try workspace.session(
            service,
            limits,
            lock,
            absence: absence,
            asking: TerminalConversation(agreed: consent.yes),
            telling: progress
        )
        try await submission.require(workspace, session.destination, parks: false)
        var work = SettleDefaults(flip.options, replacements: replacement.replacements)
        work.command = .wait
        work.selection = try selection.selection()
        work.limit = waitForReview.duration
        work.pause = every.duration
        work.pendingIsDone = review.pendingOK
        try output.show(try await session.perform(work), session, progress)
    }
}
