import ArgumentParser
import GlossportImporting

/// When a changed message takes over, and from whom.
struct FlipOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Set defaults once all its locales are approved, or each.",
            valueName: "when"
        )
    )
    var flip: SettlePlan.Flip = .allOrNothing

    @Flag(
        name: .customLong("take-over"),
        help: "Also replace defaults that somebody else has set."
    )
    var takeOver = false

    var options: SettleRun.Options { SettleRun.Options(flip: flip, takesOver: takeOver) }
}

extension SettlePlan.Flip: ExpressibleByArgument {}
