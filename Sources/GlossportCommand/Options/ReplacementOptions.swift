import ArgumentParser

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Replace up to so many defaults that customers of production see.",
            discussion: """
                More than a tenth of them (and more than 10) are replaced only if the number is stated, also with --yes. \
                A saved plan states it. `settle` and `wait` replace others' defaults only with --take-over.
                """,
            valueName: "number"
        )
    )
    var replacements: Int?
}
