import ArgumentParser

/// How `import` and `promote` go about it.
struct UploadOptions: ParsableArguments {
    @OptionGroup var consent: ConsentOptions

    @Option(
        help: ArgumentHelp(
            "Wait so long for Apple's review, and set the defaults as they are approved.",
            discussion: "Example: --wait 30m",
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var wait: DurationArgument?

    @OptionGroup var review: ReviewOptions
    @OptionGroup var replacement: ReplacementOptions
    @OptionGroup var approval: ApprovalOptions
}

/// Stands for the answer to a question that nobody is there to be asked.
struct ConsentOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp("Don't ask before something changes that customers see.", discussion: "Example: --yes")
    )
    var yes = false
}

/// What a pending review means for the exit code.
struct ReviewOptions: ParsableArguments {
    @Flag(
        name: .customLong("pending-ok"),
        help: ArgumentHelp(
            "Exit with 0 instead of 9 if all is uploaded and only Apple's review is pending.",
            discussion: "Example: --pending-ok"
        )
    )
    var pendingOK = false
}
