import ArgumentParser
import Glossport

/// How `import` and `promote` go about it.
struct UploadOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp("Don't ask before uploading to production.", discussion: "Example: --yes")
    )
    var yes = false

    @Option(
        name: .customLong("max-wait"),
        help: ArgumentHelp(
            "The longest wait for quota before stopping with exit code 9.",
            discussion: "never waits for ever. Example: --max-wait 2h",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var maxWait: MaxWait = MaxWait(limit: .seconds(900))

    @Option(
        name: .customLong("max-outage"),
        help: ArgumentHelp(
            "How long nothing may get through before stopping with exit code 3.",
            discussion: "never tries for ever. Example: --max-outage 1m",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var maxOutage: MaxWait = MaxWait(limit: .seconds(900))

    @Option(
        help: ArgumentHelp(
            "Stop cleanly after this time, with exit code 10.",
            discussion: "Example: --deadline 25m",
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var deadline: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Wait so long for Apple's review, and set the defaults as they are approved.",
            discussion: "Example: --wait 30m",
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var wait: DurationArgument?

    @Option(
        name: .customLong("wait-for-lock"),
        help: ArgumentHelp(
            "How long to wait for another import of the same app before stopping with exit code 11.",
            discussion: "never waits for ever. Example: --wait-for-lock 10m",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var waitForLock: MaxWait = MaxWait(limit: .zero)
}

/// `--max-wait` and `--max-outage`: a duration, or `never` for no limit.
struct MaxWait: CustomStringConvertible {
    var limit: Duration?

    init(limit: Duration?) { self.limit = limit }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        limit = argument == "never" ? nil : try DurationArgument(argument).duration
    }

    /// The default, as help shows it.
    var description: String { limit.map { "\($0.components.seconds / 60)m" } ?? "never" }
}
