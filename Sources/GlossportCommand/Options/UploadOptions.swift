import ArgumentParser
import Glossport
import GlossportChecking
import GlossportReading

/// How long `import` and `promote` wait for what they have uploaded, and how much they upload at once.
struct UploadOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Wait up to this long for Apple's review (default: not at all).", valueName: "time"),
        transform: DurationArgument.init
    )
    var waitForReview: DurationArgument?

    @Option(help: ArgumentHelp("Requests in flight, 1 to 256.", valueName: "number"))
    var concurrency = RunLimits.usualConcurrency

    func validate() throws {
        guard (1...256).contains(concurrency) else {
            throw ValidationError("--concurrency must be a number from 1 to 256.")
        }
    }
}

/// The fate of defaults that the project no longer wants.
struct WithdrawalOptions: ParsableArguments {
    @Flag(name: .customLong("keep-withdrawn"), help: "Keep defaults that the project no longer wants; exits with 9.")
    var keepsWithdrawn = false
}

/// Replaces the answer to a question if there is no terminal.
struct ConsentOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Don't ask for confirmation before customers see a change.")
    var yes = false
}

/// The effect of a pending review on the exit code.
struct ReviewOptions: ParsableArguments {
    @Flag(help: "Exit with 0, not 9, if only reviews are pending.")
    var pendingOK = false
}

/// Whether the texts to send must be approved.
struct ApprovalOptions: ParsableArguments {
    @Flag(name: .customLong("require-approval"), help: "Refuse locales whose current texts are not approved.")
    var isRequired = false

    /// Refuses a choice of messages, for an approval is of all messages of a locale.
    func check(_ selection: SelectionOptions) throws {
        guard isRequired, !selection.messages.isEmpty else { return }
        throw GlossportError(
            .invalidOption,
            "--require-approval and --message cannot be combined, because approvals are for whole locales.",
            remedy: "Remove one of them."
        )
    }
}

/// How the hour's allowance of uploads is spent.
struct PaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Use the hour's quota as fast as possible (hourly), or evenly (steady).", valueName: "pace")
    )
    var pace: Pace?

    @Option(help: ArgumentHelp("Share of the hour's quota that uploads may use.", valueName: "part"))
    var quotaShare: Double = 1

    func validate() throws {
        guard quotaShare > 0, quotaShare <= 1 else {
            throw ValidationError("--quota-share must be more than 0 and at most 1.")
        }
    }
}

/// The handling of an id that was chosen by hand and is taken.
struct FixedIDOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What to do if a fixed ID already exists.", valueName: "what"))
    var ifExists: IfExists = .fail

    /// Whether such an id may be taken for ours.
    var adoptsFixedIDs: Bool { ifExists == .skip }
}

/// The handling of an id that exists already, if the team chose it.
enum IfExists: String, ExpressibleByArgument, CaseIterable {
    case fail, skip
}
