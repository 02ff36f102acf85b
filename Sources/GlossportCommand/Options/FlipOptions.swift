import ArgumentParser
import Glossport

/// When a changed message takes over.
struct FlipOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When a message becomes the default: with all its locales, or each locale as soon as it is approved.",
            discussion: "Until then customers see the old one. Example: --flip each",
            valueName: "when"
        )
    )
    var flip: SettlePlan.Flip = .allOrNothing
}

extension SettlePlan.Flip: ExpressibleByArgument {}
