import ArgumentParser
import GlossportImporting

/// Waits for Apple's review.
struct WaitCommand: LimitedCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for Apple's reviews, setting defaults as approvals arrive.",
        discussion: """
            EXAMPLES
              glossport wait
              glossport wait --wait-for-review 12h --every 10m

            Exit code 9 says that the time is up and reviews are pending, 12 that Apple has rejected a message.
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
        help: ArgumentHelp("Look so often, at most every 10s (default: \(Self.usual.pause)).", valueName: "time"),
        transform: DurationArgument.init
    )
    var every = Self.usual.pause

    func validate() throws {
        // Sandbox allows 360 lists an hour.
        guard every.duration >= .seconds(10) else { throw ValidationError("--every must be at least 10s.") }
    }

    func run() async throws {
        let session = try Session(try Workspace(project, needsApp: true), service, limits, lock, absence: absence)
        try flip.confirmTakingOver(session.destination, consent)
        try await submission.require(session, parks: false)
        let status = try await BookedRun.perform(.wait, session, output: output.output) { booked in
            let summary = try await booked.settle(
                flip,
                selection,
                stated: replacement.replacements,
                for: waitForReview.duration,
                every: every.duration,
                progress: { booked.events?.show($0) }
            )
            return output.show(SettleReport(summary, session.destination, pendingOK: review.pendingOK), booked)
        }
        if status != .done { throw status }
    }
}
