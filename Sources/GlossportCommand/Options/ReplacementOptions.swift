import ArgumentParser

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Replace up to so many defaults in production; needed beyond 10 and a tenth of them.",
            valueName: "number"
        )
    )
    var replacements: Int?
}
