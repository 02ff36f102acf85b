import ArgumentParser

/// Upload options of `import` and `promote`.
struct UploadOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Wait up to this long for Apple's review (default: not at all).", valueName: "time"),
        transform: DurationArgument.init
    )
    var waitForReview: DurationArgument?

    @Flag(name: .customLong("keep-withdrawn"), help: "Keep defaults that the project no longer wants; exits with 9.")
    var keepsWithdrawn = false

    @Flag(
        name: .customLong("retry-refused"),
        help: "Send refused, conflicting and deleted items again, as if they had never been sent."
    )
    var retriesRefused = false
}

/// Consents in advance to changes that customers see.
struct ConsentOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Don't ask for confirmation before customers see a change.")
    var yes = false
}

struct ReviewOptions: ParsableArguments {
    @Flag(help: "Exit with 0, not 9, if only reviews are pending.")
    var pendingOK = false
}
