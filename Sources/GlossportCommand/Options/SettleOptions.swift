import ArgumentParser
import Glossport
import GlossportProject

/// Whose defaults may be replaced, and by what.
struct TakeOverOptions: ParsableArguments {
    @Flag(help: "Also replace defaults that were set from elsewhere.")
    var takeOver = false

    @Flag(help: "Also bring production back to older texts, or to the state before the last addition.")
    var setBack = false

    var options: SettleRun.Options { SettleRun.Options(takesOver: takeOver, setsBack: setBack) }
}

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum number of defaults to replace or remove in production; required above 10 and above 10 % of them.",
            valueName: "number"
        )
    )
    var replacements: Int?
}
