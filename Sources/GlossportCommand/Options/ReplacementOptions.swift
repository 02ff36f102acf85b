import ArgumentParser

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most defaults this run may replace in production; required above 10 and above 10 % of them.",
            valueName: "number"
        )
    )
    var replacements: Int?
}
