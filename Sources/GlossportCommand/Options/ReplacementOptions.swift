import ArgumentParser

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum number of defaults to replace in production; required above 10 and above 10 % of them.",
            valueName: "number"
        )
    )
    var replacements: Int?
}
