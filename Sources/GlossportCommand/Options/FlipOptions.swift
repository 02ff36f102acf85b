import ArgumentParser
import GlossportImporting

/// When a changed message takes over, and from whom.
struct FlipOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When a changed message goes live: all locales together, or each when approved.",
            valueName: "when"
        )
    )
    var flip: SettlePlan.Flip = .allOrNothing

    @Flag(
        name: .customLong("take-over"),
        help: "Also replace defaults that were set from elsewhere."
    )
    var takeOver = false

    var options: SettleRun.Options { SettleRun.Options(flip: flip, takesOver: takeOver) }
}

extension SettlePlan.Flip: ExpressibleByArgument {}
