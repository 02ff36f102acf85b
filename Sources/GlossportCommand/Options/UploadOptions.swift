import ArgumentParser
import Glossport

/// How `import` and `promote` go about it.
struct UploadOptions: ParsableArguments {
    @OptionGroup var consent: ConsentOptions

    @Option(
        name: .customLong("wait-for-review"),
        help: ArgumentHelp(
            "Wait up to this long for Apple's review (default: not at all).",
            valueName: "time"
        ),
        transform: DurationArgument.init
    )
    var waitForReview: DurationArgument?

    @OptionGroup var review: ReviewOptions
    @OptionGroup var replacement: ReplacementOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var pace: PaceOptions

    @Option(help: ArgumentHelp("Requests in flight, 1 to 256.", valueName: "number"))
    var concurrency = RunLimits.usualConcurrency

    @OptionGroup var fixedIDs: FixedIDOptions

    func validate() throws {
        guard (1...256).contains(concurrency) else {
            throw ValidationError("--concurrency must be a number from 1 to 256.")
        }
    }
}

/// Replaces the answer to a question if there is no terminal.
struct ConsentOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Don't ask for confirmation before customers see a change.")
    var yes = false
}

/// The effect of a pending review on the exit code.
struct ReviewOptions: ParsableArguments {
    @Flag(
        name: .customLong("pending-ok"),
        help: "Exit with 0, not 9, if only reviews are pending."
    )
    var pendingOK = false
}
