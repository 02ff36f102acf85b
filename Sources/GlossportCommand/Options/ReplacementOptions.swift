import ArgumentParser

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Replace up to so many defaults in production; to be stated if they are over 10 and over a tenth of all.",
            valueName: "number"
        )
    )
    var replacements: Int?
}
