import ArgumentParser
import GlossportImporting

/// When a changed message takes over, and from whom.
struct FlipOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When a message becomes the default: with all its locales, or in each as soon as it is approved.",
            valueName: "when"
        )
    )
    var flip: SettlePlan.Flip = .allOrNothing

    @Flag(
        name: .customLong("take-over"),
        help: "Also replace defaults that somebody else has set; a conflict otherwise."
    )
    var takeOver = false

    var options: SettleRun.Options { SettleRun.Options(flip: flip, takesOver: takeOver) }
}

extension SettlePlan.Flip: ExpressibleByArgument {}
