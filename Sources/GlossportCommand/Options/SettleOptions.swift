import ArgumentParser
import Glossport
import GlossportProject

/// Permissions to replace defaults that are otherwise protected.
struct TakeOverOptions: ParsableArguments {
    @Flag(help: "Also replace defaults that were set from elsewhere.")
    var takeOver = false

    @Flag(help: "Also bring production back to older texts, or to the state before the last addition.")
    var setBack = false

    var options: Settler.Options { Settler.Options(takesOver: takeOver, setsBack: setBack) }
}

/// The number that confirms the replacement or removal of many defaults in production.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum number of defaults to replace or remove in production; required above 10 and above 10 % of them.",
            valueName: "number"
        )
    )
    var replacements: Int?
}
